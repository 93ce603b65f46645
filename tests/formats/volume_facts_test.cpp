// Tests what files of volumes state about distances and values.
#include "formats/drawing/png.hpp"
#include "formats/volumes/length_unit.hpp"
#include "formats/volumes/tiff_description.hpp"
#include "tests/formats/dem_samples.hpp"
#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

struct Heard {
    Result<Volume> volume;
    std::string notices;
};

Heard heard(const std::string& content, const std::string& name) {
    InputSettings settings;
    std::string notices;
    settings.notice = [&](const std::string& notice) { notices += notice + "\n"; };
    Result<Volume> volume = parse_volume(content, name, settings);
    EXPECT_TRUE(volume) << volume.error().message;
    return {std::move(volume), notices};
}

std::string written(const Volume& volume, const std::string& name) {
    const auto content = encode_volume(name, volume);
    EXPECT_TRUE(content) << content.error().message;
    return content ? std::string(as_text(content->bytes)) : "";
}

TEST(VolumeFacts, UnitsOfDistancesAreConvertedBetweenFormats) {
    Volume volume;
    volume.size = {2, 2, 2};
    volume.voxels.resize(8);
    volume.geometry.spacing = {0.5, 0.5, 2};
    for (const char* unit : {"m", "mm", "um"}) {
        volume.geometry.unit = unit;
        for (const char* name : {"a.nii", "a.nrrd", "a.tif"}) {
            const Heard read = heard(written(volume, name), name);
            ASSERT_TRUE(read.volume);
            EXPECT_EQ(read.volume->geometry.unit, unit) << name;
            EXPECT_EQ(read.volume->geometry.spacing, volume.geometry.spacing) << name;
            EXPECT_EQ(read.notices, "");
        }
    }
    // NIfTI has no centimetres.
    volume.geometry.unit = "cm";
    const Heard read = heard(written(volume, "a.nii"), "a.nii");
    EXPECT_EQ(read.volume->geometry.unit, "mm");
    EXPECT_EQ(read.volume->geometry.spacing, (std::array<double, 3>{5, 5, 20}));
}

TEST(VolumeFacts, UnitsHaveManySpellings) {
    for (const char* word : {"um", "\xC2\xB5m", "\xCE\xBCm", "micron", "Micrometers", "\\u00B5m"}) {
        EXPECT_EQ(length_unit(word), "um") << word;
    }
    EXPECT_EQ(length_unit("pixel"), "");
    EXPECT_EQ(units_in("mm", "um"), 1000);
    EXPECT_FALSE(units_in("inch", "mm"));
    const TiffDescription mixed = read_tiff_description(
        R"(<OME ><Pixels PhysicalSizeX="0.5" PhysicalSizeXUnit="µm" PhysicalSizeY="0.5" PhysicalSizeZ="2000" )"
        R"(PhysicalSizeZUnit="nm"/></OME>)");
    EXPECT_EQ(mixed.unit, "um");
    EXPECT_EQ(mixed.spacing, (std::array<double, 3>{0.5, 0.5, 2}));
    EXPECT_FALSE(mixed.mixed_units);
    EXPECT_TRUE(
        read_tiff_description(R"(<OME ><Pixels PhysicalSizeX="1" PhysicalSizeY="1" PhysicalSizeYUnit="pixel"/>)")
            .mixed_units);
}

TEST(VolumeFacts, OrientationsOfNrrdAreConvertedToNifti) {
    const auto world_of = [](const std::string& fields) {
        const Heard read = heard(
            "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 1 1\nencoding: raw\n" + fields + "\n\n\x01\x02", "a.nrrd");
        const Heard again = heard(written(*read.volume, "a.nii"), "a.nii");
        EXPECT_EQ(read.notices + again.notices, "");
        return again.volume->geometry.to_world;
    };
    const std::array<double, 12> world{1, 0, 0, -10, 0, 2, 0, -20, 0, 0, 3, 30};
    std::array<double, 12> at_zero = world;
    at_zero[3] = at_zero[7] = at_zero[11] = 0;
    const std::string directions = "space directions: (-1,0,0) (0,-2,0) (0,0,3)\n";
    EXPECT_EQ(world_of("space: LPS\n" + directions + "space origin: (10,20,30)"), world);
    EXPECT_EQ(world_of("space: left-posterior-superior\n" + directions.substr(0, directions.size() - 1)), at_zero);
    for (const char* space : {"left-posterior-superior-time", "LPST"}) {
        EXPECT_EQ(world_of(std::string("space: ") + space +
                           "\nspace directions: (-1,0,0,0) (0,-2,0,0) (0,0,3,0)\nspace origin: (10,20,30,0)"),
                  world);
    }
    // The directions of these axes are unknown.
    EXPECT_FALSE(world_of("space dimension: 3\n" + directions + "space origin: (10,20,30)"));
}

TEST(VolumeFacts, IgnoredInformationIsReported) {
    const auto expect_named = [](const std::string& content, const std::string& name, const std::string& notice) {
        const Heard read = heard(content, name);
        EXPECT_NE(read.notices.find(notice), std::string::npos) << notice << "\n" << read.notices;
    };
    const auto tiff_with = [](const auto& change) {
        Tiff tiff = tiff_of(2, 2, 8, 1);
        tiff.add_long(278, {2});
        tiff.parts = {"abcd"};
        change(tiff);
        return tiff;
    };
    expect_named(tiff_with([](Tiff& tiff) { tiff.add_text(42113, "97"); }).file(), "a.tif",
                 "the number 97 for no data");
    expect_named(tiff_with([](Tiff& tiff) { tiff.add_short(274, {6}); }).file(), "a.tif",
                 "an orientation that is not upright");
    expect_named(tiff_with([](Tiff& tiff) {
                     tiff.add_text(42112, "<GDALMetadata><Item sample=\"0\" role=\"scale\">2</Item></GDALMetadata>");
                 }).file(),
                 "a.tif", "a scale or an offset");
    expect_named(tiff_with([](Tiff& tiff) {
                     tiff.add_text(42112, "<GDALMetadata><Item name=\"NODATA_VALUES\">98</Item></GDALMetadata>");
                 }).file(),
                 "a.tif", "the number '98' for no data (NODATA_VALUES)");
    const Tiff mask = tiff_with([](Tiff& tiff) { tiff.add_long(254, {4}); });
    expect_named(tiff_with([](Tiff&) {}).file(false, {mask}), "a.tif", "a mask");
    expect_named(nrrd_file("type: uint8\ndimension: 2\nsizes: 2 2\nencoding: raw\nold min: 1.5\n", "abcd"), "a.nrrd",
                 "'old min', an end of the range");
    expect_named(nrrd_file("type: uint8\ndimension: 2\nsizes: 2 2\nencoding: raw\nunits: \"mm\" \"um\"\n", "abcd"),
                 "a.nrrd", "'units' that differ");
}

/// Returns a TIFF of two voxels and a description.
template <class T>
Tiff described(const std::string& words, std::uint16_t kind, T first, T second) {
    Tiff tiff = tiff_of(2, 1, 8 * sizeof(T), kind);
    tiff.add_text(270, "ImageJ=1.53c\n" + words);
    tiff.add_long(278, {1});
    tiff.parts = {tiff.raw(first) + tiff.raw(second)};
    return tiff;
}

TEST(VolumeFacts, ValuesOfImageJAreCalibratedByItsStraightLine) {
    const auto check = [](const Tiff& tiff, ElementType type, const std::vector<double>& values) {
        const Heard read = heard(tiff.file(), "a.tif");
        ASSERT_TRUE(read.volume);
        EXPECT_EQ(read.volume->type, type);
        EXPECT_EQ(values_of(*read.volume), values);
        EXPECT_EQ(read.notices, "");
        // The written file has the calibrated values.
        const std::string again = written(*read.volume, "b.tif");
        EXPECT_EQ(again.find("cf="), std::string::npos);
        EXPECT_EQ(values_of(*heard(again, "b.tif").volume), values);
    };
    const std::string line = "cf=0\nc0=-32768.0\nc1=1.0\nvunit=Gray Value\n";
    check(described(line, 1, std::uint16_t{32769}, std::uint16_t{7}), ElementType::f32, {1, -32761});
    check(described("cf=0\nc0=10\nc1=0.5\n", 1, std::uint8_t{0}, std::uint8_t{255}), ElementType::f32, {10, 137.5});
    // ImageJ converts signed numbers to unsigned ones first.
    check(described(line, 2, std::int16_t{-48}, std::int16_t{7}), ElementType::i16, {-48, 7});
    check(described("cf=0\nc0=0\nc1=2\n", 2, std::int16_t{-48}, std::int16_t{7}), ElementType::f32, {65440, 65550});
    for (const char* none : {"cf=0\nc0=0.0\nc1=1.0\n", "cf=0\n", "cf=20\nc0=1\nc1=2\n"}) {
        check(described(none, 1, std::uint16_t{7}, std::uint16_t{8}), ElementType::u16, {7, 8});
    }
}

TEST(VolumeFacts, OtherCalibrationsOfImageJAreNamedOrRefused) {
    const auto expect_named = [](const Tiff& tiff, const std::string& notice) {
        const Heard read = heard(tiff.file(), "a.tif");
        ASSERT_TRUE(read.volume);
        EXPECT_EQ(values_of(*read.volume), (std::vector<double>{7, 8}));
        EXPECT_NE(read.notices.find(notice), std::string::npos) << notice << "\n" << read.notices;
    };
    const std::string coefficients = "\nc0=1\nc1=2\nc2=3\n";
    for (const auto& [function, name] : {std::pair<const char*, const char*>{"1", "a polynomial of degree 2"},
                                         {"13", "an exponential recovery"},
                                         {"21", "uncalibrated optical density"},
                                         {"22", "a custom function"},
                                         {"15", "an unknown function"}}) {
        expect_named(described("cf=" + std::string(function) + coefficients, 1, std::uint8_t{7}, std::uint8_t{8}),
                     "calibrates its values by " + std::string(name) + " (cf=" + function +
                         " of ImageJ), which is ignored; the stored numbers are used");
    }
    expect_named(described("cf=0" + coefficients, 3, 7.F, 8.F), "which ImageJ does not apply to f32");
    expect_named(described("cf=0\nc0=-1\nc1=1\nzeroclip=true\n", 1, std::uint8_t{8}, std::uint8_t{9}), "zeroclip");
    for (const char* wrong : {"c0=1\nc1=0\n", "c0=nan\nc1=1\n", "c0=1\nc1=inf\n", "c0=1\n", "c0=x\nc1=1\n"}) {
        EXPECT_REFUSED(
            parse_volume(described("cf=0\n" + std::string(wrong), 1, std::uint8_t{7}, std::uint8_t{8}).file(), "a.tif"),
            "calibrates its values as ");
    }
}

/// The horizontal and the vertical resolution in a TIFF or a PNG may differ, also if their unit is unknown.
TEST(VolumeFacts, PixelsMayBeRectangles) {
    Tiff tiff = tiff_of(2, 2, 8, 1);
    tiff.add_long(278, {2});
    tiff.parts = {"abcd"};
    for (const auto& [tag, value] : {std::pair<std::uint16_t, std::uint32_t>{282, 300}, {283, 150}}) {
        tiff.entries.push_back({tag, 5, 1, tiff.raw(value) + tiff.raw(std::uint32_t{1})});
    }
    EXPECT_EQ(heard(tiff.file(), "a.tif").volume->geometry.spacing, (std::array<double, 3>{1, 2, 1}));
    const auto png = encode_png(1, 1, 1, std::vector<std::uint8_t>{7});
    ASSERT_TRUE(png);
    std::string content(as_text(*png));
    const std::string chunk = "pHYs" + big(300U) + big(150U) + '\0';
    std::uint32_t sum = 0xFFFFFFFF;
    for (const char letter : chunk) {
        sum ^= static_cast<unsigned char>(letter);
        for (int bit = 0; bit < 8; ++bit) {
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
        }
    }
    // The chunk is inserted after the first one, IHDR.
    content.insert(33, big(9U) + chunk + big(~sum));
    EXPECT_EQ(heard(content, "a.png").volume->geometry.spacing, (std::array<double, 3>{1, 2, 1}));
}

}  // namespace
}  // namespace vkalgo::formats::test

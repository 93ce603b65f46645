#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

Result<Volume> nii(const Nifti& file, const InputSettings& settings = {}) {
    return parse_volume(file.file(), "a.nii", settings);
}

template <class T>
void check_type(std::int16_t code) {
    for (const bool second : {false, true}) {
        for (const bool big_endian : {false, true}) {
            Nifti file;
            file.second = second;
            file.big_endian = big_endian;
            file.type = code;
            file.bits = 8 * sizeof(T);
            file.voxels.clear();
            std::vector<double> values;
            for (int voxel = 0; voxel < 12; ++voxel) {
                const auto value = static_cast<T>(voxel * 9 - (std::is_signed_v<T> ? 50 : 0));
                file.voxels += file.number(value);
                values.push_back(static_cast<double>(value));
            }
            const auto volume = nii(file);
            ASSERT_TRUE(volume) << volume.error().message;
            EXPECT_EQ(volume->type, element_type_of<T>());
            EXPECT_EQ(values_of(*volume), values);
            EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{3, 2, 2}));
            EXPECT_EQ(volume->geometry.spacing, (std::array<double, 3>{0.5, 2, 3}));
        }
    }
}

TEST(Nifti, OfEveryTypeAndByteOrderIsRead) {
    check_type<std::uint8_t>(2);
    check_type<std::int16_t>(4);
    check_type<std::int32_t>(8);
    check_type<float>(16);
    check_type<double>(64);
    check_type<std::int8_t>(256);
    check_type<std::uint16_t>(512);
    check_type<std::uint32_t>(768);
    check_type<std::int64_t>(1024);
    check_type<std::uint64_t>(1280);
}

TEST(Nifti, AppliesItsScale) {
    Nifti file;
    file.slope = 0.5;
    file.intercept = -1;
    auto volume = nii(file);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->type, ElementType::f32);
    EXPECT_EQ(values_of(*volume), std::vector<double>(12, -0.5));
    file.type = 8;
    file.bits = 32;
    file.voxels.clear();
    for (int voxel = 0; voxel < 12; ++voxel) {
        file.voxels += little(std::int32_t{2000000001});
    }
    volume = nii(file);
    EXPECT_EQ(volume->type, ElementType::f64);
    EXPECT_EQ(values_of(*volume), std::vector<double>(12, 999999999.5));
    // Without a slope, the intercept is ignored.
    for (const double none : {0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        file.slope = none;
        EXPECT_EQ(nii(file)->type, ElementType::i32);
    }
    file.slope = 1;
    file.intercept = 0;
    EXPECT_EQ(nii(file)->type, ElementType::i32);
    // An intercept counts even if the slope is 1.
    file.intercept = 5;
    EXPECT_EQ(values_of(*nii(file)), std::vector<double>(12, 2000000006));
    file.slope = -1;
    file.intercept = 0;
    EXPECT_EQ(values_of(*nii(file)), std::vector<double>(12, -2000000001));
    file.intercept = std::nan("");
    EXPECT_REFUSED(nii(file), "correct its scl_inter");
}

TEST(Nifti, HasTheTransformationOfItsSformOrElseOfItsQform) {
    Nifti file;
    EXPECT_FALSE(nii(file)->geometry.to_world);
    // A rotation by 90 degrees around z, mirrored.
    file.qform = 1;
    file.quaternion = {0, 0, std::sqrt(0.5)};
    file.qoffset = {10, 20, 30};
    file.pixdim[0] = -1;
    auto volume = nii(file);
    ASSERT_TRUE(volume->geometry.to_world);
    const std::array<double, 12> rotated{0, -2, 0, 10, 0.5, 0, 0, 20, 0, 0, -3, 30};
    for (unsigned at = 0; at < 12; ++at) {
        EXPECT_NEAR((*volume->geometry.to_world)[at], rotated[at], 1e-6) << at;
    }
    file.sform = 2;
    file.rows = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    EXPECT_EQ(nii(file)->geometry.to_world, (std::array<double, 12>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    file.rows[3] = std::nan("");
    EXPECT_FALSE(nii(file)->geometry.to_world);
}

TEST(Nifti, IsWrittenWithTheHeaderThatItHad) {
    for (const bool second : {false, true}) {
        for (const bool big_endian : {false, true}) {
            Nifti file;
            file.second = second;
            file.big_endian = big_endian;
            file.sform = 2;
            file.rows = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
            file.extension = std::string("\x10\0\0\0\6\0\0\0commentx", 16);
            const auto volume = nii(file);
            ASSERT_TRUE(volume) << volume.error().message;
            const auto written = encode_volume("o.nii", volume->like(ElementType::u8, Bytes(12, std::byte{1})));
            ASSERT_TRUE(written) << written.error().message;
            Nifti expected = file;
            expected.slope = 1;
            std::string bytes = expected.file();
            const std::string none(second ? 8 : 4, '\0');
            bytes.replace(second ? 192 : 124, none.size(), none);  // cal_max, the upper limit for display, is cleared
            EXPECT_EQ(as_text(written->bytes), bytes);
            // Values of another type are byte-swapped as the header is.
            std::vector<float> radii(12, 1.5F);
            const auto map = encode_volume("o.nii", volume->like(ElementType::f32, volume_of({3, 2, 2}, radii).voxels));
            const auto again = parse_volume(as_text(map->bytes), "o.nii");
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(again->type, ElementType::f32);
            EXPECT_EQ(values_of(*again), std::vector<double>(12, 1.5));
            EXPECT_EQ(again->geometry.to_world, volume->geometry.to_world);
        }
    }
}

TEST(Nifti, KeepsTheIntentOfLabelsForLabels) {
    const auto intent_of = [](ElementType type, std::int16_t intent) {
        Nifti file;
        file.intent = intent;
        const auto volume = nii(file);
        const auto written = encode_volume("o.nii", volume->like(type, Bytes(12 * size_of(type))));
        std::int16_t found = 0;
        std::memcpy(&found, written->bytes.data() + 68, sizeof found);
        return found;
    };
    EXPECT_EQ(intent_of(ElementType::u8, 1002), 1002);
    EXPECT_EQ(intent_of(ElementType::f32, 1002), 0);
    EXPECT_EQ(intent_of(ElementType::u8, 3), 0);
}

TEST(Nifti, IsWrittenWithANewHeaderForOtherFormatsAndSizes) {
    Volume volume = volume_of<std::int16_t>({4, 3, 2}, counted<std::int16_t>(24, -5));
    volume.geometry.spacing = {0.5, 0.25, 4};
    volume.geometry.to_world = {-0.5, 0, 0, 1, 0, 0.25, 0, 2, 0, 0, 4, 3};
    auto written = encode_volume("o.nii", volume);
    auto again = parse_volume(as_text(written->bytes), "o.nii");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->voxels, volume.voxels);
    EXPECT_EQ(again->geometry.spacing, volume.geometry.spacing);
    EXPECT_EQ(again->geometry.to_world, volume.geometry.to_world);
    // A side of 40,000 voxels exceeds the limit of NIfTI-1.
    const Volume wide = volume_of<std::uint8_t>({40000, 1, 1}, counted<std::uint8_t>(40000));
    written = encode_volume("o.nii", wide);
    EXPECT_EQ(written->bytes[0], std::byte{540 & 0xff});
    EXPECT_EQ(parse_volume(as_text(written->bytes), "o.nii")->voxels, wide.voxels);
    // The volume still has the header that was read, which gives another size. That size must not be written.
    Volume cut = *again;
    cut.size = {2, 3, 4};
    written = encode_volume("o.nii", cut);
    EXPECT_EQ(parse_volume(as_text(written->bytes), "o.nii")->size, cut.size);
}

TEST(Nifti, OfSeveralVolumesNeedsOneChosen) {
    Nifti file;
    file.size = {3, 1, 2, 2, 3};
    file.voxels.clear();
    for (char voxel = 0; voxel < 36; ++voxel) {
        file.voxels += voxel;
    }
    EXPECT_REFUSED(nii(file), "has 6 volumes; choose one with <volume> 0 ... <volume> 5");
    InputSettings settings;
    settings.volume = 4;
    const auto volume = nii(file, settings);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(values_of(*volume), (std::vector<double>{24, 25, 26, 27, 28, 29}));
    const auto written = encode_volume("o.nii", *volume);
    EXPECT_EQ(parse_volume(as_text(written->bytes), "o.nii")->voxels, volume->voxels);
    settings.volume = 6;
    EXPECT_REFUSED(nii(file, settings), "there is no <volume> 6; choose 0 ... 5");
    file.size = {3, 2, 2, 1};
    file.voxels.resize(12);
    EXPECT_TRUE(nii(file));
    EXPECT_REFUSED(nii(file, settings), "has one volume, so there is no <volume> 6");
}

TEST(Nifti, RefusesInvalidHeaders) {
    const auto with = [](auto change) {
        Nifti file;
        change(file);
        return nii(file);
    };
    using F = Nifti;
    EXPECT_REFUSED(with([](F& f) {
                       f.type = 128;
                       f.bits = 24;
                   }),
                   "datatype 128, RGB colours");
    EXPECT_REFUSED(with([](F& f) { f.type = 2304; }), "RGB colours");
    EXPECT_REFUSED(with([](F& f) { f.type = 32; }), "complex numbers");
    EXPECT_REFUSED(with([](F& f) { f.type = 1; }), "datatype 1, bits");
    EXPECT_REFUSED(with([](F& f) { f.type = 77; }), "datatype 77, an unknown kind");
    EXPECT_REFUSED(with([](F& f) { f.bits = 16; }), "says that a voxel has 16 bits, but its datatype 2 is u8");
    EXPECT_TRUE(with([](F& f) { f.bits = 0; }));
    EXPECT_REFUSED(with([](F& f) { f.size = {3, 0, 2}; }), "0 voxels along axis 2");
    EXPECT_REFUSED(with([](F& f) { f.size = {3, -2, 2}; }), "-2 voxels along axis 2");
    EXPECT_REFUSED(with([](F& f) { f.axes = 0; }), "says that it has 0 dimensions");
    EXPECT_REFUSED(with([](F& f) { f.axes = 8; }), "says that it has 8 dimensions");
    EXPECT_REFUSED(with([](F& f) { f.axes = 1; }), "has 1 dimension, but a volume has three");
    EXPECT_REFUSED(with([](F& f) { f.size = {32767, 32767, 32767}; }), "but only 12 bytes of them are there");
    EXPECT_REFUSED(with([](F& f) { f.voxels.pop_back(); }),
                   "but only 11 bytes of them are there; the file is truncated");
    EXPECT_REFUSED(with([](F& f) { f.offset = 349; }), "start at byte 349, within its header of 352");
    EXPECT_REFUSED(with([](F& f) { f.offset = 4; }), "within its header");
    EXPECT_REFUSED(with([](F& f) { f.offset = 352.5; }), "start at byte 352.5, which is not a whole number");
    EXPECT_REFUSED(with([](F& f) {
                       f.offset = 0;
                       f.voxels.pop_back();
                   }),
                   "but only 11 bytes of them are there");
    EXPECT_REFUSED(with([](F& f) { f.offset = 365; }), "start at byte 365, but ends at byte 364");
    EXPECT_REFUSED(with([](F& f) { f.offset = 1e30; }), "but ends at byte 364");
    EXPECT_REFUSED(with([](F& f) { f.magic = std::string("ni1\0", 4); }), "NIfTI pair (.hdr, .img)");
    EXPECT_REFUSED(with([](F& f) { f.magic = std::string(4, '\0'); }), "Analyze 7.5");
    EXPECT_REFUSED(with([](F& f) { f.magic = "nope"; }), "does not have the magic bytes of NIfTI");
    EXPECT_REFUSED(with([](F& f) { f.pixdim[3] = 1e35; }), "along z, but spacings must be from 1e-30 to 1e+30");
    const auto large = with([](F& f) {
        f.second = true;
        f.size = {std::int64_t{1} << 62, 4, 4};
    });
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
    EXPECT_REFUSED(parse_volume(std::string(20, 'x'), "a.nii"), "is not a NIfTI file");
    EXPECT_REFUSED(parse_volume(Nifti().file().substr(0, 200), "a.nii"), "its 200 bytes end within the header of 348");
}

TEST(Nifti, ReportsWhatItIgnores) {
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice + "\n"; };
    Nifti file;
    file.pixdim = {1, 0, -2, 3};
    file.voxels += "more";
    const auto volume = nii(file, settings);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->geometry.spacing, (std::array<double, 3>{1, 2, 3}));
    EXPECT_EQ(heard,
              "'a.nii' has 4 bytes after its voxels, which vkalgo ignores\n"
              "'a.nii' has no spacing along x; 1 is used\n");
}

/// Each file has a fault. It is read like the same file without the fault, with a notice, and is written without the
/// fault.
TEST(Nifti, IsRepairedAsOtherReadersDo) {
    const double none = std::nan("");
    struct Case {
        std::function<void(Nifti&)> damage;
        std::string notice;
        std::array<double, 3> spacing{0.5, 2, 3};
    };
    const std::vector<Case> cases = {
        {[](Nifti& f) { f.offset = 0; }, "start at byte 0 (vox_offset), but must say at least "},
        {[](Nifti& f) { f.offset = f.second ? 540 : 348; }, " (vox_offset), but must say at least "},
        {[&](Nifti& f) { f.offset = f.second ? 0 : none; }, " (vox_offset), but must say at least "},
        {[&](Nifti& f) { f.pixdim[2] = none; },
         "has a spacing of nan along y (pixdim), which is not a distance; 1 is",
         {0.5, 1, 3}},
        {[](Nifti& f) { f.pixdim[3] = std::numeric_limits<double>::infinity(); },
         "has a spacing of inf along z",
         {0.5, 2, 1}},
        {[&](Nifti& f) {
             f.pixdim[1] = none;
             f.sform = 1;
             f.rows = {3, 0, 0, 5, 4, 2, 0, 6, 0, 0, 3, 7};
         },
         "has a spacing of nan along x (pixdim), which is not a distance; 5, that of its coordinates, is used",
         {5, 2, 3}},
        {[](Nifti& f) {
             f.size = {3, 2, 2, 0, 1};
         },
         "has 0 voxels along axis 4 (counted from 1); 1 is used"}};
    for (const Case& one : cases) {
        for (int kind = 0; kind < 4; ++kind) {
            Nifti file;
            file.second = kind % 2 != 0;
            file.big_endian = kind / 2 != 0;
            file.voxels = std::string("\0\1\2\3\4\5\6\7\10\11\12\13", 12);
            one.damage(file);
            std::string notices;
            InputSettings settings;
            settings.notice = [&](const std::string& notice) { notices += notice + "\n"; };
            const auto volume = nii(file, settings);
            ASSERT_TRUE(volume) << one.notice << volume.error().message;
            EXPECT_NE(notices.find(one.notice), std::string::npos) << notices;
            EXPECT_EQ(std::count(notices.begin(), notices.end(), '\n'), 1) << notices;
            EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{3, 2, 2}));
            EXPECT_EQ(volume->geometry.spacing, one.spacing);
            EXPECT_EQ(as_text(volume->voxels), file.voxels);
            notices.clear();
            const auto again = parse_volume(as_text(encode_volume("o.nii", *volume)->bytes), "o.nii", settings);
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(notices, "");
            EXPECT_EQ(again->voxels, volume->voxels);
            EXPECT_EQ(again->geometry.spacing, one.spacing);
            EXPECT_NE(as_text(again->geometry.header).find("described"), std::string::npos) << "a header of its own";
        }
    }
    // The four bytes after the header are missing.
    Nifti file;
    file.offset = 0;
    std::string content = file.file();
    content.erase(348, 4);
    const auto volume = parse_volume(content, "a.nii");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(as_text(volume->voxels), file.voxels);
    EXPECT_TRUE(parse_volume(as_text(encode_volume("o.nii", *volume)->bytes), "o.nii"));
    EXPECT_REFUSED(parse_volume(content.substr(0, 350), "a.nii"), "ends at byte 350, before its voxels");
}

TEST(Nifti, OfTwoDimensionsIsAnImage) {
    Nifti file;
    file.size = {4, 3};
    const auto volume = nii(file);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->dimensions, 2U);
    EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{4, 3, 1}));
    EXPECT_EQ(parse_volume(as_text(encode_volume("o.nii", *volume)->bytes), "o.nii")->dimensions, 2U);
}

}  // namespace
}  // namespace vkalgo::formats::test

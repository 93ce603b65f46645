#include "formats/volumes/volume.hpp"

#include "formats/drawing/png.hpp"
#include "formats/rasters/tiff_file.hpp"
#include "formats/volumes/png_folder.hpp"
#include "formats/volumes/tiff_description.hpp"
#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

TEST(NpyVolume, HasXAsItsLastAxisInEitherOrder) {
    const Array array = array_of<std::int16_t>({2, 3, 4}, counted<std::int16_t>(24));
    auto volume = parse_volume(as_text(encode_npy(array)), "a.npy");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{4, 3, 2}));
    EXPECT_EQ(values_of(*volume), counted<double>(24));
    volume = parse_volume(as_text(encode_npy(array, NpyOrder::fortran)), "a.npy");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{4, 3, 2}));
    // Each value is z + 2 * (y + 3 * x).
    EXPECT_EQ(values_of(*volume), (std::vector<double>{0, 6, 12, 18, 2, 8, 14, 20, 4, 10, 16, 22,  //
                                                       1, 7, 13, 19, 3, 9, 15, 21, 5, 11, 17, 23}));
    std::string swapped(as_text(encode_npy(array_of<float>({1, 1}, {1.5F}))));
    swapped[swapped.find('<')] = '>';
    std::reverse(swapped.end() - 4, swapped.end());
    volume = parse_volume(swapped, "a.npy");
    EXPECT_EQ(values_of(*volume), std::vector<double>{1.5});
    EXPECT_EQ(volume->dimensions, 2U);
}

TEST(NpyVolume, OfFourAxesHasSeveralVolumes) {
    InputSettings settings;
    settings.volume = 1;
    for (const NpyOrder order : {NpyOrder::c, NpyOrder::fortran}) {
        const Bytes file = encode_npy(array_of<std::uint8_t>({2, 1, 2, 3}, counted<std::uint8_t>(12)), order);
        EXPECT_REFUSED(parse_volume(as_text(file), "a.npy"), "has 2 volumes; choose one with <volume>");
        const auto volume = parse_volume(as_text(file), "a.npy", settings);
        ASSERT_TRUE(volume) << volume.error().message;
        EXPECT_EQ(values_of(*volume), order == NpyOrder::c ? (std::vector<double>{6, 7, 8, 9, 10, 11})
                                                           : (std::vector<double>{1, 5, 9, 3, 7, 11}));
    }
    // This is so whether a volume is chosen or not.
    for (const InputSettings& chosen : {InputSettings(), settings}) {
        EXPECT_REFUSED(parse_volume(as_text(encode_npy(array_of<float>({0, 1, 2, 3}, {}))), "a.npy", chosen),
                       "'a.npy' has 0 volumes; give a file");
    }
}

TEST(NpyVolume, RefusesOtherShapesAndTakesHalves) {
    const auto parse = [](const Array& array) { return parse_volume(as_text(encode_npy(array)), "a.npy"); };
    EXPECT_REFUSED(parse(array_of<float>({6}, {1, 2, 3, 4, 5, 6})), "has 1 dimension, but a volume has three");
    EXPECT_REFUSED(parse(array_of<float>({1, 1, 1, 1, 1}, {1})), "has 5 dimensions");
    EXPECT_REFUSED(parse(array_of<float>({0, 3, 2}, {})), "has 2 x 3 x 0 voxels, so none at all");
    const auto volume = parse(array_of<Half>({1, 1, 1}, {static_cast<Half>(0.5F)}));
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->type, ElementType::f32);
    EXPECT_EQ(values_of(*volume), std::vector<double>{0.5});
}

TEST(NpyVolume, OfBooleansIsReadAsBytes) {
    std::string file(as_text(encode_npy(array_of<std::uint8_t>({1, 1, 3}, {0, 1, 1}))));
    file.replace(file.find("|u1"), 3, "|b1");
    const auto volume = parse_volume(file, "a.npy");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(values_of(*volume), (std::vector<double>{0, 1, 1}));
}

TEST(Volumes, AreReadByTheirContent) {
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice; };
    for (const VolumeSample& sample : volume_samples()) {
        const auto volume = parse_volume(sample.content, "a", settings);
        ASSERT_TRUE(volume) << sample.name << volume.error().message;
        EXPECT_EQ(defect_of(*volume), "") << sample.name;
    }
    EXPECT_EQ(heard, "");
    EXPECT_TRUE(parse_volume(Nifti().file(), "a.npy", settings));
    EXPECT_NE(heard.find("'a.npy' is read as nifti because of its content"), std::string::npos) << heard;
    settings.format = "nii";
    EXPECT_REFUSED(parse_volume("x", "a.nii", settings), "<format>: 'nii' is not a format of a volume");
    EXPECT_REFUSED(parse_volume("x", "a.xyz"), "is not in a known format of volumes");
    EXPECT_REFUSED(parse_volume("x", "a.img"), "half of a pair");
    EXPECT_REFUSED(parse_volume("", "a.nii"), "is empty, so it is not a volume");
    EXPECT_EQ(volume_format_names(), (std::vector<std::string>{"nifti", "npy", "nrrd", "png", "tiff"}));
    EXPECT_NE(volume_formats_help().find(".nrrd .nhdr (NRRD)"), std::string::npos) << volume_formats_help();
}

TEST(Volumes, AreReadAndWrittenPacked) {
    const TemporaryFolder folder;
    const Nifti file;
    const auto volume = read_volume(folder.file("a.nii.gz", gzipped(file.file())));
    ASSERT_TRUE(volume) << volume.error().message;
    const auto written = encode_volume("o.nii.gz", *volume);
    ASSERT_TRUE(written) << written.error().message;
    const auto again = read_volume(folder.file("b.nii.gz", as_text(written->bytes)));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->voxels, volume->voxels);
    EXPECT_EQ(as_text(written->bytes).substr(0, 2), "\x1f\x8b");
    EXPECT_REFUSED(read_volume(folder.path("nothing.nii")), "cannot read");
    InputSettings settings;
    settings.limits.unsized = 100;
    const auto large = read_volume(folder.path("a.nii.gz"), settings);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
}

TEST(Volumes, AreWrittenByTheEndingOfTheName) {
    const TemporaryFolder folder;
    const Volume volume = volume_of<std::uint8_t>({3, 2, 2}, counted<std::uint8_t>(12));
    for (const char* name : {"a.nii", "a.NII.GZ", "a.npy", "a.nrrd", "a.tif", "a.tiff"}) {
        const std::string path = folder.path(name);
        ASSERT_TRUE(check_volume_output("--output", path)) << name;
        const auto content = encode_volume(path, volume);
        ASSERT_TRUE(content) << content.error().message;
        ASSERT_TRUE(write_file(path, content->bytes));
        const auto again = read_volume(path);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->voxels, volume.voxels) << name;
        EXPECT_EQ(again->size, volume.size) << name;
    }
    for (const char* name : {"a.nrrd.gz", "a.nhdr", "a.hdr", "a", "a.png.gz"}) {
        EXPECT_REFUSED(check_volume_output("--output", folder.path(name)), "give a name that ends in .nii, .nii.gz");
        EXPECT_REFUSED(encode_volume(folder.path(name), volume), "give a name that ends in .nii, .nii.gz");
    }
    EXPECT_REFUSED(check_volume_output("--output", "-"), "give a file name");
    EXPECT_REFUSED(check_volume_output("--radius", ""), "--radius: the name of an output file is empty");
    EXPECT_REFUSED(encode_volume("a.png", volume), "one PNG has only one slice");
}

TEST(TiffVolume, OfEveryTypeIsReadBackUnchanged) {
    for (const ElementType type : {ElementType::u8, ElementType::i8, ElementType::u16, ElementType::i16,
                                   ElementType::u32, ElementType::i32, ElementType::f32, ElementType::f64}) {
        Volume volume = with_type(type, [](auto zero) {
            using T = decltype(zero);
            return volume_of<T>({5, 300, 3}, counted<T>(4500, static_cast<T>(3)));
        });
        volume.geometry.spacing = {0.5, 0.25, 3};
        const auto written = encode_volume("a.tif", volume);
        ASSERT_TRUE(written) << written.error().message;
        const auto again = parse_volume(as_text(written->bytes), "a.tif");
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->voxels, volume.voxels) << to_string(type);
        EXPECT_EQ(again->type, type);
        EXPECT_EQ(again->geometry.spacing, volume.geometry.spacing);
    }
    EXPECT_REFUSED(encode_volume("a.tif", volume_of<std::int64_t>({1, 1, 1}, {1})), "i64 cannot be written as TIFF");
}

TEST(TiffVolume, MayHaveAnyStripsAndTiles) {
    const Volume volume = volume_of<std::uint16_t>({37, 45, 2}, counted<std::uint16_t>(37 * 45 * 2));
    const auto row = [&](std::uint32_t z, std::uint32_t y) { return &volume.voxels[(z * 45 + y) * 37 * 2]; };
    // Numbers of rows per strip, from one row to more than the height of 45. Some of them divide the height, others do
    // not. 0 means tiles of 16 x 32.
    for (const std::uint32_t rows : {1U, 7U, 15U, 44U, 45U, 1000U, 0U}) {
        TiffFile file(false);
        TIFF* tiff = file.get();
        for (std::uint32_t z = 0; z < 2; ++z) {
            TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 37U);
            TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 45U);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
            TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
            TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
            if (rows != 0) {
                TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows);
            } else {
                TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16U);
                TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32U);
            }
            const std::uint32_t high = rows != 0 ? rows : 32, wide = rows != 0 ? 37 : 16;
            std::uint32_t number = 0;
            for (std::uint32_t top = 0; top < 45; top += high) {
                for (std::uint32_t left = 0; left < 37; left += wide, ++number) {
                    const std::uint32_t here = rows != 0 ? std::min(high, 45 - top) : high;
                    Bytes part(std::size_t{here} * wide * 2);
                    for (std::uint32_t y = 0; y < std::min(here, 45 - top); ++y) {
                        std::copy_n(row(z, top + y) + 2 * left, 2 * std::min(wide, 37 - left), &part[y * wide * 2]);
                    }
                    const auto bytes = static_cast<tmsize_t>(part.size());
                    ASSERT_EQ(rows != 0 ? TIFFWriteEncodedStrip(tiff, number, part.data(), bytes)
                                        : TIFFWriteEncodedTile(tiff, number, part.data(), bytes),
                              bytes);
                }
            }
            ASSERT_NE(TIFFWriteDirectory(tiff), 0);
        }
        ASSERT_TRUE(file.close()) << file.message();
        const auto again = parse_volume(as_text(file.bytes()), "a.tif");
        ASSERT_TRUE(again) << rows << ": " << again.error().message;
        EXPECT_EQ(again->voxels, volume.voxels) << rows;
    }
}

TEST(TiffVolume, ReadsImagesAndSpacingFromItsDescription) {
    const TiffDescription imagej = read_tiff_description("ImageJ=1.53t\nimages=7\nslices=7\nspacing=2.5\nunit=um\n");
    EXPECT_EQ(imagej.kind, TiffDescription::Kind::imagej);
    EXPECT_EQ(imagej.images, 7U);
    EXPECT_EQ(imagej.channels * imagej.frames, 1U);
    EXPECT_EQ(imagej.spacing[2], 2.5);
    EXPECT_EQ(imagej_description(3, 2.5, "ImageJ=1\nunit=um\nmax=7\n"),
              "ImageJ=1.53t\nimages=3\nslices=3\nspacing=2.5\nunit=um\nloop=false\n");
    const TiffDescription ome = read_tiff_description(
        R"(<?xml version="1.0"?><OME xmlns=""><Image><Pixels SizeC="2" SizeT="3" PhysicalSizeX="0.5" )"
        R"(PhysicalSizeZ="4"/></Image></OME>)");
    EXPECT_EQ(ome.kind, TiffDescription::Kind::ome);
    EXPECT_EQ(ome.channels, 2U);
    EXPECT_EQ(ome.frames, 3U);
    EXPECT_EQ(ome.spacing, (std::array<double, 3>{0.5, 0, 4}));
    EXPECT_EQ(read_tiff_description("a picture").kind, TiffDescription::Kind::none);
}

/// ImageJ writes stacks of more than 4 GB in this way.
TEST(TiffVolume, MayHaveAllItsImagesOnOnePage) {
    for (const bool high_first : {false, true}) {
        for (const bool counts_all : {false, true}) {
            Tiff tiff = tiff_of(4, 3, 16, 1, high_first);
            tiff.add_long(278, {3});
            tiff.add_text(270, "ImageJ=1.53t\nimages=5\nslices=5\nspacing=2.5\nunit=mm\n");
            std::string voxels;
            for (std::uint16_t voxel = 0; voxel < 60; ++voxel) {
                voxels += tiff.raw(static_cast<std::uint16_t>(1000 + 7 * voxel));
            }
            tiff.parts = {voxels};
            std::string content = tiff.file();
            const std::string count = tiff.raw(std::uint16_t{279}) + tiff.raw(std::uint16_t{4}) + tiff.raw(1U);
            ASSERT_NE(content.find(count), std::string::npos);
            if (!counts_all) {
                content.replace(content.find(count) + count.size(), 4, tiff.raw(24U));
            }
            std::string heard;
            InputSettings settings;
            settings.notice = [&](const std::string& notice) { heard += notice; };
            const auto volume = parse_volume(content, "a.tif", settings);
            ASSERT_TRUE(volume) << volume.error().message;
            EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{4, 3, 5}));
            EXPECT_EQ(volume->geometry.spacing[2], 2.5);
            const std::vector<double> values = values_of(*volume);
            for (std::size_t voxel = 0; voxel < values.size(); ++voxel) {
                EXPECT_EQ(values[voxel], 1000 + 7 * static_cast<double>(voxel));
            }
            EXPECT_EQ(heard, "");
            std::string more = content;
            more.replace(more.find("images=5"), 8, "images=99").erase(more.find("spacing=2.5") + 10, 1);
            EXPECT_REFUSED(parse_volume(more, "a.tif"), "says that it has 99 images, but has 1 page");
        }
    }
}

TEST(TiffVolume, WithFewerPagesThanItSaysIsRefused) {
    const auto written = encode_volume("a.tif", volume_of<std::uint8_t>({2, 2, 3}, counted<std::uint8_t>(12)));
    std::string content(as_text(written->bytes));
    const auto replace = [&](const std::string& from, const std::string& to) {
        std::string changed = content;
        return changed.replace(changed.find(from), from.size(), to);
    };
    EXPECT_REFUSED(parse_volume(replace("images=3", "images=9"), "a.tif"),
                   "says that it has 9 images, but has 3 pages");
    EXPECT_REFUSED(parse_volume(replace("slices=3", "frames=2"), "a.tif"), "has 1 channel and 2 moments of time");
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice; };
    EXPECT_TRUE(parse_volume(replace("slices=3", "frames=3"), "a.tif", settings));
    EXPECT_EQ(heard, "'a.tif' calls its pages moments of time; they are read as slices");
}

std::string png(std::uint32_t width, std::uint32_t height, std::uint8_t value) {
    const auto bytes = encode_png(width, height, 1, std::vector<std::uint8_t>(std::size_t{width} * height, value));
    return std::string(as_text(*bytes));
}

TEST(PngFolder, IsReadInTheOrderOfItsNumbers) {
    EXPECT_TRUE(comes_before("s9.png", "s10.png"));
    EXPECT_FALSE(comes_before("s10.png", "s9.png"));
    EXPECT_TRUE(comes_before("s009.png", "s10.png"));
    EXPECT_TRUE(comes_before("a2b10", "a2b11"));
    EXPECT_TRUE(comes_before("a", "a1"));
    EXPECT_TRUE(comes_before("01", "1"));
    EXPECT_FALSE(comes_before("1", "1"));
    EXPECT_TRUE(comes_before("99999999999999999999998", "99999999999999999999999"));
    const TemporaryFolder folder;
    for (const int number : {10, 9, 1, 100}) {
        folder.file("s" + std::to_string(number) + ".png", png(3, 2, static_cast<std::uint8_t>(number)));
    }
    folder.file("notes.txt", "x");
    std::string heard;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { heard += notice; };
    const auto volume = read_volume(folder.path(""), settings);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{3, 2, 4}));
    std::vector<double> expected;
    for (const double value : {1, 9, 10, 100}) {
        expected.insert(expected.end(), 6, value);
    }
    EXPECT_EQ(values_of(*volume), expected);
    EXPECT_NE(heard.find("has 1 name without the ending .png"), std::string::npos) << heard;
}

TEST(PngFolder, OfUnequalSlicesIsRefused) {
    const TemporaryFolder folder;
    EXPECT_REFUSED(read_volume(folder.path("")), "is a folder without a .png");
    folder.file("1.png", png(3, 2, 1));
    folder.file("2.png", png(2, 3, 1));
    EXPECT_REFUSED(read_volume(folder.path("")),
                   "is an image of 2 x 3 pixels of u8, but '1.png' is one of 3 x 2 pixels");
    folder.file("2.png", png(3, 2, 1).substr(0, 40));
    EXPECT_REFUSED(read_volume(folder.path("")), "2.png'");
    InputSettings settings;
    settings.format = "nrrd";
    EXPECT_REFUSED(read_volume(folder.path(""), settings), "leave <format> out");
    folder.file("2.png", png(3, 2, 1));
    settings.format = "png";
    settings.limits.unsized = 11;
    const auto large = read_volume(folder.path(""), settings);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
}

TEST(PngFolder, IsWrittenWholeOrNotAtAll) {
    const TemporaryFolder folder;
    std::vector<std::int32_t> values = counted<std::int32_t>(3 * 2 * 11);
    const auto there_and_back = [&](const std::string& name) -> std::vector<double> {
        const std::string path = folder.path(name);
        EXPECT_TRUE(check_volume_output("--output", path));
        const auto content = encode_volume(path, volume_of<std::int32_t>({3, 2, 11}, values));
        EXPECT_TRUE(content && content->folder && content->files.size() == 11);
        const auto written = write_folder(path, content->files);
        EXPECT_TRUE(written) << (written ? "" : written.error().message);
        const auto volume = read_volume(path);
        return volume ? values_of(*volume) : std::vector<double>();
    };
    EXPECT_EQ(there_and_back("small/"), counted<double>(66));
    values[5] = 65535;
    EXPECT_EQ(there_and_back("wide/")[5], 65535);
    EXPECT_TRUE(std::filesystem::exists(folder.path("wide/00.png")));
    EXPECT_REFUSED(check_volume_output("--output", folder.path("wide/")), "it is not empty; choose another name");
    EXPECT_REFUSED(check_volume_output("--output", folder.path("none/wide/")), "folder '");
    EXPECT_REFUSED(check_volume_output("--output", folder.file("file", "x") + "/"), "is not a folder");
    // An empty folder may be filled.
    std::filesystem::create_directory(folder.path("empty"));
    const std::string empty = folder.path("empty");
    ASSERT_TRUE(check_volume_output("--output", empty));
    EXPECT_TRUE(is_image_output(empty));
    EXPECT_FALSE(is_image_output(folder.path("a.nii")));
    ASSERT_TRUE(write_folder(empty, encode_volume(empty, volume_of<std::int32_t>({3, 2, 11}, values))->files));
    const std::size_t before = folder.entries();
    const std::pair<std::string, Bytes> wrong[] = {{"good", Bytes(3)}, {"no/such/folder", Bytes(3)}};
    EXPECT_REFUSED(write_folder(folder.path("half"), wrong), "no incomplete output was left");
    EXPECT_EQ(folder.entries(), before);
    for (const std::int32_t bad : {-1, 65536}) {
        values[0] = bad;
        EXPECT_REFUSED(encode_volume(empty, volume_of<std::int32_t>({3, 2, 11}, values)),
                       "whole numbers from 0 to 65,535");
    }
    EXPECT_REFUSED(encode_volume(empty, volume_of<float>({1, 1, 1}, {0.5F})), "choose .nii.gz, .nrrd, .npy or .tif");
}

TEST(PngFolder, ThatCannotBeListedIsNotCalledFull) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root lists every folder";
    }
    const TemporaryFolder folder;
    const std::string closed = folder.path("closed");
    std::filesystem::create_directory(closed);
    std::filesystem::permissions(closed, std::filesystem::perms::owner_write);
    EXPECT_REFUSED(check_volume_output("--output", closed), "Permission denied; choose another name");
    std::filesystem::permissions(closed, std::filesystem::perms::owner_all);
}

TEST(PngVolume, IsAnImage) {
    const auto volume = parse_volume(png(3, 2, 7), "a.png");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(volume->dimensions, 2U);
    EXPECT_EQ(values_of(*volume), std::vector<double>(6, 7));
    const auto written = encode_volume("a.png", *volume);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(parse_volume(as_text(written->bytes), "a.png")->voxels, volume->voxels);
}

}  // namespace
}  // namespace vkalgo::formats::test

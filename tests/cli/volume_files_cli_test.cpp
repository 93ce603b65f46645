// Tests files of volumes by `vkalgo thin` and `vkalgo boxcount`: every format as input and output, what is kept of a
// header, and what is refused before anything runs.
#include "cli/formats.hpp"
#include "formats/drawing/png.hpp"
#include "formats/source.hpp"
#include "formats/volumes/volume.hpp"
#include "tests/cli/process.hpp"
#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using namespace vkalgo::formats::test;

namespace {

/// Returns a bar of value 255 in 12 x 9 x 8 voxels.
Volume bar() {
    Volume volume;
    volume.size = {12, 9, 8};
    volume.voxels.resize(12 * 9 * 8);
    for (std::size_t voxel = 0; voxel < volume.voxels.size(); ++voxel) {
        const std::size_t x = voxel % 12, y = voxel / 12 % 9, z = voxel / 108;
        const bool inside = x > 0 && x < 11 && y > 1 && y < 7 && z > 1 && z < 6;
        volume.voxels[voxel] = inside ? std::byte{255} : std::byte{0};
    }
    return volume;
}

/// Writes a volume in the format of the name and returns the path.
std::string write(const TemporaryFolder& folder, const std::string& name, const Volume& volume) {
    const std::string path = folder.path(name);
    const auto content = encode_volume(path, volume);
    EXPECT_TRUE(content) << content.error().message;
    EXPECT_TRUE(content->folder ? write_folder(path, content->files) : write_file(path, content->bytes));
    return path;
}

const Words kNames = {"v.nii", "v.nii.gz", "v.nrrd", "v.npy", "v.tif", "v/"};

TEST(VolumeFiles, OfEveryFormatGiveTheSameSkeletonAndBoxCounts) {
    const TemporaryFolder folder;
    const Volume volume = bar();
    nlohmann::json kept, counts;
    Bytes skeleton;
    for (const std::string& name : kNames) {
        const std::string in = write(folder, name, volume), out = folder.path("s" + name.substr(1));
        const auto thinned = json_of_command("thin", {in, "--output", out});
        const auto counted = json_of_command("boxcount", {in});
        EXPECT_EQ(counted["result"]["shape"], (nlohmann::json{12, 9, 8})) << name;
        auto left = read_volume(out);
        ASSERT_TRUE(left) << left.error().message;
        if (name.ends_with(".png") || name.ends_with('/')) {  // In PNG files, voxels of the skeleton are white (255)
            EXPECT_EQ(std::count(left->voxels.begin(), left->voxels.end(), std::byte{1}), 0) << name;
            std::replace(left->voxels.begin(), left->voxels.end(), std::byte{255}, std::byte{1});
        }
        EXPECT_EQ(left->size, volume.size) << name;
        EXPECT_EQ(left->type, ElementType::u8) << name;
        if (skeleton.empty()) {
            kept = thinned["result"]["kept"];
            counts = counted["result"]["counts"];
            skeleton = left->voxels;
            EXPECT_EQ(kept, std::count(skeleton.begin(), skeleton.end(), std::byte{1}));
        }
        EXPECT_EQ(thinned["result"]["kept"], kept) << name;
        EXPECT_EQ(counted["result"]["counts"], counts) << name;
        EXPECT_EQ(left->voxels, skeleton) << name;
    }
}

TEST(VolumeFiles, KeepTheHeaderOfNiftiByteForByte) {
    const TemporaryFolder folder;
    for (const bool second : {false, true}) {
        for (const bool big_endian : {false, true}) {
            Nifti file;
            file.second = second;
            file.big_endian = big_endian;
            file.type = 4;
            file.bits = 16;
            file.size = {12, 9, 8};
            file.qform = 1;
            file.sform = 2;
            file.quaternion = {0, 1, 0};
            file.rows = {-2, 0, 0, 90, 0, 2, 0, -126, 0, 0, 2, -72};
            file.extension = std::string("\x10\0\0\0\6\0\0\0commentx", 16);
            file.voxels.clear();
            const Volume inside = bar();
            for (const std::byte voxel : inside.voxels) {
                file.voxels += file.number(static_cast<std::int16_t>(voxel == std::byte{0} ? 0 : -7));
            }
            const std::string in = folder.file("v.nii.gz", gzipped(file.file())), out = folder.path("s.nii.gz");
            ASSERT_EQ(run_vkalgo({"thin", in, "--output", out, "--quiet"}).exit_code, 0);
            const auto left = read_volume(out);
            ASSERT_TRUE(left) << left.error().message;
            Nifti expected = file;
            expected.type = 2;
            expected.bits = 8;
            expected.slope = 1;
            expected.voxels = std::string(as_text(left->voxels));
            std::string bytes = expected.file();
            const std::string none(second ? 8 : 4, '\0');
            bytes.replace(second ? 192 : 124, none.size(), none);  // cal_max, the upper limit for display, is cleared
            EXPECT_EQ(content_of(out), bytes);
            EXPECT_EQ(left->geometry.to_world, (std::array<double, 12>{-2, 0, 0, 90, 0, 2, 0, -126, 0, 0, 2, -72}));
        }
    }
}

TEST(VolumeFiles, KeepTheFieldsOfNrrdAndTheGeometryInOtherFormats) {
    const TemporaryFolder folder;
    const std::string fields =
        "content: a bar\nspace: left-posterior-superior\nspace directions: (0.5,0,0) (0,0,2) (0,-1,0)\nspace origin: "
        "(1,2,3)\nspace units: \"mm\" \"mm\" \"mm\"\nmy key:=and its value\n";
    const Volume volume = bar();
    const std::string in =
        folder.file("v.nrrd", nrrd_file("type: uchar\ndimension: 3\nsizes: 12 9 8\nencoding: raw\n" + fields,
                                        std::string(as_text(volume.voxels))));
    const std::string out = folder.path("s.nrrd"), radius = folder.path("r.nrrd"), other = folder.path("s.nii");
    const auto json = json_of_command("thin", {in, "--output", out, "--radius", radius});
    EXPECT_EQ(json["parameters"]["spacing"], (nlohmann::json{0.5, 2.0, 1.0}));
    EXPECT_NE(content_of(out).find("type: uint8\ndimension: 3\n" + fields), std::string::npos);
    EXPECT_NE(content_of(radius).find("type: float\ndimension: 3\n" + fields), std::string::npos);
    ASSERT_EQ(run_vkalgo({"thin", in, "--output", other, "--quiet"}).exit_code, 0);
    const auto left = read_volume(other);
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(left->geometry.to_world, (std::array<double, 12>{-0.5, 0, 0, -1, 0, 0, 1, -2, 0, 2, 0, 3}));
    EXPECT_EQ(left->geometry.spacing, (std::array<double, 3>{0.5, 2, 1}));
}

TEST(VolumeFiles, KeepTheLabelsOfALabelMap) {
    const TemporaryFolder folder;
    Nifti file;
    file.type = 4;
    file.bits = 16;
    file.size = {12, 9, 8};
    file.intent = 1002;
    file.voxels.clear();
    const Volume inside = bar();
    for (std::size_t voxel = 0; voxel < inside.voxels.size(); ++voxel) {
        const std::int16_t label = voxel % 12 < 6 ? 300 : 7;
        file.voxels += little(inside.voxels[voxel] == std::byte{0} ? std::int16_t{0} : label);
    }
    const std::string in = folder.file("v.nii", file.file()), out = folder.path("s.nii.gz"), slices = folder.path("s/");
    EXPECT_EQ(json_of_command("thin", {in, "--labels", "all", "--output", out})["result"]["labels"], 2);
    ASSERT_EQ(run_vkalgo({"thin", in, "--labels", "all", "--output", slices, "--quiet"}).exit_code, 0);
    const auto left = read_volume(out), images = read_volume(slices);
    ASSERT_TRUE(left && images);
    auto values = values_of(*left);
    EXPECT_EQ(values_of(*images), values);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    EXPECT_EQ(values, (std::vector<double>{0, 7, 300}));
    std::int16_t intent = 0;
    std::memcpy(&intent, content_of(out).data() + 68, sizeof intent);
    EXPECT_EQ(intent, 1002);
}

TEST(VolumeFiles, AreComparedByTheirScaledValues) {
    const TemporaryFolder folder;
    Nifti file;
    file.slope = 0.5;
    file.intercept = -1;
    file.voxels = std::string("\0\1\2\3\4\5\6\7\0\0\0\0", 12);
    const std::string in = folder.file("v.nii", file.file());
    const auto inside = [&](const Words& words) {
        Words arguments = {in, "--quiet"};  // No warning that voxels are not cubes
        arguments.insert(arguments.end(), words.begin(), words.end());
        return json_of_command("boxcount", arguments)["result"]["voxels"];
    };
    EXPECT_EQ(inside({}), 11);  // The stored number 2 is scaled to 0
    EXPECT_EQ(inside({"--threshold", "0.5"}), 4);
    EXPECT_EQ(inside({"--label", "1.5"}), 1);
}

TEST(VolumeFiles, ComeFromStandardInputAndByNumber) {
    Nifti file;
    file.size = {3, 2, 2, 2};
    file.voxels = std::string(12, '\0') + std::string(12, '\1');
    ProcessSettings settings;
    settings.input = gzipped(file.file());
    expect_refused({{"boxcount", "-"}, 2, "'standard input' has 2 volumes; choose one with --volume"}, settings);
    EXPECT_EQ(json_of_command("boxcount", {"-", "--quiet", "--volume", "1"}, settings)["result"]["voxels"], 12);
    EXPECT_EQ(json_of_command("boxcount", {"-", "--quiet", "--volume", "0"}, settings)["result"]["voxels"], 0);
    expect_refused({{"thin", "-", "--volume", "2"}, 2, "there is no --volume 2; choose 0 ... 1"}, settings);
}

TEST(VolumeFiles, ThatAreInvalidAreRefusedAndNothingIsWritten) {
    const TemporaryFolder folder;
    const auto check = [&](const std::string& name, const std::string& content, const std::string& message) {
        const std::string in = folder.file(name, content), out = folder.path("out.nii");
        for (const char* command : {"thin", "boxcount"}) {
            Words words = {command, in};
            if (words[0] == "thin") {
                words.insert(words.end(), {"--output", out});
            }
            expect_refused({words, 2, message});
        }
        std::filesystem::remove(in);
        EXPECT_EQ(folder.entries(), 0U);
    };
    const auto nifti = [&](auto change, const std::string& message) {
        Nifti file;
        change(file);
        check("v.nii", file.file(), message);
    };
    nifti([](Nifti& file) { file.size = {3000, 3000, 3000}; }, "but only 12 bytes of them are there");
    nifti([](Nifti& file) { file.type = 128; }, "RGB colours");
    nifti([](Nifti& file) { file.type = 9; }, "an unknown kind");
    nifti([](Nifti& file) { file.big_endian = true, file.size = {3, -1, 2}; }, "-1 voxels along axis 2");
    nifti([](Nifti& file) { file.offset = 1e9; }, "the file is truncated or its header is wrong");
    check("v.hdr", Nifti{.magic = std::string("ni1\0", 4)}.file(), "is the header of a NIfTI pair");
    check("v.nrrd", nrrd_file("type: uchar\ndimension: 3\nsizes: 9 9 9\nencoding: raw\n", "few"), "but there are 3");
    check("v.tif", "II*", "'");
    check("v.png", "\x89PNG\r\n\x1a\n", "'");
    check("v.nii.gz", Nifti().file(), "gzip");
    check("v.nii", "", "is empty, so it is not a volume");
    check("v.dcm", "DICM", "is not in a known format of volumes");
}

TEST(VolumeFiles, BeyondTheLimitsAreRefusedBeforeTheyAreRead) {
    const TemporaryFolder folder;
    Nifti file;
    file.size = {1000, 1000, 1000};
    file.voxels.clear();
    const std::string start = file.file();
    constexpr std::uint64_t kMax = std::uint64_t{128} << 20;
    const std::string bomb = folder.file("v.nii.gz", gzip_bomb(start, std::string(1024, '\0'), 300));
    expect_refused_within(2 * kMax, {"boxcount", bomb, "--input-limit", "32Mi"}, "than --input-limit (32 MiB)");
    const std::string packed = folder.file(
        "v.nrrd", nrrd_file("type: float\ndimension: 3\nsizes: 2000 2000 2000\nencoding: gzip\nendian: little\n",
                            gzip_bomb("", std::string(1024, '\0'), 8000)));
    expect_refused_within(kMax + kMax / 2, {"thin", packed}, "raise --input-limit");
    const std::string plain = folder.file("w.nii", start + std::string(std::size_t{2} << 20, '\1'));
    expect_refused_within(kMax, {"thin", plain, "--memory", "1Mi"}, "which --memory sets; raise it");
}

TEST(VolumeFiles, CountNaNAsOutside) {
    const TemporaryFolder folder;
    const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
    // A bar of infinities and ones, surrounded by NaN and minus infinity.
    Volume volume;
    volume.type = ElementType::f32;
    volume.size = {9, 6, 5};
    std::vector<float> values;
    for (std::size_t voxel = 0; voxel < 9 * 6 * 5; ++voxel) {
        const bool inside = voxel / 9 % 6 > 0 && voxel / 9 % 6 < 4 && voxel / 54 > 0 && voxel / 54 < 4;
        values.push_back(inside ? (voxel % 2 == 0 ? infinity : 1) : voxel % 3 == 0 ? -infinity : nan);
    }
    const auto bytes = std::as_bytes(std::span(values));
    volume.voxels.assign(bytes.begin(), bytes.end());
    for (const std::string name : {"v.nii", "v.nrrd", "v.npy"}) {
        const std::string in = write(folder, name, volume), picture = folder.path("p.png");
        const auto thinned = json_of_command("thin", {in, "--threshold", "0", "--verify", "--picture", picture});
        EXPECT_EQ(thinned["result"]["voxels"], 81) << name;
        EXPECT_EQ(thinned["result"]["topology"]["objects"], 1) << name;
        EXPECT_TRUE(parse_png(*read_file(picture), picture));
        EXPECT_EQ(json_of_command("boxcount", {in, "--threshold", "0", "--verify"})["result"]["voxels"], 81) << name;
        EXPECT_EQ(json_of_command("boxcount", {in, "--label", "1", "--verify"})["result"]["counts"][0],
                  std::count(values.begin(), values.end(), 1.0f));
        expect_refused({{"thin", in, "--labels", "all"}, 2, "labels must be whole numbers from 0 to 2^32 - 1"});
    }
}

TEST(VolumeFiles, ThatAreEmptyOrFullGiveAnAnswer) {
    const TemporaryFolder folder;
    for (const bool full : {false, true}) {
        Volume volume;
        volume.size = {11, 10, 9};
        volume.voxels.assign(990, full ? std::byte{1} : std::byte{0});
        const std::string in = write(folder, full ? "full.nii.gz" : "empty.nii.gz", volume);
        const std::string out = folder.path("s.nii.gz"), radius = folder.path("r.nii"), graph = folder.path("g.csv"),
                          picture = folder.path("p.png");
        for (const std::string method : {"palagyi", "lee"}) {
            const auto json = json_of_command("thin", {in, "--method", method, "--verify", "--output", out, "--radius",
                                                       radius, "--graph", graph, "--picture", picture, "--quiet"});
            EXPECT_EQ(json["result"]["voxels"], full ? 990 : 0);
            EXPECT_EQ(json["result"]["topology"],
                      (nlohmann::json{{"objects", full ? 1 : 0}, {"cavities", 0}, {"tunnels", 0}}));
            EXPECT_EQ(json["result"]["kept"] == 0, !full);
            EXPECT_EQ(read_volume(out)->size, volume.size);
        }
        EXPECT_EQ(json_of_command(
                      "thin", {in, "--labels", "all", "--verify", "--picture", picture, "--quiet"})["result"]["labels"],
                  full ? 1 : 0);
        const auto counted = json_of_command("boxcount", {in, "--verify", "--lacunarity", "--quiet"});
        EXPECT_EQ(counted["result"]["counts"][0], full ? 990 : 0);
        EXPECT_EQ(counted["result"]["dimension"].is_null(), !full);
    }
}

TEST(VolumeFiles, AreNotWrittenIntoAFolderThatHasFiles) {
    const TemporaryFolder folder;
    const std::string in = write(folder, "v.nii", bar());
    std::filesystem::create_directory(folder.path("s"));
    ASSERT_EQ(run_vkalgo({"thin", in, "--output", folder.path("s"), "--quiet"}).exit_code, 0);
    EXPECT_EQ(read_volume(folder.path("s"))->size, bar().size);
    expect_refused(
        {{"thin", in, "--output", folder.path("s")}, 2, "it is not empty; choose another name, or remove the folder"});
    expect_refused({{"thin", in, "--output", folder.path("no/s/")}, 2, "choose another folder"});
    EXPECT_EQ(folder.entries(), 2U);
    const auto failed = run_vkalgo({"thin", in, "--spacing", "0.3,0.3,0.3", "--radius", folder.path("r/")});
    EXPECT_EQ(failed.exit_code, 2) << failed.errors;
    EXPECT_EQ(folder.entries(), 2U);
}

}  // namespace
}  // namespace vkalgo::cli::test

// Runs `vkalgo thin` as a process. Inputs are volumes; outputs are skeletons, radii, graphs and pictures. Also tests
// messages about bad input.
#include "algorithms/volume/thinning_plan.hpp"
#include "cli/formats.hpp"
#include "formats/drawing/png.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "formats/volumes/volume.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <png.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

template <class T>
std::string npy_of(const TemporaryFolder& folder, const std::string& name, std::vector<std::uint64_t> shape,
                   const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    const Bytes file = encode_npy({element_type_of<T>(), std::move(shape), {bytes.begin(), bytes.end()}});
    return folder.file(name, as_text(file));
}

/// Writes a volume that a bar of 5 x 5 x 30 voxels of `value` along x fills, and returns its path.
std::string bar_of(const TemporaryFolder& folder, std::uint8_t value = 1) {
    return npy_of<std::uint8_t>(folder, "bar.npy", {5, 5, 30}, std::vector<std::uint8_t>(750, value));
}

template <class T>
std::vector<T> voxels_of(const std::string& path) {
    const auto volume = read_volume(path);
    EXPECT_TRUE(volume) << volume.error().message;
    std::vector<T> values(volume ? volume->voxels.size() / sizeof(T) : 0);
    if (volume) {
        EXPECT_EQ(volume->type, element_type_of<T>());
        std::memcpy(values.data(), volume->voxels.data(), values.size() * sizeof(T));
    }
    return values;
}

TEST(ThinCommand, WritesSkeletonsThatViewersOfImagesShow) {
    const TemporaryFolder folder;
    const std::string image = npy_of<std::uint8_t>(folder, "i.npy", {5, 30}, std::vector<std::uint8_t>(150, 1));
    const std::string out = folder.path("s.png"), labels = folder.path("l.png");
    const auto json = json_of_command("thin", {image, "--output", out, "--spacing", "2"});
    EXPECT_EQ(json["parameters"]["spacing"], (nlohmann::json{2.0, 2.0, 2.0}));
    const auto drawn = voxels_of<std::uint8_t>(out);
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), 255), json["result"]["kept"]);
    EXPECT_EQ(json_of_command("thin", {out})["result"]["kept"], json["result"]["kept"]);
    const std::string slices = folder.path("slices");
    std::filesystem::create_directory(slices);
    json_of_command("thin", {image, "--output", slices});
    EXPECT_EQ(voxels_of<std::uint8_t>(slices), drawn);
    EXPECT_EQ(json_of_command("thin", {image, "--labels", "all", "--output", labels})["result"]["kept"],
              json["result"]["kept"]);
    const auto kept = voxels_of<std::uint8_t>(labels);
    EXPECT_EQ(std::count(kept.begin(), kept.end(), 1), json["result"]["kept"]);
}

TEST(ThinCommand, SaysThatNothingIsInside) {
    const TemporaryFolder folder;
    const auto run = run_vkalgo({"thin", bar_of(folder), "--threshold", "9"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.errors.find("no voxel is greater than --threshold, so nothing is inside"), std::string::npos);
}

struct RgbPixels {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> samples;

    std::array<std::uint8_t, 3> at(std::size_t x, std::size_t y) const {
        const std::uint8_t* const pixel = &samples[3 * (y * width + x)];
        return {pixel[0], pixel[1], pixel[2]};
    }
};

/// Reads a PNG of colours by libpng, because our reader converts it to grey.
RgbPixels picture_of(const Bytes& file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    RgbPixels picture;
    EXPECT_NE(png_image_begin_read_from_memory(&image, file.data(), file.size()), 0);
    image.format = PNG_FORMAT_RGB;
    picture.samples.resize(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, picture.samples.data(), 0, nullptr), 0);
    picture.width = image.width;
    picture.height = image.height;
    return picture;
}

TEST(ThinCommand, LeavesALineOfABarByEveryMethod) {
    const TemporaryFolder folder;
    const std::string bar = bar_of(folder), out = folder.path("s.npy");
    for (const std::string_view method : thinning_method_names()) {
        const auto json = json_of_command("thin", {bar, "--method", std::string(method), "--verify", "--output", out});
        EXPECT_EQ(json["result"]["shape"], (nlohmann::json{30, 5, 5}));
        EXPECT_EQ(json["result"]["voxels"], 750);
        EXPECT_EQ(json["result"]["method"], method);
        EXPECT_EQ(json["verified"], true);
        EXPECT_GT(json["result"]["iterations"], 1);
        const auto voxels = voxels_of<std::uint8_t>(out);
        EXPECT_EQ(json["result"]["kept"], std::count(voxels.begin(), voxels.end(), 1));
        EXPECT_EQ(json["parameters"]["kind"], "curve");
        EXPECT_EQ(json["result"]["topology"], (nlohmann::json{{"objects", 1}, {"cavities", 0}, {"tunnels", 0}}));
    }
    EXPECT_EQ(json_of_command("thin", {bar})["result"]["method"], "palagyi");
    EXPECT_EQ(json_of_command("thin", {bar, "--kind", "surface", "--verify", "--repeat", "2"})["verified"], true);
}

TEST(ThinCommand, WritesRadiusGraphAndPicture) {
    const TemporaryFolder folder;
    const std::string bar = bar_of(folder);
    const std::string radius = folder.path("r.npy"), csv = folder.path("g.csv"), json = folder.path("g.json");
    const std::string picture = folder.path("p.png");
    const auto answer =
        json_of_command("thin", {bar, "--spacing", "2,1,1", "--radius", radius, "--graph", csv, "--picture", picture});
    EXPECT_EQ(answer["result"]["branches"], 1);
    EXPECT_EQ(answer["result"]["nodes"], 2);
    EXPECT_EQ(answer["parameters"]["spacing"], (nlohmann::json{2.0, 1.0, 1.0}));
    const auto radii = voxels_of<float>(radius);
    EXPECT_EQ(*std::max_element(radii.begin(), radii.end()), 3.0f);
    const std::string text = content_of(csv);
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "branch,label,from,to,from_kind,to_kind,from_x,from_y,from_z,to_x,to_y,to_z,voxels,length,mean_radius");
    EXPECT_NE(text.find("\n0,1,0,1,end,end,"), std::string::npos) << text;
    json_of_command("thin", {bar, "--graph", json});
    const auto graph = nlohmann::json::parse(content_of(json));
    EXPECT_EQ(graph["nodes"].size(), 2u);
    EXPECT_EQ(graph["branches"][0]["voxels"].size(), answer["result"]["kept"]);
    EXPECT_EQ(graph["branches"][0]["voxels"][0].size(), 3u);
    const auto drawn = parse_png(*read_file(picture), picture);
    ASSERT_TRUE(drawn);
    // Each voxel is eight pixels high and, since it is twice as long along x as along y and z, 16 pixels wide.
    EXPECT_EQ(drawn->shape, (std::vector<std::uint64_t>{40, 480}));
}

TEST(ThinCommand, DrawsTheSelectedVoxelsAndTheirSkeleton) {
    const TemporaryFolder folder;
    // Two bars along x in a volume that is mostly empty: labels 1 and 2.
    std::vector<std::uint8_t> bars(10 * 60 * 100, 0);
    for (std::size_t voxel = 0; voxel < bars.size(); ++voxel) {
        const std::size_t x = voxel % 100, y = voxel / 100 % 60, z = voxel / 6000;
        if (x >= 20 && x < 68 && z >= 2 && z < 7) {
            bars[voxel] = y >= 20 && y < 25 ? 1 : y >= 30 && y < 35 ? 2 : 0;
        }
    }
    const std::string file = npy_of(folder, "bars.npy", {10, 60, 100}, bars), picture = folder.path("p.png");
    json_of_command("thin", {file, "--labels", "all", "--picture", picture});
    const auto drawn = [&] { return picture_of(*read_file(picture)); };
    const RgbPixels all = drawn();
    // The picture shows both bars, with a margin of four voxels on both sides and of two above and below: 56 by 19
    // voxels, each eight pixels wide and high.
    EXPECT_EQ(all.width, 448u);
    EXPECT_EQ(all.height, 152u);
    const auto saturated = [](const std::array<std::uint8_t, 3>& pixel) {
        return *std::max_element(pixel.begin(), pixel.end()) - *std::min_element(pixel.begin(), pixel.end()) > 60;
    };
    const auto first = all.at(224, 36), second = all.at(224, 116);
    EXPECT_TRUE(saturated(first) && saturated(second));
    EXPECT_NE(first, second);
    EXPECT_FALSE(saturated(all.at(224, 76)));
    EXPECT_LT(all.at(3, 3)[1], 20);
    EXPECT_GT(all.at(224, 20)[1], 30);
    json_of_command("thin", {file, "--label", "3", "--picture", picture, "--quiet"});
    EXPECT_EQ(drawn().width, 512u);
}

TEST(ThinCommand, SelectsByThresholdAndLabelAndTakesAllLabels) {
    const TemporaryFolder folder;
    // Three slabs side by side, with the labels 3, 7 and 9.
    std::vector<std::int16_t> labels;
    for (int voxel = 0; voxel < 12 * 9 * 5; ++voxel) {
        labels.push_back(voxel % 12 < 4 ? std::int16_t{3} : voxel % 12 < 8 ? std::int16_t{7} : std::int16_t{9});
    }
    const std::string map = npy_of(folder, "l.npy", {5, 9, 12}, labels), out = folder.path("o.npy");
    EXPECT_EQ(json_of_command("thin", {map, "--label", "7"})["result"]["voxels"], 4 * 9 * 5);
    EXPECT_EQ(json_of_command("thin", {map, "--threshold", "3.5"})["result"]["voxels"], 8 * 9 * 5);
    EXPECT_EQ(json_of_command("thin", {map, "--label", "1", "--quiet"})["result"]["kept"], 0);
    const auto all =
        json_of_command("thin", {map, "--labels", "all", "--verify", "--output", out, "--graph", folder.path("g.csv")});
    EXPECT_EQ(all["result"]["labels"], 3);
    EXPECT_EQ(all["verified"], true);
    EXPECT_EQ(all["result"]["topology"]["objects"], 3);
    const auto left = voxels_of<std::int16_t>(out);
    for (const int label : {3, 7, 9}) {
        const auto alone = json_of_command("thin", {map, "--label", std::to_string(label)});
        EXPECT_EQ(alone["result"]["kept"], std::count(left.begin(), left.end(), label));
    }
}

TEST(ThinCommand, SaysThatNoVoxelHasALabel) {
    const TemporaryFolder folder;
    const std::string map = npy_of(folder, "l.npy", {2, 2, 2}, std::vector<std::uint8_t>(8, 0));
    const auto run = run_vkalgo({"thin", map, "--labels", "all", "--output", folder.path("o.npy")});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("l.npy: all voxels are 0, so no voxel has a label, and nothing is inside"),
              std::string::npos)
        << run.errors;
    EXPECT_EQ(voxels_of<std::uint8_t>(folder.path("o.npy")), std::vector<std::uint8_t>(8, 0));
}

TEST(ThinCommand, ThinsImagesAndRandomBodies) {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> image(40 * 30, 0);
    for (std::size_t k = 0; k < image.size(); ++k) {
        image[k] = k / 40 > 8 && k / 40 < 20 && k % 40 > 3 && k % 40 < 36 ? 200 : 0;
    }
    const std::string path = npy_of(folder, "i.npy", {30, 40}, image);
    for (const char* method : {"palagyi", "lee"}) {
        const auto json = json_of_command("thin", {path, "--method", method, "--verify"});
        EXPECT_EQ(json["verified"], true);
        EXPECT_LT(json["result"]["kept"], 60);
        EXPECT_GT(json["result"]["kept"], 10);
    }
    const auto body = json_of_command("thin", {"--n", "40", "--seed", "3", "--verify"});
    EXPECT_EQ(body["verified"], true);
    EXPECT_EQ(body["result"]["shape"], (nlohmann::json{40, 40, 40}));
    EXPECT_EQ(run_vkalgo({"thin", "--n", "40", "--seed", "3", "--quiet"}).output,
              std::to_string(body["result"]["kept"].get<int>()) + "\n");
}

TEST(ThinCommand, KeepsTheHeaderOfAVolume) {
    const TemporaryFolder folder;
    Volume volume;
    volume.size = {9, 7, 6};
    volume.voxels.assign(9 * 7 * 6, std::byte{1});
    volume.geometry.spacing = {0.5, 2, 3};
    const std::string in = folder.path("v.nii"), out = folder.path("s.nii");
    const auto encoded = encode_volume(in, volume);
    ASSERT_TRUE(encoded) << encoded.error().message;
    folder.file("v.nii", as_text(encoded->bytes));
    EXPECT_EQ(json_of_command("thin", {in, "--output", out})["parameters"]["spacing"], (nlohmann::json{0.5, 2.0, 3.0}));
    const auto left = read_volume(out);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->size, volume.size);
    EXPECT_EQ(left->geometry.spacing, volume.geometry.spacing);
}

TEST(ThinCommand, WritesTheSpacingThatReplacesTheHeaders) {
    const TemporaryFolder folder;
    Volume volume;
    volume.size = {9, 7, 6};
    volume.voxels.assign(9 * 7 * 6, std::byte{1});
    volume.geometry.spacing = {0.5, 2, 3};
    volume.geometry.to_world = {-0.5, 0, 0, 10, 0, 2, 0, 20, 0, 0, 3, 30};
    for (const std::string name : {"v.nii", "v.nrrd", "v.tif"}) {
        const auto encoded = encode_volume(name, volume);
        ASSERT_TRUE(encoded) << encoded.error().message;
        const std::string in = folder.file(name, as_text(encoded->bytes));
        const std::string out = folder.path("out-" + name), radius = folder.path("radius-" + name);
        json_of_command("thin", {in, "--spacing", "1,4,3", "--output", out, "--radius", radius});
        for (const std::string& path : {out, radius}) {
            const auto left = read_volume(path);
            ASSERT_TRUE(left) << path;
            EXPECT_EQ(left->geometry.spacing, (std::array<double, 3>{1, 4, 3})) << path;
            if (name != "v.tif") {
                ASSERT_TRUE(left->geometry.to_world) << path;
                EXPECT_EQ(*left->geometry.to_world, (std::array<double, 12>{-1, 0, 0, 10, 0, 4, 0, 20, 0, 0, 3, 30}))
                    << path;
            }
        }
    }
}

TEST(ThinCommand, PrintsWhatTheDocumentationShows) {
    const std::string page = content_of(vkalgo::test::source_folder() + "/docs/thinning.md");
    const ProcessResult shown = run_vkalgo({"thin", "--n", "64", "--verify"});
    for (const char* name : {"volume", "method", "skeleton", "topology", "verified"}) {
        const std::size_t begin = shown.output.find(name);
        ASSERT_NE(begin, std::string::npos);
        const std::string line = shown.output.substr(begin, shown.output.find('\n', begin) - begin);
        EXPECT_NE(page.find(line), std::string::npos) << line;
    }
}

TEST(ThinBadInput, IsNamed) {
    const TemporaryFolder folder;
    const std::string bar = bar_of(folder);
    const std::string halves = npy_of<float>(folder, "h.npy", {2, 2}, {0, 1, 2.5f, 3});
    const std::string negative = npy_of<std::int8_t>(folder, "n.npy", {2, 2}, {0, 1, -2, 3});
    expect_refused("thin", {}, "nothing to thin");
    expect_refused("thin", {bar, "--n", "5"}, "but a VOLUME is given");
    expect_refused("thin", {bar, "--seed", "5"}, "--seed");
    expect_refused("thin", {"--n", "0"}, "--n");
    expect_refused("thin", {"--n", "5", "--format", "npy"}, "--format");
    expect_refused("thin", {folder.path("missing.npy")}, "missing.npy");
    expect_refused("thin", {bar, "--method", "guess"}, "guess");
    expect_refused("thin", {bar, "--method", "lee", "--kind", "surface"}, "only curves");
    expect_refused("thin", {bar, "--kind", "surface", "--graph", folder.path("g.csv")}, "--graph");
    expect_refused("thin", {bar, "--threshold", "1", "--label", "1"}, "one of them");
    expect_refused("thin", {bar, "--threshold", "many"}, "many");
    expect_refused("thin", {bar, "--labels", "some"}, "some");
    expect_refused("thin", {bar, "--spacing", "1,2"}, "three numbers");
    expect_refused("thin", {bar, "--spacing", "1,2,0"}, "1e-15");
    expect_refused("thin", {bar, "--spacing", "1,2,nan"}, "nan");
    expect_refused("thin", {halves, "--labels", "all"},
                   "voxel 0,1,0 (x,y,z from 0) has 2.5; labels must be whole numbers");
    expect_refused("thin", {negative, "--labels", "all"}, "has -2");
    expect_refused("thin", {bar, "--output", folder.path("s.txt")}, "--output");
    expect_refused("thin", {bar, "--output", bar}, "--output");
    expect_refused("thin", {bar, "--output", folder.path("a.npy"), "--radius", folder.path("a.npy")}, "--radius");
    expect_refused("thin", {bar, "--output", folder.path("a.npy"), "--radius", folder.path("./a.npy")}, "same file");
    expect_refused("thin", {bar, "--output", "a.npy", "--radius", "./a.npy"}, "same file");
    expect_refused("thin", {bar, "--output", folder.path("a.nrrd"), "--radius", folder.path("a.nrrd/")}, "same file");
    expect_refused("thin", {bar, "--picture", folder.path("p.jpg")}, "--picture");
    expect_refused("thin", {bar, "--picture", "-"}, "--picture");
    expect_refused("thin", {bar, "--graph", folder.path("g.png")}, "--graph");
    expect_refused("thin", {bar, "--memory", "1000"}, "--memory");
    // The volume is refused before it is generated, which would take long.
    expect_refused("thin", {"--n", "900", "--memory", "1M"}, "--memory");
    EXPECT_EQ(folder.entries(), 3u);
    // The header is separate from its data, and the data must not be overwritten either.
    folder.file("data.nrrd", "0123456789abcdef");
    const std::string header = folder.file(
        "header.nhdr", "NRRD0004\ntype: uint8\ndimension: 2\nsizes: 4 4\nencoding: raw\ndata file: data.nrrd\n");
    expect_refused("thin", {header, "--output", folder.path("data.nrrd")}, "this file is also an input");
    EXPECT_EQ(content_of(folder.path("data.nrrd")), "0123456789abcdef");
}

}  // namespace
}  // namespace vkalgo::cli::test

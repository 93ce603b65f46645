// Runs `vkalgo boxcount` as a process: known shapes, inputs, outputs, and messages about bad input.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns Menger's sponge of 81 voxels per side.
std::vector<std::uint8_t> sponge() {
    constexpr std::uint32_t kSide = 81;
    std::vector<std::uint8_t> voxels;
    for (std::uint32_t voxel = 0; voxel < kSide * kSide * kSide; ++voxel) {
        bool inside = true;
        for (std::uint32_t cell = 1; cell < kSide; cell *= 3) {
            int middles = 0;
            for (std::uint32_t at = voxel; at != 0; at /= kSide) {
                middles += at % kSide / cell % 3 == 1 ? 1 : 0;
            }
            inside = inside && middles < 2;
        }
        voxels.push_back(inside ? 200 : 0);
    }
    return voxels;
}

TEST(BoxCountCommand, FindsTheDimensionOfMengersSponge) {
    const TemporaryFolder folder;
    const std::string file = npy(folder, "sponge.npy", {81, 81, 81}, sponge());
    const auto json = json_of_command("boxcount", {file, "--sizes", "3^k", "--verify"});
    const auto& result = json["result"];
    EXPECT_EQ(result["shape"], (std::vector<int>{81, 81, 81}));
    EXPECT_EQ(result["voxels"], 160000);
    EXPECT_EQ(result["sizes"], (std::vector<int>{1, 3, 9, 27, 81}));
    EXPECT_EQ(result["counts"], (std::vector<int>{160000, 8000, 400, 20, 1}));
    EXPECT_NEAR(result["dimension"].get<double>(), std::log(20) / std::log(3), 1e-9);
    EXPECT_NEAR(result["r_squared"].get<double>(), 1, 1e-9);
    EXPECT_EQ(json["verified"], true);
    const std::string csv = folder.path("boxes.csv"), svg = folder.path("boxes.svg");
    for (const char* method : {"pyramid", "sort"}) {
        const auto twos = json_of_command(
            "boxcount", {file, "--method", method, "--fit", "1:32", "--verify", "--output", csv, "--plot", svg});
        EXPECT_EQ(twos["result"]["method"], method);
        EXPECT_EQ(twos["result"]["sizes"], (std::vector<int>{1, 2, 4, 8, 16, 32, 64, 128}));
        EXPECT_EQ(twos["result"]["counts"][7], 1);
        EXPECT_EQ(twos["result"]["slopes"].size(), 7U);
        EXPECT_EQ(twos["parameters"]["fit"], (std::vector<int>{1, 32}));
        EXPECT_EQ(content_of(csv).substr(0, 24), "size,count,slope\n1,16000");
        EXPECT_NE(content_of(svg).find("dimension 2."), std::string::npos);
    }
    EXPECT_EQ(run_vkalgo({"boxcount", file, "--sizes", "1,3", "--quiet"}).output.substr(0, 7), "2.72683");
}

TEST(BoxCountCommand, CountsByThresholdLabelOffsetsAndLacunarity) {
    const TemporaryFolder folder;
    // A plane with label 1 in the left half and -2 in the right half. Boxes of side 2 at offset 1 contain voxels with
    // both labels.
    std::vector<std::int16_t> labels(64);
    for (std::size_t voxel = 0; voxel < 64; ++voxel) {
        labels[voxel] = voxel % 8 < 4 ? 1 : -2;
    }
    const std::string file = npy(folder, "labels.npy", {8, 8}, labels);
    EXPECT_EQ(json_of_command("boxcount", {file})["result"]["counts"], (std::vector<int>{64, 16, 4, 1}));
    EXPECT_NEAR(json_of_command("boxcount", {file})["result"]["dimension"].get<double>(), 2, 1e-12);
    EXPECT_EQ(json_of_command("boxcount", {file, "--label", "-2"})["result"]["counts"],
              (std::vector<int>{32, 8, 2, 1}));
    EXPECT_EQ(json_of_command("boxcount", {file, "--threshold", "0.5"})["result"]["counts"],
              (std::vector<int>{32, 8, 2, 1}));
    const auto shifted = json_of_command(
        "boxcount", {file, "--label", "1", "--sizes", "2,4", "--offsets", "all", "--lacunarity", "--verify"})["result"];
    EXPECT_EQ(shifted["counts"], (std::vector<int>{8, 2}));
    EXPECT_EQ(shifted["grids"], (std::vector<int>{4, 16}));
    // Offsets 0 and 1 along y give 4 and 5 rows of boxes; along x they give 2 and 3 boxes per row.
    EXPECT_EQ(shifted["mean_counts"][0], (8 + 12 + 10 + 15) / 4.0);
    // Of the 7 positions of a gliding box along x, three have mass 4, one has mass 2, and three have mass 0.
    EXPECT_NEAR(shifted["lacunarity"][0].get<double>(), (3 * 16 + 4) / 7.0 / (2.0 * 2.0), 1e-12);
    const auto given = json_of_command("boxcount", {file, "--label", "1", "--sizes", "2", "--offsets", "1,0",
                                                    "--offsets", "1,1", "--verify"})["result"];
    EXPECT_EQ(given["counts"], (std::vector<int>{12}));
    EXPECT_EQ(given["mean_counts"][0], 13.5);
    EXPECT_EQ(json_of_command("boxcount", {file, "--label", "7", "--quiet"})["result"]["dimension"], nullptr);
    const auto nothing = run_vkalgo({"boxcount", file, "--label", "7"});
    EXPECT_EQ(nothing.exit_code, 0);
    EXPECT_NE(nothing.output.find("none, since a line needs two sizes"), std::string::npos);
    EXPECT_NE(nothing.errors.find("no voxel equals --label, so nothing is inside"), std::string::npos);
}

TEST(BoxCountCommand, TakesPoints) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("points.csv", "x,y\n0,0\n3,0\n3,3\n0,3\n0,0\n");
    const auto json = json_of_command("boxcount", {csv, "--unit", "1", "--verify"})["result"];
    EXPECT_EQ(json["points"], 5);
    EXPECT_EQ(json["voxels"], 4);
    EXPECT_EQ(json["shape"], (std::vector<int>{4, 4, 1}));
    EXPECT_EQ(json["counts"], (std::vector<int>{4, 4, 1}));
    EXPECT_EQ(json_of_command("boxcount", {csv})["result"]["unit"], 3.0 / 1024);
    const std::string array = npy<double>(folder, "p.npy", {2, 3}, {0, 0, 0, 1, 1, 1});
    EXPECT_EQ(json_of_command("boxcount", {array, "--points", "--cells", "8"})["result"]["counts"],
              (std::vector<int>{2, 2, 2, 1}));
    const std::string unnamed = folder.file("points", "0,0\n3,0\n3,3\n0,3\n");
    for (const Words& said : {Words{"--format", "csv"}, Words{"--format", "csv", "--points"}}) {
        Words words{unnamed, "--unit", "1"};
        words.insert(words.end(), said.begin(), said.end());
        EXPECT_EQ(json_of_command("boxcount", words)["result"]["points"], 4);
    }
    expect_refused("boxcount", {unnamed, "--points"}, "give its format by --format: ");
    expect_refused("boxcount", {folder.file("b.csv", "1 2\n3 4\n")},
                   "'1 2' is not a number; correct it; vkalgo expects commas between columns, not blanks");
    expect_refused("boxcount", {folder.file("n.csv", "name,x,y\na,1,2\n")},
                   "correct it, or leave out columns without numbers");
    expect_refused("boxcount", {csv, "--sizes", "3^k"},
                   "points are always counted in boxes of side 1, 2, 4, ... cells by sorting");
    expect_refused("boxcount", {csv, "--unit", "1", "--cells", "7"}, "give only one of them");
    expect_refused("boxcount", {csv, "--unit", "1e-12"}, "give a larger --unit");
    expect_refused("boxcount", {csv, "--unit", "0"}, "the unit must be a finite number above 0");
}

TEST(BoxCountCommand, WarnsOfVoxelsThatAreNotCubes) {
    const TemporaryFolder folder;
    const auto errors = [&](const std::string& spacings, const std::string& sizes) {
        const std::string file =
            folder.file("v.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: " + sizes + "\nspacings: " + spacings +
                                      "\nencoding: ascii\n\n1 1 1 1\n");
        const auto run = run_vkalgo({"boxcount", file});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return run.errors;
    };
    EXPECT_NE(errors("0.5 0.5 2", "2 1 2").find("voxels of 0.5 x 0.5 x 2 are not cubes"), std::string::npos);
    EXPECT_EQ(errors("0.5 0.5 2", "2 2 1"), "");
    EXPECT_EQ(errors("2 2 2", "2 1 2"), "");
}

TEST(BoxCountCommand, CountsRandomBodies) {
    const auto json = json_of_command("boxcount", {"--n", "40", "--verify"});
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["parameters"]["seed"], 1);
    const auto& counts = json["result"]["counts"];
    EXPECT_EQ(counts.size(), 7U);
    EXPECT_GT(counts[0], 20000);
    EXPECT_LT(counts[0], 44000);
    EXPECT_NE(json_of_command("boxcount", {"--n", "40", "--seed", "2"})["result"]["counts"][0], counts[0]);
    const auto text = run_vkalgo({"boxcount", "--n", "20", "--offsets", "2", "--lacunarity"});
    EXPECT_EQ(text.exit_code, 0) << text.errors;
    EXPECT_NE(text.output.find("on average over 8 grids, lacunarity"), std::string::npos) << text.output;
}

TEST(BoxCountCommand, RefusesInvalidOptionsAndInputs) {
    const TemporaryFolder folder;
    const std::string file = npy<std::uint8_t>(folder, "v.npy", {2, 2, 2}, std::vector<std::uint8_t>(8, 1));
    expect_refused("boxcount", {}, "nothing to count in");
    expect_refused("boxcount", {file, "--n", "5"}, "but a VOLUME is given");
    expect_refused("boxcount", {file, "--seed", "5"}, "--seed is for a random body");
    expect_refused("boxcount", {"--n", "5", "--points"}, "but the body is random");
    expect_refused("boxcount", {file, "--points"},
                   "has 3 dimensions, but points have two or three coordinates; give n x 2");
    expect_refused("boxcount", {file, "--threshold", "1", "--label", "1"}, "give only one of them");
    expect_refused("boxcount", {file, "--unit", "1"},
                   "--unit and --cells are for points; leave them out, or give --points");
    const ProcessResult random = run_vkalgo({"boxcount", "--n", "5", "--unit", "1"});
    EXPECT_EQ(random.exit_code, 2);
    EXPECT_NE(random.errors.find("leave them out"), std::string::npos) << random.errors;
    EXPECT_EQ(random.errors.find("--points"), std::string::npos) << random.errors;
    const std::string no_size = run_vkalgo({"boxcount", file, "--fit", "3:100"}).output;
    EXPECT_NE(no_size.find("none, since a line needs two sizes in the range of --fit"), std::string::npos) << no_size;
    expect_refused("boxcount", {file, "--sizes", "0"}, "give numbers from 1");
    expect_refused("boxcount", {file, "--sizes", "3,3"}, "give each size once");
    expect_refused("boxcount", {file, "--sizes", "1^k"}, "2 to 1024");
    expect_refused("boxcount", {file, "--sizes", "3^n"},
                   "'3^n' is not a side of a box; give sides as in 1,3,9, or 3^k");
    expect_refused("boxcount", {file, "--offsets", "1,2,3,4"}, "give an offset X,Y,Z");
    expect_refused("boxcount", {file, "--offsets", "all", "--offsets", "1,1,1"},
                   "only offsets X,Y,Z may be given several times");
    expect_refused("boxcount", {file, "--offsets", "0"}, "--offsets: 0 is out of range; give 1 to");
    expect_refused("boxcount", {file, "--offsets", "x"}, "--offsets: 'x'");
    expect_refused("boxcount", {file, "--fit", "5"}, "5");
    expect_refused("boxcount", {file, "--method", "guess"}, "guess");
    expect_refused("boxcount", {file, "--output", folder.path("x.png")}, ".csv");
    expect_refused("boxcount", {file, "--plot", folder.path("x.png")}, ".svg");
    expect_refused("boxcount", {folder.path("none.npy")}, "none.npy");
    expect_refused("boxcount", {file, "--sizes", "60000", "--offsets", "all"}, "give fewer --offsets");
    // The volume is refused before it is generated, which would take long.
    expect_refused("boxcount", {"--n", "900", "--memory", "1M"}, "--memory");
    EXPECT_EQ(folder.entries(), 1U);
}

}  // namespace
}  // namespace vkalgo::cli::test

// Runs `vkalgo drainage` as a process: the slides' example, inputs, outputs, and messages about bad input.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// A surface whose directions by steepest descent are those of the course slides that docs/terrain.md names. A program
/// found it by search. kRight has the water that flows into each cell from its neighbours, without the cell's own unit
/// of water.
constexpr const char* kSurface =
    "ncols 3\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n"
    "90 95 110\n95 101 117\n102 116 155\n";
/// The slides' directions as ESRI codes: W W W, N NW W, N N W.
constexpr const char* kDirections =
    "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\n16 16 16\n64 32 16\n64 64 16\n";

std::vector<float> heights_of(const std::string& path) {
    const auto dem = read_dem(path);
    EXPECT_TRUE(dem) << (dem ? "" : dem.error().message);
    return dem ? dem->heights : std::vector<float>{};
}

const std::vector<float> kRight = {8, 1, 0, 1, 3, 0, 0, 1, 0};

/// Finds the watersheds above the middle cell and above the first cell, in the slides' directions. The points are given
/// by row and column and by coordinates.
TEST(DrainageCommand, LabelsWatershedsAboveGivenPoints) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface), labels = folder.path("w.npy");
    const std::string rows = folder.file("rows.csv", "name,column,row\nmiddle,1,1\nend,0,0\n");
    const std::string coordinates = folder.file("coordinates.csv", "x,y\n115,215\n101,229\n");
    const std::string tabs =
        folder.file("rows.tsv", "# by hand\nname, or none\tcolumn\trow\nmiddle, one\t1\t1\nend\t0\t0\n");
    const std::string coordinates_by_tabs = folder.file("coordinates.tab", "x\ty\n115\t215\n101\t229\n");
    for (const std::string& points : {rows, coordinates, tabs, coordinates_by_tabs}) {
        const auto json = json_of_command("drainage", {surface, "--outlets", points, "--output-watersheds", labels});
        EXPECT_EQ(json["parameters"]["outlets"], points);
        // (1, 2) flows west and (2, 1) north into the middle cell, and (2, 2) flows west into (2, 1). All other cells
        // drain to the first cell.
        const std::vector<float> found = heights_of(labels);
        ASSERT_EQ(found.size(), 9U);
        EXPECT_EQ(found[4], 1);
        EXPECT_EQ(found[0], 2);
        EXPECT_EQ(found[7], 1);
        EXPECT_EQ(found[6], 2);
        EXPECT_EQ(std::count(found.begin(), found.end(), 1.0F), 4);
        EXPECT_EQ(std::count(found.begin(), found.end(), 2.0F), 5);
    }
    expect_refused("drainage", {surface, "--outlets", rows}, "give --output-watersheds too");
    const auto refused = [&](const std::string& points, const std::string& message) {
        expect_refused("drainage", {surface, "--outlets", folder.file("p.csv", points), "--output-watersheds", labels},
                       message);
    };
    refused("row,column\n3,0\n", "point 1 (from 1) with row 3, column 0 is not in the 3 rows of 3 cells");
    refused("row,column\n0,0\n0,-1\n", "point 2 (from 1) with row 0, column -1 is");
    refused("row,column\n0.5,0\n", "row 0.5, column 0 is");
    refused("x,y\n130,215\n", "x 130, y 215 is");
    refused("x,z\n1,2\n", "there is no column 'y'");
    refused("row,column\nnan,0\n", "row nan, column 0 is");
    expect_refused("drainage", {"--n", "4", "--outlets", coordinates, "--output-watersheds", labels},
                   "the grid has no coordinates");
}

TEST(DrainageCommand, LabelsWatershedsOfRandomHillsAboveGivenPoints) {
    const TemporaryFolder folder;
    const std::string points = folder.file("p.csv", "row,column\n1,1\n3,2\n"), labels = folder.path("w.npy");
    json_of_command("drainage", {"--n", "4", "--outlets", points, "--output-watersheds", labels});
    const std::vector<float> found = heights_of(labels);
    ASSERT_EQ(found.size(), 16U);
    EXPECT_EQ(found[5], 1);
    EXPECT_EQ(found[14], 2);
}

TEST(DrainageCommand, CountsOneRow) {
    const std::string printed = run_vkalgo({"drainage", "--n", "1"}).output;
    EXPECT_NE(printed.find(" 1 row of 1, "), std::string::npos) << printed;
}

TEST(DrainageCommand, WritesTheSameRasterToTifAndTiff) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface), tif = folder.path("a.tif"),
                      tiff = folder.path("a.tiff");
    json_of_command("drainage", {surface, "--output-accumulation", tif});
    json_of_command("drainage", {surface, "--output-accumulation", tiff});
    EXPECT_EQ(heights_of(tiff), kRight);
    EXPECT_EQ(heights_of(tiff), heights_of(tif));
}

TEST(DrainageCommand, DrainsTheSlidesExampleByEveryMethod) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface), directions = folder.file("d.asc", kDirections);
    const std::string sums = folder.path("a.asc"), codes = folder.path("c.asc");
    for (const char* method : {"scatter", "scatter-8x8", "gather", "tiled", "auto"}) {
        const auto json = json_of_command("drainage", {surface, "--method", method, "--threshold", "2", "--verify",
                                                       "--output-accumulation", sums, "--output-directions", codes});
        EXPECT_EQ(json["result"]["rows"], 3);
        EXPECT_EQ(json["result"]["columns"], 3);
        EXPECT_EQ(json["result"]["cells"], 9);
        EXPECT_EQ(json["result"]["pits"], 0);
        EXPECT_EQ(json["result"]["outlets"], 1);
        EXPECT_EQ(json["result"]["largest_accumulation"], 8);
        EXPECT_EQ(json["result"]["network_cells"], 2);
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(heights_of(sums), kRight);
        EXPECT_EQ(heights_of(codes), (std::vector<float>{16, 16, 16, 64, 32, 16, 64, 64, 16}));
        const auto given = json_of_command(
            "drainage", {"--directions", directions, "--method", method, "--verify", "--output-accumulation", sums});
        EXPECT_EQ(given["result"]["largest_accumulation"], 8);
        EXPECT_EQ(heights_of(sums), kRight);
    }
    EXPECT_EQ(json_of_command("drainage", {surface, "--include-self"})["result"]["largest_accumulation"], 9);
    EXPECT_EQ(run_vkalgo({"drainage", surface, "--quiet"}).output, "8\n");
}

TEST(DrainageCommand, StopsAfterTheIterationsOfTheSlides) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface), directions = folder.file("d.asc", kDirections);
    const std::string sums = folder.path("a.asc");
    const std::vector<float> after[] = {{3, 1, 0, 1, 2, 0, 0, 1, 0}, {7, 1, 0, 1, 3, 0, 0, 1, 0}, kRight, kRight};
    for (const char* method : {"scatter", "auto"}) {
        for (std::size_t turn = 0; turn < 4; ++turn) {
            const std::string iterations = std::to_string(turn + 1);
            for (const Words& source : {Words{surface}, Words{"--directions", directions}}) {
                Words words = source;
                words.insert(words.end(), {"--iterations", iterations, "--method", method, "--verify",
                                           "--output-accumulation", sums});
                const auto json = json_of_command("drainage", words);
                EXPECT_EQ(json["parameters"]["iterations"], turn + 1);
                EXPECT_EQ(json["verified"], true);
                EXPECT_EQ(heights_of(sums), after[turn]) << method << " after " << iterations;
            }
        }
    }
}

TEST(DrainageCommand, WritesStreamsPicturesAndRasters) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface);
    // A grid without a coordinate system causes a warning.
    json_of_command("drainage", {surface, "--quiet", "--threshold", "0", "--streams", folder.path("s.geojson"),
                                 "--picture", folder.path("p.png"), "--output-network", folder.path("n.npy"),
                                 "--output-watersheds", folder.path("w.npy"), "--output-filled", folder.path("f.npy")});
    const auto streams = nlohmann::json::parse(content_of(folder.path("s.geojson")));
    EXPECT_EQ(streams["type"], "FeatureCollection");
    ASSERT_FALSE(streams["features"].empty());
    std::size_t ends = 0;
    for (const auto& feature : streams["features"]) {
        const auto& line = feature["geometry"]["coordinates"];
        EXPECT_EQ(feature["geometry"]["type"], "LineString");
        EXPECT_GE(line.size(), 2U);
        EXPECT_GE(feature["properties"]["order"], 1);
        ends += line.back() == nlohmann::json::array({105.0, 225.0}) ? 1U : 0U;  // The north-western cell
    }
    EXPECT_GE(ends, 1U);
    EXPECT_EQ(heights_of(folder.path("n.npy")), (std::vector<float>{1, 1, 0, 1, 1, 0, 0, 1, 0}));
    EXPECT_EQ(heights_of(folder.path("w.npy")), std::vector<float>(9, 1));
    EXPECT_EQ(heights_of(folder.path("f.npy")), (std::vector<float>{90, 95, 110, 95, 101, 117, 102, 116, 155}));
    EXPECT_EQ(content_of(folder.path("p.png")).substr(1, 3), "PNG");
}

TEST(DrainageCommand, TreatsPitsAsTheOptionSays) {
    for (const char* pits : {"fill", "carve", "keep"}) {
        const auto json = json_of_command("drainage", {"--n", "100", "--pits", pits, "--include-self", "--verify"});
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(json["parameters"]["pits"], pits);
        EXPECT_GT(json["result"]["pits"], 0);
        EXPECT_GT(json["result"]["flat_cells"], 0);
    }
}

TEST(DrainageCommand, TakesWeightsAndCodesOfGrass) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface);
    const std::string weights =
        folder.file("w.asc", "ncols 3\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\n0 0 0\n0 5 0\n0 0 7\n");
    const std::string codes = folder.path("c.asc");
    const auto json =
        json_of_command("drainage", {surface, "--weights", weights, "--codes", "grass", "--output-directions", codes});
    EXPECT_EQ(json["result"]["largest_accumulation"], 12);
    EXPECT_EQ(json_of_command("drainage", {"--directions", codes, "--codes", "grass", "--weights", weights,
                                           "--verify"})["result"]["largest_accumulation"],
              12);
}

TEST(DrainageCommand, WarnsOfDirectionsInOtherCodes) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface), codes = folder.path("c.asc");
    EXPECT_EQ(
        json_of_command("drainage", {surface, "--codes", "grass", "--output-directions", codes})["result"]["outlets"],
        1);
    const auto wrong = run_vkalgo({"drainage", "--directions", codes});
    EXPECT_EQ(wrong.exit_code, 0);
    EXPECT_NE(wrong.errors.find("1 cell without a code of --codes esri counts as no data"), std::string::npos)
        << wrong.errors;
    EXPECT_NE(wrong.errors.find("if these are codes of --codes grass, give that"), std::string::npos) << wrong.errors;
    EXPECT_EQ(run_vkalgo({"drainage", "--directions", codes, "--codes", "grass"}).errors, "");
}

TEST(DrainageCommand, TakesWeightsThatAreNotWholeNumbers) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface);
    const std::string head = "ncols 3\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\n";
    const std::string weights = folder.file("w.asc", head + "0 0 0\n0 0.25 0\n0 0 1000000.5\n");
    const std::string sums = folder.path("a.npy");
    for (const char* method : {"scatter", "scatter-8x8", "gather", "tiled"}) {
        const auto json = json_of_command(
            "drainage", {surface, "--weights", weights, "--method", method, "--verify", "--output-accumulation", sums,
                         "--threshold", "0.125", "--streams", folder.path("s.geojson"), "--quiet"});
        EXPECT_EQ(json["result"]["largest_accumulation"], 1000000.75);
        EXPECT_EQ(json["result"]["network_cells"], 3);
        EXPECT_EQ(json["parameters"]["threshold"], 0.125);
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(heights_of(sums), (std::vector<float>{1000000.75F, 0, 0, 0, 1000000.5F, 0, 0, 1000000.5F, 0}));
    }
    EXPECT_NE(content_of(folder.path("a.npy")).find("<f8"), std::string::npos);
    EXPECT_NE(content_of(folder.path("s.geojson")).find("\"accumulation\": 1000000.75"), std::string::npos);
    EXPECT_EQ(run_vkalgo({"drainage", surface, "--weights", weights, "--quiet"}).output, "1000000.75\n");
    // The sum needs more than 32 bits.
    const std::string large = folder.file("l.asc", head + "0 0 0\n0 4294967040 0\n0 0 4294967040\n");
    EXPECT_EQ(json_of_command("drainage", {surface, "--weights", large, "--verify"})["result"]["largest_accumulation"],
              8589934080.0);
    for (const char* wrong : {"-1", "nan", "inf", "-9999"}) {
        const std::string refused =
            folder.file("r.asc", head + "NODATA_value -9999\n0 0 0\n0 0.5 " + wrong + "\n0 0 1\n");
        expect_refused("drainage", {surface, "--weights", refused}, "row 1, column 2");
    }
}

TEST(DrainageCommand, WorksInPartsIfMemoryIsShort) {
    const TemporaryFolder folder;
    const auto all = [&](const std::string& name) {
        return Words{
            "--output-directions", folder.path(name + "d.npy"), "--output-accumulation", folder.path(name + "a.npy"),
            "--output-filled",     folder.path(name + "f.npy"), "--output-watersheds",   folder.path(name + "w.npy"),
            "--output-network",    folder.path(name + "n.npy"), "--threshold",           "50",
            "--streams",           folder.path(name + "s.json")};
    };
    Words whole{"--n", "90"}, parts{"--n", "90", "--memory", "100K", "--verify"};
    for (const std::string& word : all("whole-")) {
        whole.push_back(word);
    }
    for (const std::string& word : all("parts-")) {
        parts.push_back(word);
    }
    EXPECT_EQ(json_of_command("drainage", whole)["result"]["parts"], 1);
    const auto json = json_of_command("drainage", parts);
    EXPECT_GT(json["result"]["parts"], 2);
    EXPECT_EQ(json["verified"], true);
    EXPECT_LE(json["memory_bytes"]["device"], 100'000);
    for (const char* output : {"d.npy", "a.npy", "f.npy", "w.npy", "n.npy", "s.json"}) {
        EXPECT_EQ(content_of(folder.path(std::string("parts-") + output)),
                  content_of(folder.path(std::string("whole-") + output)));
    }
    const auto run = run_vkalgo({"drainage", "--n", "90", "--memory", "100K", "--verbose"});
    EXPECT_NE(run.errors.find("parts"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("device memory"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("at most these rounds, each time that a part is computed: "), std::string::npos)
        << run.errors;
    const auto piece = run_vkalgo({"drainage", "--n", "90", "--verbose"});
    EXPECT_NE(piece.errors.find("method tiled, 1 part, device memory"), std::string::npos) << piece.errors;
    // A run that does not fit is refused before hills of 4 GiB are generated.
    expect_refused("drainage", {"--n", "32768", "--memory", "1M"}, "even row by row");
    // A file larger than --memory can still be read.
    const std::string file = folder.path("parts-f.npy");
    EXPECT_GT(json_of_command("drainage", {file, "--memory", "20K"})["result"]["parts"], 10);
    expect_refused("drainage", {"--n", "90", "--memory", "50K", "--iterations", "3"},
                   "raise --memory, or leave --iterations out");
}

TEST(DrainageBadInput, IsNamed) {
    const TemporaryFolder folder;
    const std::string surface = folder.file("z.asc", kSurface);
    const std::string cut = folder.file("cut.asc", std::string(kSurface).substr(0, 90));
    const std::string circle =
        folder.file("circle.asc", "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 16\n");
    const std::string half = folder.file("half.asc", "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 0.5\n");
    expect_refused("drainage", {}, "no grid is given");
    expect_refused("drainage", {surface, "--n", "5"}, "exclude each other");
    expect_refused("drainage", {cut}, "cut.asc");
    expect_refused("drainage", {"--directions", circle}, "circle");
    expect_refused("drainage", {"--directions", half}, "not a code of a direction; give a raster of directions");
    expect_refused("drainage", {surface, "--output", folder.path("a.tif")},
                   "did you mean --output-directions, --output-accum");
    expect_refused("drainage", {"--directions", surface, "--pits", "fill"}, "--pits");
    expect_refused("drainage", {surface, "--output-network", folder.path("n.npy")}, "--threshold");
    expect_refused("drainage", {surface, "--threshold", "-1"}, "--threshold");
    expect_refused("drainage", {surface, "--threshold", "many"}, "--threshold");
    expect_refused("drainage", {surface, "--pits", "keep", "--output-filled", folder.path("f.npy")},
                   "leave out --output-filled");
    expect_refused("drainage", {surface, "--cell-size", "0"}, "--cell-size");
    expect_refused("drainage", {surface, "--weights", half},
                   "1 row of 2 cells, but '" + surface + "' has 3 rows of 3 cells; give a raster");
    expect_refused("drainage", {surface, "--picture", "-"}, "--picture");
    expect_refused("drainage", {surface, "--output-accumulation", surface}, "--output-accumulation");
    expect_refused("drainage", {"--n", "5", "--input-limit", "1M"}, "--input-limit");
    expect_refused("drainage", {"--n", "5", "--weights", half, "--input-limit", "1"}, half);
    expect_refused("drainage", {surface, "--method", "guess"}, "guess");
    expect_refused("drainage", {surface, "--iterations", "2", "--method", "tiled"}, "leave --iterations out");
    expect_refused("drainage", {surface, "--memory", "1000"}, "--memory");
}

}  // namespace
}  // namespace vkalgo::cli::test

// Runs `vkalgo bench --quick` as a process. Also tests the rules by which its rows pass or fail.
#include "bench/cases/family.hpp"
#include "bench/cases/measurement.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::bench;
using namespace vkalgo::test;

namespace {

Measurement row_of(const std::string& name, std::vector<double> times) {
    Measurement row;
    row.family = "dp";
    row.name = name;
    row.unit = "cells";
    row.work = 1e6;
    row.gpu_ms = std::move(times);
    return row;
}

TEST(BenchCommand, TimesAndChecksEveryDpCase) {
    const ProcessResult run = run_vkalgo({"--json", "bench", "dp", "--quick", "--repeat", "3"});
    ASSERT_EQ(run.exit_code, 0) << run.output << run.errors;
    const auto json = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(json.is_object()) << run.output;
    EXPECT_EQ(json["command"], "bench");
    EXPECT_EQ(json["verified"], true);
    std::set<std::string> names;
    for (const auto& row : json["result"]["cases"]) {
        EXPECT_TRUE(names.insert(row["case"]).second) << row;
        ASSERT_TRUE(row.contains("gpu_ms")) << row;
        EXPECT_EQ(row["gpu_ms"]["runs"].size(), 3U) << row;
        EXPECT_LE(row["gpu_ms"]["least"], row["gpu_ms"]["median"]) << row;
        EXPECT_LE(row["gpu_ms"]["median"], row["gpu_ms"]["most"]) << row;
        EXPECT_EQ(row["verified"], true) << row;
        EXPECT_GT(row["cells"], 0) << row;
    }
    for (const char* name :
         {"lcs-tile-256", "lcs-stage-256", "lcs-string-256", "lcs-table-256", "edit-distance-tile-256",
          "binomial-stage-64", "binomial-rows-64", "knapsack-stage-16", "knapsack-rows-16", "knapsack-solution-16",
          "knapsack-rows-solution-16", "integer-knapsack-scan-16", "matrix-chain-stage-32", "matrix-chain-segments-32",
          "lcs-bits-256", "edit-bits-256"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(BenchCommand, TimesAndChecksEveryFamilyOfTheTable) {
    // Joins the lines, which depend on the width of the terminal.
    std::istringstream words(run_vkalgo({"bench", "--help"}).output);
    std::string help;
    for (std::string word; words >> word;) {
        help += word + " ";
    }
    const std::size_t begin = std::min(help.find("(default: all"), help.size());
    const std::string by_default = help.substr(begin, help.find(')', begin) - begin);
    std::set<std::string> names;
    for (const BenchFamily* family : bench_families()) {
        EXPECT_TRUE(names.insert(family->name).second) << family->name;
        EXPECT_EQ(by_default.find(family->name) != std::string::npos, family->only_by_name) << by_default;
        EXPECT_NE(family->run, nullptr) << family->name;
        EXPECT_NE(help.find(family->name + std::string(" (")), std::string::npos) << help;
        if (family->repeat != BenchFamily().repeat) {
            EXPECT_NE(help.find(std::to_string(family->repeat) + " for family " + family->name), std::string::npos)
                << help;
        }
        const ProcessResult run = run_vkalgo({"--json", "bench", family->name, "--quick"});
        ASSERT_EQ(run.exit_code, 0) << run.output << run.errors;
        const auto json = nlohmann::json::parse(run.output, nullptr, false);
        ASSERT_TRUE(json.is_object()) << run.output;
        EXPECT_FALSE(json["result"]["cases"].empty()) << family->name;
        for (const auto& row : json["result"]["cases"]) {
            EXPECT_EQ(row["family"], family->name) << row;
            // Some directions of GRASS differ by design. So its row is not verified, but has the share of equal
            // directions.
            EXPECT_TRUE(row.contains("skipped") || row.contains("same_directions") || row["verified"] == true) << row;
        }
    }
    EXPECT_TRUE(names.contains("dp"));
}

TEST(BenchCommand, WritesItsRowsToAFileAndPrintsThemAsATable) {
    const TemporaryFolder folder;
    const std::string path = folder.path("bench.json");
    const ProcessResult run = run_vkalgo({"bench", "histogram", "--quick", "--output", path});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes) << path;
    const auto json = nlohmann::json::parse(as_text(*bytes), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_TRUE(json["device"]["driver"].is_string());
    ASSERT_GE(json["result"]["cases"].size(), 10U);
    for (const auto& row : json["result"]["cases"]) {
        EXPECT_EQ(row["verified"], true) << row;
        EXPECT_NE(run.output.find(row["case"].get<std::string>()), std::string::npos) << row;
    }
}

TEST(BenchCommand, DrawsTheFiguresOfTheThesisAndWritesALinePerCase) {
    const TemporaryFolder folder;
    const std::string csv = folder.path("thesis.csv");
    const std::string figures = folder.path("figures");
    const ProcessResult run =
        run_vkalgo({"bench", "thesis", "--sizes", "9,20", "--repeat", "2", "--output", csv, "--figures", figures});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    std::set<std::string> drawn;
    for (const auto& entry : std::filesystem::directory_iterator(figures)) {
        const auto bytes = read_file(entry.path().string());
        ASSERT_TRUE(bytes);
        EXPECT_TRUE(as_text(*bytes).starts_with("<svg")) << entry.path();
        EXPECT_TRUE(as_text(*bytes).find(">by hand<") != std::string::npos) << entry.path();
        EXPECT_LT(bytes->size(), 30'000U) << entry.path();
        drawn.insert(entry.path().filename().string());
    }
    EXPECT_EQ(drawn.size(), 8U);
    EXPECT_TRUE(drawn.contains("figure-5.1-binomial-time.svg"));
    EXPECT_TRUE(drawn.contains("figure-5.8-matrix-chain-speed-up.svg"));
    const auto bytes = read_file(csv);
    ASSERT_TRUE(bytes);
    const std::string lines(as_text(*bytes));
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1 + 4 * 2 * 7);  // A header; 7 rows per problem and size
    EXPECT_NE(lines.find("\nlcs-20-by-hand-device,by hand,20,2,"), std::string::npos) << lines;
}

TEST(BenchCommand, SkipsWhatDoesNotFitTheMemoryAllowed) {
    const ProcessResult run = run_vkalgo({"--json", "bench", "--quick", "--memory", "20K"});
    ASSERT_EQ(run.exit_code, 0) << run.output << run.errors;
    const auto json = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(json.is_object()) << run.output;
    std::size_t skipped = 0;
    for (const auto& row : json["result"]["cases"]) {
        if (row.contains("skipped")) {
            ++skipped;
            EXPECT_NE(row["skipped"], "") << row;
        }
    }
    EXPECT_GT(skipped, 0U);
    EXPECT_LT(skipped, json["result"]["cases"].size());
}

TEST(BenchCommand, RefusesInvalidOptions) {
    expect_refused({{"bench", "dpp"}, 2, "dp"});
    expect_refused({{"bench", "--repeat", "0"}, 2, "--repeat"});
    expect_refused({{"bench", "--output", "/nowhere/bench.json"}, 2, "/nowhere"});
    const TemporaryFolder folder;
    expect_refused({{"bench", "--output", folder.path("bench.txt")}, 2, "ends in .json"});
    EXPECT_EQ(folder.entries(), 0U);
    expect_refused({{"bench", "--verify"}, 2, "--verify"});
    expect_refused({{"bench", "dp", "--sizes", "20"}, 2, "thesis"});
    expect_refused({{"bench", "--figures", folder.path("figures")}, 2, "thesis"});
    expect_refused({{"bench", "thesis", "--sizes", "20,1"}, 2, "2 to 32768 rows"});
    expect_refused({{"bench", "thesis", "--sizes", ","}, 2, "is not a size"});
    expect_refused({{"bench", "dp", "--mesh", "dragon.ply"}, 2, "--mesh is for family mesh"});
    expect_refused({{"bench", "mesh", "--dem", "hills.asc"}, 2, "--dem is for family terrain"});
    expect_refused({{"bench", "mesh", "--mesh", folder.path("none.off")}, 2, "none.off"});
    expect_refused({{"bench", "terrain", "--dem", folder.path("none.asc")}, 2, "none.asc"});
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(BenchRows, AreComparedWithTheirBaselineAndTheirTargets) {
    std::vector<Measurement> rows{row_of("ours", {1.0, 1.2, 1.1}), row_of("theirs", {1.0, 1.0, 1.0}),
                                  row_of("slow", {30.0}), row_of("alone", {5.0})};
    rows[0].comparison = Comparison{"theirs", 1.10, false};
    rows[0].target_ms = 1.05;
    rows[2].comparison = Comparison{"theirs", 25, true};
    rows[3].comparison = Comparison{"missing", 1.0, false};
    compare(rows);
    EXPECT_DOUBLE_EQ(rows[0].ratio.value_or(0), 1.1);
    EXPECT_EQ(rows[0].met(), false);  // The target of the ratio is met, that of the time is not
    rows[0].target_ms = 1.2;
    EXPECT_EQ(rows[0].met(), true);
    EXPECT_EQ(rows[1].met(), std::nullopt);
    EXPECT_DOUBLE_EQ(rows[2].ratio.value_or(0), 30);
    EXPECT_EQ(rows[2].met(), true);
    rows[2].comparison->limit = 31;
    EXPECT_EQ(rows[2].met(), false);
    EXPECT_FALSE(rows[3].ratio);
    EXPECT_EQ(rows[3].met(), std::nullopt);
}

TEST(BenchRows, SayHowManyTimesAsFastTheyAreAndWhatADocumentClaims) {
    std::vector<Measurement> rows{row_of("device", {2.0}), row_of("one-core", {25.0})};
    rows[0].comparison = Comparison{.baseline = "one-core", .speed_up = true, .claim = "the slides: up to 42"};
    compare(rows);
    EXPECT_DOUBLE_EQ(rows[0].ratio.value_or(0), 12.5);
    EXPECT_NE(measurements_text(rows).find("12.5 x as fast as one-core (the slides: up to 42)"), std::string::npos);
    const Json json = measurement_json(rows[0]);
    EXPECT_EQ(json["speed_up"], 12.5);
    EXPECT_EQ(json["claim"], "the slides: up to 42");
    EXPECT_FALSE(json.contains("ratio"));
    EXPECT_FALSE(json.contains("verified"));  // The row is compared with nothing
}

TEST(BenchRows, AreTimedOnTheHostAtLeastOnce) {
    int runs = 0;
    EXPECT_EQ(host_times(3, [&] { ++runs; }).size(), 3U);
    EXPECT_EQ(host_times(0, [&] { ++runs; }).size(), 1U);
    EXPECT_EQ(runs, 4);
}

TEST(BenchRows, NameTheCaseOfTheFirstDifference) {
    std::vector<Measurement> rows{row_of("right", {1}), row_of("wrong", {1}), row_of("worse", {1})};
    EXPECT_EQ(first_difference(rows), "");
    rows[1].difference = "the answer is 3, the reference has 4";
    rows[2].difference = "another";
    EXPECT_EQ(first_difference(rows), "wrong: the answer is 3, the reference has 4");
    EXPECT_NE(measurements_text(rows).find("WRONG: the answer is 3"), std::string::npos);
    EXPECT_EQ(measurement_json(rows[1])["verified"], false);
}

TEST(BenchRows, HaveColumnsAsWideAsTheLongestMethod) {
    std::vector<Measurement> rows{row_of("one", {1}), row_of("two", {1}), row_of("three", {})};
    rows[1].method = rows[2].method = "reduce-then-scan";
    rows[2].skipped = "too large";
    const std::string text = measurements_text(rows);
    const std::string::size_type ends = text.find("median ms") + std::string("median ms").size();
    std::istringstream lines(text);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line) && !line.starts_with("three");) {
        EXPECT_EQ(line.substr(ends - 2, 4), " 1  ") << text;
    }
    EXPECT_NE(line.find("reduce-then-scan  skipped"), std::string::npos) << text;
}

TEST(BenchRows, HaveSmallerCasesOnSoftwareDevices) {
    DeviceProfile profile;
    profile.type = DeviceType::software;
    EXPECT_EQ(scale_of(profile, false), Scale::software);
    EXPECT_EQ(scale_of(profile, true), Scale::quick);
    profile.type = DeviceType::discrete;
    EXPECT_EQ(scale_of(profile, false), Scale::gpu);
}

}  // namespace
}  // namespace vkalgo::cli::test

// Tests `vkalgo bench mesh` and `vkalgo bench terrain` with the user's own files and with other programs for
// comparison.
#include "bench/peers/grass_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::bench;
using namespace vkalgo::test;

namespace {

constexpr std::chrono::seconds kLong{60};

/// Writes a shell script and returns its path.
std::string script(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    const std::string path = folder.file(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

/// Returns the row whose case has this ending; null if no row has.
nlohmann::json row_ending_in(const nlohmann::json& json, const std::string& ending) {
    for (const auto& row : json["result"]["cases"]) {
        if (row["case"].get<std::string>().ends_with(ending)) {
            return row;
        }
    }
    return nullptr;
}

TEST(PeerProgram, GetsItsInputAndReturnsItsOutput) {
    const TemporaryFolder folder;
    const std::string path = script(folder, "peer", "printf '%s|' \"$@\"; tr a-z A-Z");
    std::string text;
    for (int k = 0; k < 100'000; ++k) {  // More than a pipe holds
        text += "words ";
    }
    const auto printed = run_program({path, "one word", "$HOME"}, text, kLong);
    ASSERT_TRUE(printed) << printed.error().message;
    EXPECT_TRUE(printed->starts_with("one word|$HOME|WORDS WORDS "));
    EXPECT_EQ(printed->size(), text.size() + std::string("one word|$HOME|").size());
}

TEST(PeerProgram, FailsWithItsLastOutputOrWithATimeout) {
    const TemporaryFolder folder;
    const std::string fails = script(folder, "fails", "echo begins >&2; echo no licence >&2; echo >&2; exit 3");
    const auto failed = run_program({fails}, "", kLong);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, fails + " fails: no licence");
    const auto late = run_program({script(folder, "late", "exec sleep 100")}, "", std::chrono::seconds(0));
    ASSERT_FALSE(late);
    EXPECT_NE(late.error().message.find("does not end within 0 s"), std::string::npos) << late.error().message;
    const auto missing = run_program({folder.path("missing")}, "", kLong);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::unsupported);
}

TEST(PeerProgram, IsFoundInPathIfItMayBeRun) {
    EXPECT_TRUE(find_program("sh"));
    EXPECT_FALSE(find_program("no_program_is_called_so"));
}

TEST(BenchPeers, AreReportedAsSkippedIfTheyAreMissing) {
    const TemporaryFolder empty;
    const auto json = json_of_command("bench", {"terrain", "--quick"}, {.environment = {{"PATH", empty.path("")}}});
    EXPECT_EQ(row_ending_in(json, "-grass")["skipped"], "no grass in PATH");
}

TEST(BenchPeers, AreReadInTheFormThatGrassPrints) {
    const TemporaryFolder folder;
    // Three cells whose water flows to the east, and one cell without data. The minus means that the water leaves the
    // map.
    script(folder, "grass",
           "cat > /dev/null; echo GRASS 8; echo took 2500000; echo took 1500000; echo directions; "
           "echo 8 -8; echo '* 8'");
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder.path("") + ":" + before).c_str(), 1);
    Dem dem;
    dem.grid = {.width = 2, .height = 2};
    dem.heights = {1, 2, 3, 4};
    const auto drained = drain_by_grass(dem, 2, kLong);
    dem.grid = {.width = 3, .height = 2};
    dem.heights = {1, 2, 3, 4, 5, 6};
    const auto of_another_size = drain_by_grass(dem, 2, kLong);
    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(drained) << drained.error().message;
    EXPECT_EQ(drained->version, "GRASS 8");
    EXPECT_EQ(drained->milliseconds, (std::vector<double>{2.5, 1.5}));
    EXPECT_EQ(drained->codes, (std::vector<FlowCode>{1, 1, kFlowNoData, 1}));
    EXPECT_FALSE(of_another_size);
}

TEST(BenchPeers, TimeTheUsersMeshWithEveryMethod) {
    const TemporaryFolder folder;
    // Two triangles that intersect. One of them is in the file twice.
    const std::string mesh = folder.file("cross.off",
                                         "OFF\n6 3 0\n0 0 0\n2 0 0\n0 2 0\n0.5 0.5 -1\n0.5 0.5 1\n2 2 0.25\n"
                                         "3 0 1 2\n3 3 4 5\n3 3 4 5\n");
    const auto json = json_of_command("bench", {"mesh", "--quick", "--mesh", mesh, "--mesh", mesh});
    for (const char* who : {"sweep", "every-pair", "hierarchy", "list", "matrix"}) {
        for (const char* name : {"cross.off-", "cross.off-2-"}) {
            const auto row = row_ending_in(json, name + std::string(who));
            ASSERT_TRUE(row.is_object()) << name << who;
            EXPECT_EQ(row["n"], 3) << row;
            EXPECT_EQ(row["pairs"], 3) << row;
            EXPECT_EQ(row["verified"], true) << row;
            EXPECT_TRUE(row.contains(row["case"].get<std::string>().find("-every") != std::string::npos ||
                                             row["case"].get<std::string>().find("-sweep") != std::string::npos
                                         ? "host_ms"
                                         : "speed_up"))
                << row;
        }
    }
    EXPECT_EQ(row_ending_in(json, "cross.off-list")["claim"], "the slides: up to 42");
    const auto cgal = row_ending_in(json, "cross.off-cgal");
    EXPECT_TRUE(cgal.contains("skipped") || (cgal["verified"] == true && cgal["pairs"] == 3)) << cgal;
}

TEST(BenchPeers, TimeTheUsersDemPartByPart) {
    const TemporaryFolder folder;
    const std::string dem = folder.file("bowl.asc",
                                        "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9\n"
                                        "5 5 5 5\n5 1 2 4\n5 5 5 -9\n");
    const auto json = json_of_command("bench", {"terrain", "--quick", "--dem", dem});
    for (const char* what : {"one-core-fill", "one-core-directions", "one-core-accumulation", "one-core-all",
                             "one-core-rounds", "fill", "directions", "all", "accumulation-scatter",
                             "accumulation-scatter-8x8", "accumulation-gather", "accumulation-tiled"}) {
        const auto row = row_ending_in(json, std::string("bowl.asc-") + what);
        ASSERT_TRUE(row.is_object()) << what;
        EXPECT_EQ(row["cells"], 12) << row;
        EXPECT_EQ(row["rows"], 3) << row;
        EXPECT_EQ(row["verified"], true) << row;
        const bool by_host = std::string(what).starts_with("one-core");
        EXPECT_NE(row.contains("baseline"), by_host) << row;
        EXPECT_EQ(row.contains("host_ms"), by_host) << row;
    }
    EXPECT_EQ(row_ending_in(json, "bowl.asc-accumulation-gather")["baseline"], "bowl.asc-one-core-rounds");
    EXPECT_EQ(row_ending_in(json, "bowl.asc-accumulation-gather")["claim"], "the slides: up to 8");
}

}  // namespace
}  // namespace vkalgo::cli::test

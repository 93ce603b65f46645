// Tests `vkalgo bench batch`, which compares many alignments with one core, edlib and parasail.
#include "bench/cases/batch_cases.hpp"
#include "bench/peers/pairs_peer.hpp"
#include "bench/peers/peer_program.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <edlib.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::bench;
using namespace vkalgo::test;

namespace {

constexpr std::chrono::seconds kPeerLimit{60};

/// Writes a shell script that reads its input to the end and then executes the commands in `text`.
void peer_script(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    const std::string path = folder.file(name, "#!/bin/sh\ncat > /dev/null\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

TEST(BatchBench, TimesEveryCaseBesideOneCoreAndPeers) {
    const auto json = json_of_command("bench", {"batch", "--quick", "--repeat", "2"});
    std::set<std::string> names;
    for (const auto& row : json["result"]["cases"]) {
        const auto name = row["case"].get<std::string>();
        EXPECT_TRUE(names.insert(name).second) << row;
        if (row.contains("skipped")) {
            EXPECT_NE(row["skipped"], "") << row;
            EXPECT_TRUE(name.find("-edlib") != std::string::npos || name.ends_with("-parasail")) << row;
            continue;
        }
        const bool by_host =
            name.ends_with("-one-core") || name.find("-edlib") != std::string::npos || name.ends_with("-parasail");
        EXPECT_EQ(row[by_host ? "host_ms" : "gpu_ms"]["runs"].size(), 2U) << row;
        EXPECT_EQ(row["verified"], true) << row;
        EXPECT_EQ(row["n"], name.starts_with("reads") ? 200 : 20) << row;
        EXPECT_EQ(row["tracebacks"], name.ends_with("-tracebacks")) << row;
        EXPECT_GT(row["cells"], 0) << row;
        if (!by_host) {
            EXPECT_GT(row["wall_ms"]["median"], 0) << row;
            EXPECT_EQ(row["verified_against"].get<std::string>().starts_with("one core or a peer, "), true) << row;
        }
        if (name.ends_with("-auto") || name.ends_with("-team")) {
            EXPECT_EQ(row["baseline"], name.substr(0, name.rfind('-')) + "-one-core") << row;
        }
    }
    for (const char* name : {"edit-20-one-core", "edit-20-edlib", "edit-20-auto", "edit-20-team", "reads-200-one-core",
                             "reads-200-edlib", "reads-200-edlib-tracebacks", "reads-200-auto", "reads-200-tracebacks",
                             "protein-20-one-core", "protein-20-parasail", "protein-20-auto", "protein-20-team"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
    EXPECT_EQ(names.size(), 13U);
}

TEST(BatchBench, DistancesOnOneCoreEqualEdlibs) {
    const BatchCase drawn = draw_batch("reads", 10, 300, 3);
    ASSERT_EQ(drawn.count(), 100U);
    for (std::size_t p = 0; p < drawn.count(); ++p) {
        const auto x = drawn.x_of(p), y = drawn.y_of(p);
        ASSERT_EQ(x.size(), 45U);
        const EdlibAlignResult result =
            edlibAlign(reinterpret_cast<const char*>(x.data()), static_cast<int>(x.size()),
                       reinterpret_cast<const char*>(y.data()), static_cast<int>(y.size()), edlibDefaultAlignConfig());
        EXPECT_EQ(drawn.reference(p), result.editDistance) << p;
        edlibFreeAlignResult(result);
    }
}

TEST(BatchBench, DrawsEqualPairsFromEqualSeeds) {
    for (const std::string_view name : batch_case_names()) {
        const BatchCase first = draw_batch(name, 5, 60, 7), again = draw_batch(name, 5, 60, 7),
                        other = draw_batch(name, 5, 60, 8);
        EXPECT_TRUE(std::ranges::equal(first.x_of(4), again.x_of(4)) &&
                    std::ranges::equal(first.y_of(4), again.y_of(4)));
        EXPECT_FALSE(std::ranges::equal(first.x_of(4), other.x_of(4)));
        EXPECT_EQ(first.matrix, again.matrix);
    }
}

TEST(BatchBench, ScoresOfTwoLettersDoNotDependOnTheirOrder) {
    const BatchCase drawn = draw_batch("protein", 2, 60, 7);
    ASSERT_EQ(drawn.matrix.size(), std::size_t{kProteinLetters} * kProteinLetters);
    for (std::size_t a = 0; a < kProteinLetters; ++a) {
        EXPECT_EQ(drawn.matrix[kProteinLetters * a + a], 5);
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_EQ(drawn.matrix[kProteinLetters * a + b], drawn.matrix[kProteinLetters * b + a]) << a << " " << b;
        }
    }
    const auto program = find_program("peer_parasail_scores");
    if (!program) {
        GTEST_SKIP() << "no peer_parasail_scores";
    }
    const auto refused = run_program({*program}, "11 1 AB 5 -4 -3 5 A B", kPeerLimit);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("the scores of B and A depend on their order"), std::string::npos)
        << refused.error().message;
}

TEST(BatchBench, ReadsWhatAPeerPrints) {
    const TemporaryFolder folder;
    const std::string result = "{\"method\": \"edlib\", \"function\": \"f\", \"host_ms\": [2.5], \"answers\": [3, 0]}";
    peer_script(folder, "right", "echo '" + result + "'");
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder.path("") + ":" + before).c_str(), 1);
    const auto right = align_by_peer("right", {}, "a b c d", 2, kPeerLimit);
    const auto few = align_by_peer("right", {}, "a b c d e f", 3, kPeerLimit);
    peer_script(folder, "text", "echo none");
    const auto text = align_by_peer("text", {}, "a b", 1, kPeerLimit);
    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(right) << right.error().message;
    EXPECT_EQ(right->milliseconds, std::vector<double>{2.5});
    EXPECT_EQ(right->answers, (std::vector<std::int64_t>{3, 0}));
    ASSERT_FALSE(few || text);
    EXPECT_EQ(few.error().message, "right gives 1 run time (at least 1 is needed) and 2 answers for 3 pairs");
    EXPECT_TRUE(text.error().message.starts_with("text prints no result")) << text.error().message;
}

TEST(BatchBench, DetectsAWrongResultOfAPeer) {
    const TemporaryFolder folder;
    std::string answers;
    for (int p = 0; p < 200; ++p) {
        answers += p == 0 ? "99" : ", 99";
    }
    if (find_program("peer_edlib_distances")) {
        GTEST_SKIP() << "the peer beside the command is taken first";
    }
    peer_script(
        folder, "peer_edlib_distances",
        "echo '{\"method\": \"edlib\", \"function\": \"f\", \"host_ms\": [1], \"answers\": [" + answers + "]}'");
    const std::string path = folder.path("") + ":" + std::getenv("PATH");
    const ProcessResult run = run_vkalgo({"bench", "batch", "--quick"}, {.environment = {{"PATH", path}}});
    EXPECT_EQ(run.exit_code, 4) << run.errors;
    EXPECT_NE((run.output + run.errors).find("pair 1 gives 99, not "), std::string::npos) << run.output << run.errors;
}

TEST(BatchBench, PeersRefuseAPairWithOneSequence) {
    for (const char* name : {"peer_edlib_distances", "peer_parasail_scores"}) {
        const auto program = find_program(name);
        if (!program) {
            GTEST_SKIP() << "no " << name;
        }
        const std::string head = std::string(name) == "peer_parasail_scores" ? "11 1 A 5 " : "";
        const auto half = run_program({*program}, head + "A A A", kPeerLimit);
        ASSERT_FALSE(half);
        EXPECT_NE(half.error().message.find("the last of 2 pairs has only one word"), std::string::npos)
            << half.error().message;
        const auto whole = run_program({*program}, head + "A A A A", kPeerLimit);
        EXPECT_TRUE(whole) << whole.error().message;
    }
}

}  // namespace
}  // namespace vkalgo::cli::test

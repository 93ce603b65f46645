// Tests `vkalgo bench sort`, which compares every method with std::sort and numpy.
#include "algorithms/sort/sort_reference.hpp"
#include "bench/cases/measurement.hpp"
#include "bench/cases/sort_cases.hpp"
#include "bench/peers/numpy_sort_peer.hpp"
#include "formats/random_array.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::bench;
using namespace vkalgo::test;

namespace {

TEST(SortBench, TimesEveryMethodBesideOneCoreAndNumpy) {
    const auto json = json_of_command("bench", {"sort", "--quick", "--repeat", "2"});
    std::map<std::string, nlohmann::json> rows;
    for (const auto& row : json["result"]["cases"]) {
        EXPECT_TRUE(rows.emplace(row["case"], row).second) << row;
    }
    for (const std::string stem :
         {"sort-u32-4096", "sort-u32-values-4096", "sort-u64-4096", "sort-u64-values-4096", "sort-u16-4096"}) {
        const auto one_core = rows[stem + "-one-core"];
        ASSERT_TRUE(one_core.is_object()) << stem;
        EXPECT_EQ(one_core["method"], stem.find("values") != std::string::npos ? "std::stable_sort" : "std::sort");
        EXPECT_EQ(one_core["host_ms"]["runs"].size(), 2U) << one_core;
        for (const char* who : {"auto", "pratt", "pratt-pure", "radix", "onesweep", "numpy"}) {
            const auto row = rows[stem + "-" + who];
            ASSERT_TRUE(row.is_object()) << stem << who;
            if (row.contains("skipped")) {
                EXPECT_NE(row["skipped"], "") << row;
                // Pratt's sort takes keys of 32 and 64 bits.
                const bool is_small = stem == "sort-u16-4096";
                EXPECT_FALSE(std::string(who) == "auto" || (std::string(who) == "pratt" && !is_small)) << row;
                continue;
            }
            EXPECT_TRUE(row.contains(std::string(who) == "numpy" ? "host_ms" : "gpu_ms")) << row;
            EXPECT_EQ(row["verified"], true) << row;
            EXPECT_EQ(row["verified_against"], "the CPU reference of sort") << row;
            EXPECT_EQ(row["baseline"], stem + "-one-core") << row;
            EXPECT_EQ(row["keys"], 4096) << row;
        }
        EXPECT_EQ(rows.contains(stem + "-counting"), stem == "sort-u16-4096");
    }
}

TEST(SortBench, HasCasesForEveryScale) {
    for (const Scale scale : {Scale::quick, Scale::software, Scale::gpu}) {
        for (const bool values : {false, true}) {
            for (const ElementType type : {ElementType::u32, ElementType::u64}) {
                const std::vector<SortCase> cases = sort_cases(scale);
                EXPECT_TRUE(std::any_of(cases.begin(), cases.end(), [&](const SortCase& timed) {
                    return timed.type == type && timed.values == values && timed.by_numpy;
                }));
            }
        }
    }
}

TEST(SortBench, SaysThatThereIsNoNumpy) {
    const TemporaryFolder folder;
    const std::string python = folder.file("python3", "#!/bin/sh\necho 'no module named numpy' >&2\nexit 1\n");
    std::filesystem::permissions(python, std::filesystem::perms::owner_all);
    const auto json =
        json_of_command("bench", {"sort", "--quick", "--repeat", "1"}, {.environment = {{"PATH", folder.path("")}}});
    std::size_t peers = 0;
    for (const auto& row : json["result"]["cases"]) {
        if (row["method"] == "numpy") {
            ++peers;  // Debian's python3 is tried after the one in PATH, and may have numpy.
            EXPECT_TRUE(row.contains("host_ms") || row["skipped"] != "") << row;
        }
    }
    EXPECT_EQ(peers, 5U);
}

TEST(SortBench, ReadsWhatNumpySorted) {
    const TemporaryFolder folder;
    const std::string python = folder.file("python3",
                                           "#!/bin/sh\ncat > /dev/null\necho numpy 9.8; echo took 2500000; "
                                           "echo took 1500000; echo keys 7; echo values 8\n");
    std::filesystem::permissions(python, std::filesystem::perms::owner_all);
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder.path("") + ":" + before).c_str(), 1);
    const auto sorted = sort_by_numpy({}, ElementType::u32, true, 2, std::chrono::seconds(60));
    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(sorted) << sorted.error().message;
    EXPECT_EQ(sorted->version, "numpy 9.8");
    EXPECT_EQ(sorted->milliseconds, (std::vector<double>{2.5, 1.5}));
    EXPECT_EQ(sorted->keys, 7U);
    EXPECT_EQ(sorted->values, 8U);
}

TEST(SortBench, NumpySortsAsTheReferenceDoes) {
    for (const ElementType type : {ElementType::u16, ElementType::u32, ElementType::u64}) {
        // There are few different keys, so the order of the values that move with equal keys matters.
        std::vector<std::byte> keys = random_array(type, 5000, Distribution::few, 3).data;
        const auto sorted = sort_by_numpy(keys, type, true, 1, std::chrono::seconds(60));
        if (!sorted) {
            GTEST_SKIP() << sorted.error().message;
        }
        std::vector<std::uint32_t> order(5000);
        std::iota(order.begin(), order.end(), 0U);
        ASSERT_TRUE(sort_reference(keys, order, {.type = type}));
        EXPECT_EQ(sorted->keys, checksum_of(keys)) << to_string(type);
        EXPECT_EQ(sorted->values, checksum_of(std::as_bytes(std::span(order)))) << to_string(type);
        EXPECT_EQ(sorted->milliseconds.size(), 1U);
    }
}

TEST(BenchRows, PrepareEachRunWithoutTimingIt) {
    int prepared = 0, runs = 0;
    const auto times = host_times(
        3,
        [&] {
            ++runs;
            EXPECT_EQ(prepared, runs);
        },
        [&] { ++prepared; });
    EXPECT_EQ(times.size(), 3U);
    EXPECT_EQ(checksum_of(std::as_bytes(std::span("123456789", 9))), 0xCBF43926U);
}

}  // namespace
}  // namespace vkalgo::cli::test

// Tests `vkalgo dp --device 0,0`, which solves one table on two contexts of one device.
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(DpMultiDevice, GivesTheAnswerOfOneDeviceAndReportsTheWorkOfEach) {
    for (const char* method : {"bit-parallel", "tile"}) {
        const std::vector<std::string> words{"--problem", "edit-distance", "--n",      "2500",
                                             "--m",       "300",           "--method", method};
        auto shared_words = words;
        shared_words.insert(shared_words.end(), {"--device", "0,0", "--verify", "--repeat", "2"});
        const auto alone = json_of_command("dp", words);
        const auto shared = json_of_command("dp", shared_words);
        EXPECT_EQ(shared["result"]["answer"], alone["result"]["answer"]);
        EXPECT_EQ(shared["result"]["method"], method);
        EXPECT_EQ(shared["verified"], true);
        EXPECT_EQ(shared["parameters"]["device"], "0,0");
        EXPECT_FALSE(alone["result"].contains("devices"));
        const auto& devices = shared["result"]["devices"];
        ASSERT_EQ(devices.size(), 2U);
        for (const auto& device : devices) {
            EXPECT_EQ(device["device"].get<std::string>().find("device 0 ("), 0U);
            EXPECT_GE(device["bands"], 1);
            EXPECT_GE(device["submissions"], 1);
            EXPECT_GT(device["busy_ms"], 0);
            EXPECT_GE(device["first_wait_ms"], 0);
            EXPECT_GT(device["end_ms"], 0);
            EXPECT_GT(device["device_bytes"], 0);
        }
    }
}

TEST(DpMultiDevice, PrintsThePlanAndTheWorkOfEachDevice) {
    const ProcessResult run =
        run_vkalgo({"dp", "--problem", "lcs", "--n", "5000", "--device", "0,0", "--verbose", "--timeout", "100"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("devices   2\n"), std::string::npos) << run.output;
    for (const char* words : {"2 bands of ", "vkalgo: plan: device 0 (", ": 1 band in ", "waited "}) {
        EXPECT_NE(run.errors.find(words), std::string::npos) << words << '\n' << run.errors;
    }
}

TEST(DpMultiDevice, TheFirstDeviceWorksAloneWhereNoMethodSharesTheTable) {
    const std::vector<std::string> words{"dp", "--problem", "knapsack", "--n", "20", "--device", "0,0"};
    const ProcessResult run = run_vkalgo(words);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("is used: method "), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("bit-parallel, tile"), std::string::npos) << run.errors;
    EXPECT_EQ(run.output.find("devices"), std::string::npos) << run.output;
    const ProcessResult empty = run_vkalgo({"dp", "--problem", "lcs", "--n", "0", "--device", "0,0", "--quiet"});
    EXPECT_EQ(empty.exit_code, 0) << empty.errors;
    EXPECT_EQ(empty.output, "0\n");
}

TEST(DpMultiDevice, RefusesWhatNeedsTheTable) {
    const TemporaryFolder folder;
    const std::string words = "--device 0,0: devices that share a table give only its answer";
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--solution"},
                                                 {"--table", folder.path("t.npy")},
                                                 {"--show"},
                                                 {"--picture", folder.path("t.png")},
                                                 {"--output", folder.path("t.txt")}}) {
        std::vector<std::string> arguments{"dp", "--problem", "lcs", "--n", "20", "--device", "0,0"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_refused({arguments, 2, words});
    }
    EXPECT_EQ(folder.entries(), 0U);
    expect_refused({{"dp", "--problem", "lcs", "--n", "2000", "--device", "0,0", "--memory", "2K"}, 2, "device 0 ("});
    expect_refused({{"dp", "--problem", "lcs", "--n", "20", "--device", "0,77"}, 2, "77"});
}

}  // namespace
}  // namespace vkalgo::cli::test

// Tests `vkalgo dp --solution --recover device|host`.
#include "tests/cli/process.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
namespace {

nlohmann::json solved(const std::string& problem, const std::string& where) {
    const nlohmann::json json =
        json_of_command("dp", {"--problem", problem, "--n", "12", "--solution", "--recover", where, "--verify"});
    EXPECT_EQ(json["verified"], true) << problem;
    return json["result"];
}

TEST(DpRecover, GivesTheSameSolutionFromTheHost) {
    for (const std::string problem : {"lcs", "knapsack", "matrix-chain", "assembly-line"}) {
        nlohmann::json device = solved(problem, "device");
        nlohmann::json host = solved(problem, "host");
        EXPECT_EQ(device["solution"], host["solution"]) << problem;
        EXPECT_EQ(device["answer"], host["answer"]) << problem;
    }
}

TEST(DpRecover, SaysWhereTheSolutionWasRecoveredAndHowLongThatTook) {
    const ProcessResult host =
        run_vkalgo({"--verbose", "dp", "--problem", "lcs", "--n", "30", "--solution", "--recover", "host"});
    EXPECT_EQ(host.exit_code, 0);
    EXPECT_NE(host.errors.find("on the host, from a copy of the 3844 bytes of the table"), std::string::npos)
        << host.errors;
    const ProcessResult device = run_vkalgo({"--verbose", "dp", "--problem", "lcs", "--n", "30", "--solution"});
    EXPECT_NE(device.errors.find("on the device"), std::string::npos) << device.errors;
}

TEST(DpRecover, NeedsTheOptionSolution) {
    expect_refused({{"dp", "--problem", "lcs", "--n", "30", "--recover", "host"},
                    2,
                    "--recover says where a solution is found; give --solution too"});
    expect_refused({{"dp", "--problem", "binomial", "--n", "30", "--m", "10", "--recover", "host"},
                    2,
                    "but binomial has none to find; leave out --recover"});
    expect_refused({{"dp", "--problem", "lcs", "--n", "30", "--solution", "--recover", "cpu"}, 2, "--recover"});
}

}  // namespace
}  // namespace vkalgo::cli::test

// Tests what `vkalgo dp` prints if the answer is not a number: a status, no solution, exit code 0.
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(DpStatuses, SaysThatNothingFits) {
    const TemporaryFolder folder;
    const std::string coins = folder.file("coins.glsl", R"(//! problem  coins
//! pattern  RUD
//! cell     u32
//! input    coin u32[]
//! param    amount u32
//! rows     len(coin) + 1
//! columns  amount + 1
//! sequential row
//! goal     min
//! base     first-row 1
//! answer   last
cell_t base(int i, int j) { return j == 0 ? 0u : INFEASIBLE; }
cell_t cell(int i, int j) {
    const int c = int(coin(i - 1));
    return c <= j ? min(at(i - 1, j), plus(at(i, j - c), 1u)) : at(i - 1, j);
}
step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);
    return step_t(i, j - int(coin(i - 1)), 1u);
}
)");
    const std::string numbers = folder.file("coin.txt", "4 6");
    const auto json = [&](const std::string& amount) {
        return result_of_command(
            "dp", {"--recurrence", coins, numbers, "--amount", amount, "--solution", "--show", "--verify"});
    };
    const auto none = json("7");
    EXPECT_EQ(none["status"], "infeasible");
    EXPECT_TRUE(none["answer"].is_null());
    EXPECT_TRUE(none["solution"].is_null());
    EXPECT_EQ(none["table"][2][7], "inf");
    EXPECT_EQ(none["table"][2][4], 1);
    const auto some = json("14");
    EXPECT_EQ(some["status"], "ok");
    EXPECT_EQ(some["answer"], 3);
    EXPECT_EQ(some["solution"]["path"].size(), 5U);
    const ProcessResult text =
        run_vkalgo({"dp", "--recurrence", coins, numbers, "--amount", "7", "--solution", "--show", "--verify"});
    EXPECT_EQ(text.exit_code, 0) << text.errors;
    EXPECT_EQ(text.output.substr(0, text.output.find('\n')), "answer    infeasible");
    EXPECT_NE(text.output.find("solution  none"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("2 |   0  inf  inf  inf    1  inf    1  inf\n"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("verified  equal"), std::string::npos) << text.output;
}

TEST(DpStatuses, SaysThatAPathWithoutStepsHasNoGreatestWeight) {
    const auto none = result_of_command("dp", {"--problem", "min-max", "--n", "0", "--solution", "--verify"});
    EXPECT_EQ(none["status"], "infeasible");
    EXPECT_TRUE(none["answer"].is_null());
    EXPECT_EQ(result_of_command("dp", {"--problem", "min-max", "--n", "1"})["status"], "ok");
}

TEST(DpStatuses, ShipsLargeDemandsFromSmallSupplies) {
    const TemporaryFolder folder;
    const auto answer = [&](const std::string& lines, const std::vector<std::string>& supplies) {
        std::vector<std::string> arguments{"--problem", "transportation",
                                           folder.file("ship.csv", "demand,c1,c2,c3\n" + lines)};
        arguments.insert(arguments.end(), supplies.begin(), supplies.end());
        return result_of_command("dp", arguments);
    };
    EXPECT_EQ(answer("4000,1,1,1\n", {"--s1", "3", "--s2", "3", "--verify"})["status"], "infeasible");
    EXPECT_EQ(answer("200,2,3,1\n", {"--s1", "190", "--s2", "10", "--s3", "0", "--verify"})["answer"], 410);
    EXPECT_EQ(answer("3,5,4,1\n2,1,2,3\n", {"--s1", "2", "--s2", "2", "--s3", "1", "--verify"})["answer"], 11);
}

TEST(DpStatuses, SaysThatAnAnswerIsUnboundedOrThatACycleIsNegative) {
    const TemporaryFolder folder;
    const std::string items = folder.file("items.csv", "c,a1,a2,a3\n3,1,1,0\n5,0,0,0\n");
    const std::string edges = folder.file("edge.txt", "1 2 3\n4 1 -5\n6 2 1\n");
    const auto expect = [](std::vector<std::string> arguments, const std::string& status, const std::string& label) {
        arguments.insert(arguments.end(), {"--solution", "--show", "--verify"});
        auto json = result_of_command("dp", arguments);
        EXPECT_EQ(json.at("status"), status);
        EXPECT_TRUE(json.at("answer").is_null());
        EXPECT_TRUE(json.at("solution").is_null());
        arguments.insert(arguments.begin(), "dp");
        const ProcessResult text = run_vkalgo(arguments);
        EXPECT_EQ(text.exit_code, 0) << text.errors;
        EXPECT_EQ(text.output.substr(0, text.output.find('\n')), label + status);
        EXPECT_NE(text.output.find("verified  equal"), std::string::npos) << text.output;
        return json;
    };
    const auto unbounded =
        expect({"--problem", "integer-programming", items, "--b1", "3", "--b2", "2"}, "unbounded", "profit    ");
    EXPECT_EQ(unbounded["table"][1][2], "inf");
    EXPECT_EQ(unbounded["table"][2][2], 0);
    const auto cycle = expect({"--problem", "cyclic-shortest-path", edges, "--n", "3"}, "negative-cycle", "length    ");
    EXPECT_EQ(cycle["table"][2][5], "-inf");
    EXPECT_EQ(cycle["table"][1][0], "inf");
}

// A path may continue from the goal and return to it, any number of times.
TEST(DpStatuses, SaysThatACycleThroughTheGoalIsNegative) {
    const TemporaryFolder folder;
    const std::string none = "2147483647 ";
    const auto answer_or_status = [&](const std::string& edges, const std::string& start, const std::string& goal) {
        const auto json =
            result_of_command("dp", {"--problem", "cyclic-shortest-path", folder.file("edge.txt", edges), "--n", "3",
                                     "--start", start, "--goal", goal, "--solution", "--verify"});
        EXPECT_EQ(json["solution"].is_null(), json["status"] != "ok") << edges;
        return json["status"] == "ok" ? json["answer"].dump() : json["status"].get<std::string>();
    };
    const auto cycle = [&](const std::string& back) {
        return none + "2 " + none + back + " " + none + none + none + none + none;
    };
    EXPECT_EQ(answer_or_status(cycle("-7"), "0", "1"), "negative-cycle");
    EXPECT_EQ(answer_or_status(cycle("-7"), "1", "1"), "negative-cycle") << "the start is the goal";
    EXPECT_EQ(answer_or_status(cycle("-7"), "2", "1"), "infeasible") << "no way leads to the cycle";
    EXPECT_EQ(answer_or_status(cycle("-7"), "2", "2"), "0") << "no way leads from the cycle";
    EXPECT_EQ(answer_or_status(cycle("-2"), "0", "1"), "2") << "a cycle of length 0";
    const auto loop = [&](const std::string& length) {
        return none + "2 " + none + none + length + " " + none + none + none + none;
    };
    EXPECT_EQ(answer_or_status(loop("-1"), "0", "1"), "negative-cycle") << "a loop at the goal";
    EXPECT_EQ(answer_or_status(loop("-1"), "0", "0"), "0");
    EXPECT_EQ(answer_or_status(loop("0"), "0", "1"), "2");
    const std::string rows = folder.file("rows.csv", "edge\n\"" + cycle("-7") + "\"\n\"" + cycle("-2") + "\"\n");
    const ProcessResult batch = run_vkalgo(
        {"dp", "--problem", "cyclic-shortest-path", "--n", "3", "--start", "0", "--goal", "1", "--batch", rows});
    EXPECT_EQ(batch.output, "1\tnegative-cycle\n2\t2\n") << batch.errors;
}

}  // namespace
}  // namespace vkalgo::cli::test

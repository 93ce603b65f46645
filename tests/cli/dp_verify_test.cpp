// Tests that --verify finds an answer, a cell or a step that differs from the interpreter's.
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "cli/dp/verify.hpp"
#include "cli/dp/verify_solution.hpp"
#include "tests/cli/dp_texts.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// A recurrence with a random instance, interpreted, and the solution that a run should return.
struct Solved {
    explicit Solved(const std::string& problem) : Solved(*builtin_recurrence(problem)) {}
    explicit Solved(dp::Recurrence given) : recurrence(std::move(given)) {
        instance = *dp::random_instance(recurrence.header(), {30, 20, 3, {}});
        const dp::StageFunction stage = recurrence.header().stage;
        solution.shape = *dp::check_instance(recurrence.header(), instance, stage);
        const auto compiled = take(recurrence.with_modules(std::array{std::string(dp::kInterpretModule)}));
        const dp::Interpreter interpreter = take(dp::Interpreter::create(*compiled));
        run = take(interpreter.start(instance, solution.shape, stage));
        EXPECT_TRUE(run->fill());
        solution.answer = run->answer();
        solution.table.assign(run->table().begin(), run->table().end());
        const auto traced = run->traceback(1000);
        EXPECT_TRUE(traced);
        solution.path = traced->path;
        solution.path_end = traced->end;
    }
    Solved(const Solved&) = delete;
    Solved& operator=(const Solved&) = delete;

    std::string replayed() { return replay_solution(recurrence.header(), *run, solution)->difference; }

    dp::Recurrence recurrence;
    dp::Instance instance;
    std::optional<dp::Interpretation> run;
    dp::Solution solution;
};

TEST(DpVerify, FindsNothingWhereNothingDiffers) {
    for (const char* problem : {"lcs", "edit-distance", "knapsack", "matrix-chain"}) {
        Solved solved(problem);
        const dp::RecurrenceHeader& header = solved.recurrence.header();
        EXPECT_EQ(answer_difference(header, {solved.solution.answer}, {solved.run->answer()}, "it"), "");
        EXPECT_EQ(table_difference(header, solved.solution, solved.run->table(), "it"), "");
        EXPECT_EQ(solved.replayed(), "") << problem;
    }
}

TEST(DpVerify, FindsAnAnswerAndACellThatDiffer) {
    Solved solved("lcs");
    const dp::RecurrenceHeader& header = solved.recurrence.header();
    EXPECT_EQ(answer_difference(header, {dp::Number(std::uint64_t{7})}, {dp::Number(std::uint64_t{8})}, "it"),
              "the answer is 7, but it has 8");
    EXPECT_EQ(answer_difference(header, {{}, dp::AnswerStatus::unbounded}, {{}, dp::AnswerStatus::infeasible}, "it"),
              "the answer is unbounded, but it has infeasible");
    const std::uint32_t wrong = 77;
    std::memcpy(solved.solution.table.data() + (3 * 21 + 5) * sizeof wrong, &wrong, sizeof wrong);
    EXPECT_TRUE(table_difference(header, solved.solution, solved.run->table(), "it")
                    .starts_with("cell (3, 5) is 77, but it has "));
    dp::RecurrenceHeader real = header;
    real.cell = ElementType::f64;
    EXPECT_EQ(answer_difference(real, {dp::Number(1.0)}, {dp::Number(1.0 + 1e-12)}, "it"), "");
    EXPECT_NE(answer_difference(real, {dp::Number(1.0)}, {dp::Number(1.0 + 1e-8)}, "it"), "");
}

TEST(DpVerify, FindsAStepOrSplitThatDiffers) {
    for (const char* problem : {"lcs", "matrix-chain"}) {
        const dp::Solution right = Solved(problem).solution;
        ASSERT_GT(right.path.size(), 5U);
        Solved solved(problem);
        const auto expect_found = [&] {
            EXPECT_NE(solved.replayed(), "") << problem;
            solved.solution = right;
        };
        solved.solution.path[3].decision += 1;
        expect_found();
        solved.solution.path[3].j += 1;
        expect_found();
        solved.solution.path.erase(solved.solution.path.begin() + 2);
        expect_found();
        solved.solution.path.pop_back();
        expect_found();
        if (solved.solution.path_end) {
            solved.solution.path_end->i += 1;
            expect_found();
        }
        EXPECT_EQ(solved.replayed(), "");
    }
}

/// Returns what --verify says of the steps of a recurrence on the instance that random numbers give.
std::string doubt_of(const std::string& text) {
    const TemporaryFolder folder;
    Solved solved(take(recurrence_from_file(folder.file("r.glsl", text)), text.c_str()));
    const auto replay = replay_solution(solved.recurrence.header(), *solved.run, solved.solution);
    EXPECT_TRUE(replay) << replay.error().message;
    EXPECT_EQ(replay->difference, "");
    return replay->doubt;
}

TEST(DpVerify, SaysThatStepsToACellThatDoesNotGiveTheValueProveNothing) {
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return at == std::string::npos ? text : text.replace(at, from.size(), to);
    };
    EXPECT_EQ(doubt_of(kGrid), "");
    // The step of this recurrence goes to the worse neighbour, and the interpreter runs the same step.
    const std::string worse =
        replaced(kGrid, "if (at(i - 1, j) <= at(i, j - 1)) return", "if (at(i - 1, j) > at(i, j - 1)) return");
    const std::string doubt = doubt_of(worse);
    EXPECT_EQ(doubt.find("; it was not proved that the steps are optimal, since "), 0U) << doubt;
    EXPECT_NE(doubt.find(" on which the value"), std::string::npos) << doubt;
    for (const char* type : {"f32", "f64"}) {
        std::string real = replaced(worse, "cell     u32", std::string("cell     ") + type);
        real = replaced(real, "//! bound    (n + m + 2) * max(toll) + entry\n", "");
        real = replaced(real, "cell_t sum = entry;", "cell_t sum = cell_t(entry);");
        real = replaced(real, "sum += toll(r * columns())", "sum += cell_t(toll(r * columns()))");
        real = replaced(real, "sum += toll(c)", "sum += cell_t(toll(c))");
        real = replaced(real, "+ toll(i * columns() + j)", "+ cell_t(toll(i * columns() + j))");
        EXPECT_NE(doubt_of(real), "") << type;
    }
    for (const char* problem : {"lcs", "edit-distance", "knapsack"}) {
        Solved solved(problem);
        EXPECT_EQ(replay_solution(solved.recurrence.header(), *solved.run, solved.solution)->doubt, "") << problem;
    }
    // If steps depend on a state, the values of cells do not show which step is right.
    std::string states = replaced(kGrid, "step_t step(int i, int j) {", "step_t step(int i, int j, uint state) {");
    states = replaced(replaced(states, "j, 0u);", "j, 0u, 0u);"), "j - 1, 1u);", "j - 1, 1u, 0u);");
    EXPECT_EQ(doubt_of(states), "; the steps lead from cell to cell, but it was not proved that they are optimal");
}

TEST(DpVerify, AValueThatIsTriedLeavesTheTableAsItWas) {
    Solved solved("lcs");
    const std::uint32_t large = 1000;
    const auto tried = solved.run->compute_with({30, 20}, {29, 20}, std::as_bytes(std::span(&large, 1)));
    ASSERT_TRUE(tried) << tried.error().message;
    std::uint32_t value = 0;
    std::memcpy(&value, tried->data(), sizeof value);
    const auto same = solved.run->compute_again({30, 20});
    ASSERT_TRUE(same);
    EXPECT_TRUE(value == 1000 || *tried == *same) << value;  // If the letters are equal, only the diagonal counts
    EXPECT_EQ(table_difference(solved.recurrence.header(), solved.solution, solved.run->table(), "it"), "");
}

}  // namespace
}  // namespace vkalgo::cli::test

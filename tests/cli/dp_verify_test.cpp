// What --verify finds: an answer, a cell or a step that is not the interpreter's.
#include "algorithms/dp/instance/random_instance.hpp"
#include "cli/dp/verify.hpp"
#include "cli/dp/verify_solution.hpp"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

/// A built-in's own instance, interpreted, and the solution that a run should give.
struct Solved {
    explicit Solved(const std::string& problem) : recurrence(*builtin_recurrence(problem)) {
        instance = *dp::random_instance(recurrence.header(), {30, 20, 3, {}});
        const dp::StageFunction stage = recurrence.header().stage;
        solution.shape = *dp::check_instance(recurrence.header(), instance, stage);
        run = *dp::Interpreter::create(**recurrence.with_modules({}))->start(instance, solution.shape, stage);
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
              "the answer is 7, it has 8");
    EXPECT_EQ(answer_difference(header, {{}, dp::AnswerStatus::unbounded}, {{}, dp::AnswerStatus::infeasible}, "it"),
              "the answer is unbounded, it has infeasible");
    const std::uint32_t wrong = 77;
    std::memcpy(solved.solution.table.data() + (3 * 21 + 5) * sizeof wrong, &wrong, sizeof wrong);
    EXPECT_TRUE(
        table_difference(header, solved.solution, solved.run->table(), "it").starts_with("cell (3, 5) is 77, it has "));
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

}  // namespace
}  // namespace vkalgo::cli::test

// solve() of one long problem by the kernels of batches, if these are much faster than a launch for each diagonal.
#include "algorithms/dp/solve/one_as_batch.hpp"

#include "algorithms/dp/batch.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/batches.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

Letters letters_of(std::size_t length, std::uint64_t seed) {
    SplitMix64 random(seed);
    Letters made(length);
    std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random.below(4)); });
    return made;
}

/// Returns an alignment problem: a short x and a long y that contains a part of x.
Instance short_by_long(std::size_t rows, std::size_t columns) {
    const Letters x = letters_of(rows, rows);
    Letters y = letters_of(columns, columns);
    std::copy(x.begin() + 2, x.end() - 1, y.begin() + static_cast<std::ptrdiff_t>(columns / 3));
    std::vector<std::int32_t> scores(16, -3);
    for (std::size_t letter = 0; letter < 4; ++letter) {
        scores[5 * letter] = 2;
    }
    return {{"x", x}, {"y", y}, {"score", scores}, {"alphabet", 4}};
}

class OneAsBatch : public vkalgo::test::DeviceTest {
protected:
    static SolvePlan plan_of(const Recurrence& recurrence, const Instance& instance, const SolveOptions& options = {}) {
        return take(plan_solve(recurrence.header(), instance, options, context().profile()));
    }
};

TEST_F(OneAsBatch, HasTheAnswerAndTheTracebackOfStage) {
    const Instance instance = short_by_long(12, 14'000);
    for (const char* problem : {"align-semiglobal", "align-local"}) {
        const Recurrence recurrence = take(Recurrence::builtin(problem));
        SolveOptions options;
        options.keep.solution = true;
        options.call.repeat = 2;
        std::vector<double> fractions;
        options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        const Solution own = take(solve(runner(), recurrence, instance, options));
        if (context().profile().type == DeviceType::software) {
            EXPECT_TRUE(plan_of(recurrence, instance, options).seconds_as_batch);
            EXPECT_EQ(own.method, "team");
        }
        EXPECT_EQ(own.call.gpu_milliseconds.size(), 2U);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.back(), 1);
        SolveOptions by_stage;
        by_stage.keep.solution = true;
        by_stage.method = "stage";
        const Solution expected = take(solve(runner(), recurrence, instance, by_stage));
        EXPECT_EQ(expected.method, "stage");
        EXPECT_EQ(own.answer, expected.answer) << problem;
        EXPECT_EQ(own.status, expected.status);
        EXPECT_EQ(own.shape.answer, expected.shape.answer);
        EXPECT_EQ(own.path, expected.path);
        EXPECT_EQ(own.path_end, expected.path_end);
        EXPECT_EQ(own.cell_bytes, expected.cell_bytes);
        EXPECT_EQ(own.cell_numbers, expected.cell_numbers);
    }
}

TEST_F(OneAsBatch, IsUsedOnlyIfItGivesAllRequestedResults) {
    const Recurrence recurrence = take(Recurrence::builtin("align-semiglobal"));
    const Instance instance = short_by_long(12, 14'000);
    for (void (*change)(SolveOptions&) : {+[](SolveOptions& options) { options.method = "stage"; },
                                          +[](SolveOptions& options) { options.keep.table = true; },
                                          +[](SolveOptions& options) { options.pattern = Pattern::SENO; },
                                          +[](SolveOptions& options) {
                                              options.keep.solution = true;
                                              options.recover = Recover::host;
                                          }}) {
        SolveOptions options;
        change(options);
        EXPECT_FALSE(plan_of(recurrence, instance, options).seconds_as_batch);
    }
    EXPECT_FALSE(plan_of(recurrence, short_by_long(12, 200)).seconds_as_batch) << "which takes no time at all";
    EXPECT_FALSE(plan_of(take(Recurrence::builtin("edit-distance")), short_by_long(12, 14'000)).seconds_as_batch)
        << "which a method runs at once";
}

TEST_F(OneAsBatch, HasErrorsThatNameNoProblem) {
    const CompileModule compile = compile_module;
    const std::string text =
        "//! problem  beyond\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     3\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
        "//! answer   last\ncell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) {\n"
        "    overflow_if(x(j - 1) == 8u);\n"
        "    return max(at(i - 1, j), at(i, j - 1)) + (x(j - 1) == 9u ? x(300 * j) : 1u);\n}\n";
    const Recurrence recurrence =
        Recurrence::of(take(compiler::read_recurrence(text, "a.glsl"), text.c_str()), compile);
    const SolvePlan any;  // Allows all kernels that can run the problem
    Letters letters(300, 1);
    EXPECT_EQ(take(solve_as_batch(runner(), recurrence, {{"x", letters}}, any, {})).answer,
              take(solve(runner(), recurrence, {{"x", letters}})).answer);
    const auto error_with = [&](std::uint8_t letter) {
        letters[290] = letter;
        const auto refused = solve_as_batch(runner(), recurrence, {{"x", letters}}, any, {});
        EXPECT_FALSE(refused);
        return refused ? Error{} : refused.error();
    };
    const Error overflow = error_with(8), read = error_with(9);
    EXPECT_EQ(overflow.code, ErrorCode::overflow);
    EXPECT_EQ(overflow.where, "cell");
    EXPECT_EQ(overflow.message.find("problem"), std::string::npos) << overflow.message;
    EXPECT_EQ(read.code, ErrorCode::invalid_argument);
    EXPECT_EQ(read.where, "recurrence");
    EXPECT_EQ(read.message.find("problem"), std::string::npos) << read.message;
}

TEST_F(OneAsBatch, LeavesARunWhoseDecisionsABatchCannotStoreToTheMethodOfThePlan) {
    const Recurrence recurrence = take(compiler::recurrence(
        "//! problem  deciding\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     len(x) + 1\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
        "//! answer   last\ncell_t base(int i, int j) { return 0u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j - 1) + x(i - 1); }\n"
        "step_t step(int i, int j) { return step_t(i - 1, j - 1, uint(i)); }\n",
        "deciding.glsl"));
    const Instance instance{{"x", Letters(80, 2)}};
    SolveOptions options;
    options.keep.solution = true;
    SolvePlan plan = plan_of(recurrence, instance, options);
    plan.seconds_as_batch = 0;
    plan.batch_method = "team";
    const Solution solved = take(solve(runner(), recurrence, instance, plan));
    EXPECT_EQ(solved.method, plan.run->method->name);
    ASSERT_EQ(solved.path.size(), 80U);
    EXPECT_EQ(solved.path.front(), (PathRecord{80, 80, 80}));
}

}  // namespace
}  // namespace vkalgo::dp::test

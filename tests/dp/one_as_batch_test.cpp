// solve() of one long problem by the kernels of batches, if these are much faster than a launch for each diagonal.
#include "algorithms/dp/solve/one_as_batch.hpp"

#include "algorithms/dp/batch.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/batches.hpp"
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
        std::vector<double> told;
        options.call.progress = [&](double fraction) { told.push_back(fraction); };
        const Solution own = take(solve(runner(), recurrence, instance, options));
        if (context().profile().type == DeviceType::software) {
            EXPECT_TRUE(plan_of(recurrence, instance, options).seconds_as_batch);
            EXPECT_EQ(own.method, "team");
        }
        EXPECT_EQ(own.call.gpu_milliseconds.size(), 2U);
        EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
        EXPECT_EQ(told.back(), 1);
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
    const CompileModule compile = [](CompiledRecurrence& recurrence, const std::string& module) {
        return compiler::assemble_module(recurrence, module);
    };
    const std::string text =
        "//! problem  beyond\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! input    x u8[]\n"
        "//! rows     3\n//! columns  len(x) + 1\n//! base     first-row 1\n//! base     first-column 1\n"
        "//! answer   last\ncell_t base(int i, int j) { return 0u; }\ncell_t cell(int i, int j) {\n"
        "    overflow_if(x(j - 1) > 7u);\n    return max(at(i - 1, j), at(i, j - 1)) + 1u;\n}\n";
    const Recurrence recurrence =
        Recurrence::of(take(compiler::read_recurrence(text, "a.glsl"), text.c_str()), compile);
    const SolvePlan any;  // Allows all kernels that run it
    Letters letters(300, 1);
    EXPECT_EQ(take(solve_as_batch(runner(), recurrence, {{"x", letters}}, any, {})).answer,
              take(solve(runner(), recurrence, {{"x", letters}})).answer);
    letters[290] = 8;
    const auto refused = solve_as_batch(runner(), recurrence, {{"x", letters}}, any, {});
    ASSERT_ERROR(refused, ErrorCode::overflow);
    EXPECT_EQ(refused.error().where, "cell");
    EXPECT_EQ(refused.error().message.find("problem"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace vkalgo::dp::test

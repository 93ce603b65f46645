#pragma once

#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

namespace vkalgo::dp::test {

/// A fixture that runs recurrences by one method and compares the results with those of `stage`, which is tested
/// against oracles.
class AsByStage : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const std::string& source, const Instance& instance, const std::string& method,
                                   Keep keep, const TestKnobs& knobs = {}) {
        SolveOptions options;
        options.method = method;
        options.keep = keep;
        options.knobs = &knobs;
        return dp::solve(runner(), recurrence_of(source), instance, options);
    }
    /// Compares tables and answers, and solutions if the recurrence has any.
    static void expect_as_by_stage(const std::string& source, const Instance& instance, const std::string& method,
                                   const TestKnobs& knobs = {}) {
        const bool tracebacks = recurrence_of(source).header().has_solution();
        const auto expected = solved(source, instance, "stage", {.table = true, .solution = tracebacks});
        ASSERT_OK(expected) << source;
        for (const Keep keep : {Keep{.table = true, .solution = tracebacks}, Keep{}, Keep{.solution = tracebacks}}) {
            const auto solution = solved(source, instance, method, keep, knobs);
            ASSERT_OK(solution) << source;
            EXPECT_EQ(solution->answer, expected->answer) << source;
            EXPECT_EQ(solution->status, expected->status) << source;
            EXPECT_EQ(solution->shape.answer, expected->shape.answer) << source;
            if (keep.table) {
                EXPECT_TRUE(solution->table == expected->table) << source;
            }
            if (keep.solution) {
                EXPECT_EQ(solution->path, expected->path) << source;
                EXPECT_EQ(solution->path_end, expected->path_end) << source;
            }
        }
    }
    static std::string error_of(const std::string& source, const Instance& instance, const std::string& method,
                                const TestKnobs& knobs = {}) {
        const auto solution = solved(source, instance, method, {}, knobs);
        return solution ? "" : solution.error().message;
    }
};

}  // namespace vkalgo::dp::test

// What dp::solve accepts and reports, as every simple call does: progress, cancellation, timed runs, times and bytes.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace vkalgo::dp::test {
namespace {

class Call : public vkalgo::test::DeviceTest {
protected:
    static void expect_progress(const CompiledRecurrence& recurrence, const Instance& instance, SolveOptions options,
                                const CompileModule& compile = {}) {
        std::vector<double> fractions;
        options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        ASSERT_OK(solve(runner(), recurrence, instance, options, compile));
        ASSERT_FALSE(fractions.empty());
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_GE(fractions.front(), 0);
        EXPECT_EQ(fractions.back(), 1);
    }
};

TEST_F(Call, ReportsProgressThatNeverFallsAndEndsAtOne) {
    const Instance instance = generated("lcs", {300, 200, 1, {}});
    for (const char* method : {"stage", "tile"}) {
        SolveOptions options;
        options.method = method;
        expect_progress(builtin("lcs"), instance, options);
        options.call.repeat = 3;
        options.call.warm_up = true;
        options.keep.solution = true;
        expect_progress(builtin("lcs"), instance, options);
    }
}

TEST_F(Call, ReportsProgressOverBothRunsIfTheAnswerIsOnABorder) {
    const std::string text =
        "//! problem  best\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
        "//! input    s u8[]\n//! rows     len(s)\n//! columns  len(s)\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   max last-row\n"
        "cell_t base(int i, int j) { return s(i + j); }\n"
        "cell_t cell(int i, int j) { return max(at(i - 1, j), at(i, j - 1)); }\n"
        "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
    const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(text, "best.glsl"));
    Instance instance;
    instance.inputs["s"] = letters("agcgtagaccagtg");
    SolveOptions options;
    options.method = "stage";
    options.keep.solution = true;
    expect_progress(recurrence, instance, options, compile_module);
}

/// Returns a text whose last cell is the number of ways that lead there; each cell runs a useless loop of `turns`
/// iterations.
std::string ways(int turns) {
    return "//! problem  ways\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! rows     n\n"
           "//! columns  m\n//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
           "cell_t base(int i, int j) { return 1u; }\n"
           "cell_t cell(int i, int j) {\n    uint none = 0u;\n    for (int k = 0; k < " +
           std::to_string(turns) +
           "; ++k) none = min(none, uint(k));\n"
           "    return at(i - 1, j) + at(i, j - 1) + none;\n}\n"
           "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
}

// A check that was cancelled does not count as passed, so the next call repeats it.
TEST_F(Call, EndsInTheCheckOnceItIsCancelled) {
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(ways(1'000'000), "ways.glsl"));
    Instance instance;
    instance.n = instance.m = 20;
    std::stop_source stop;
    stop.request_stop();
    SolveOptions options;
    options.call.cancel = stop.get_token();
    for (const std::uint64_t checks : {1U, 2U}) {
        EXPECT_ERROR(dp::solve(runner(), recurrence, instance, options), ErrorCode::cancelled);
        EXPECT_EQ(recurrence.work().checks, checks);
    }
}

TEST_F(Call, EndsBeforeTheTracebackOnceItIsCancelled) {
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(ways(2), "ways.glsl"));
    Instance instance;
    instance.n = 9;
    instance.m = 12;
    std::stop_source stop;
    SolveOptions options;
    options.keep.solution = true;
    options.call.cancel = stop.get_token();
    options.call.progress = [&](double done) {
        if (done >= 1) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR(dp::solve(runner(), recurrence, instance, options), ErrorCode::cancelled);
    options.call = {};
    EXPECT_OK(dp::solve(runner(), recurrence, instance, options));
}

TEST_F(Call, EndsBetweenTheTwoRunsForAnAnswerOnABorderOnceItIsCancelled) {
    std::string text = ways(2);
    text.replace(text.find("answer   last"), 13, "answer   max last-row");
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(text, "ways.glsl"));
    Instance instance;
    instance.n = 9;
    instance.m = 12;
    std::stop_source stop;
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    options.call.cancel = stop.get_token();
    options.call.progress = [&](double done) {
        if (done >= 0.5) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR(dp::solve(runner(), recurrence, instance, options), ErrorCode::cancelled);
    options.call = {};
    EXPECT_OK(dp::solve(runner(), recurrence, instance, options));
}

TEST_F(Call, EndsBetweenSubmissionsOnceItIsCancelled) {
    const Instance instance = generated("lcs", {300, 200, 1, {}});
    std::stop_source stop;
    SolveOptions options;
    options.call.cancel = stop.get_token();
    ASSERT_OK(solve(runner(), builtin("lcs"), instance, options));
    int runs = 0;
    options.call.repeat = 1000;
    options.call.progress = [&](double) {
        if (++runs == 3) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR(solve(runner(), builtin("lcs"), instance, options), ErrorCode::cancelled);
    EXPECT_EQ(runs, 3);
    EXPECT_ERROR(solve(runner(), builtin("lcs"), instance, options), ErrorCode::cancelled);
    EXPECT_EQ(runs, 3);
    // The runner still works.
    const auto solution = solve(runner(), builtin("lcs"), instance);
    ASSERT_OK(solution);
    EXPECT_EQ(*solution->answer, Number(reference_answer("lcs", instance)));
}

// The run ends soon after the request, whichever submission is running. GPUs end such a run before it is cancelled.
TEST_F(Call, EndsSoonOnASoftwareDeviceOnceItIsCancelled) {
    if (context().profile().type != DeviceType::software) {
        GTEST_SKIP() << "a GPU takes milliseconds for this";
    }
    struct Case {
        std::string problem, method;
        GeneratorOptions size;
    };
    for (const Case& one :
         {Case{"lcs", "stage", {8000, 8000, 1, {}}}, Case{"knapsack", "stage", {8000, 20000, 1, {}}}}) {
        const Instance instance = generated(one.problem, one.size);
        std::stop_source stop;
        SolveOptions options;
        options.method = one.method;
        options.call.cancel = stop.get_token();
        std::chrono::steady_clock::time_point asked;
        std::jthread asking([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        EXPECT_ERROR(solve(runner(), builtin(one.problem), instance, options), ErrorCode::cancelled);
        asking.join();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - asked;
        EXPECT_LT(passed.count(), 20) << one.problem;
    }
}

TEST_F(Call, ReportsTimesSpansAndBytes) {
    const Instance instance = generated("lcs", {300, 200, 1, {}});
    SolveOptions options;
    options.method = "tile";
    options.keep.solution = true;
    options.call.repeat = 4;
    const auto solution = solve(runner(), builtin("lcs"), instance, options);
    ASSERT_OK(solution);
    const CallReport& call = solution->call;
    ASSERT_EQ(call.gpu_milliseconds.size(), 4U);
    ASSERT_EQ(solution->traceback_milliseconds.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_GE(call.gpu_milliseconds[k], solution->traceback_milliseconds[k]);
    }
    EXPECT_GT(call.upload_milliseconds, 0);
    EXPECT_GT(call.download_milliseconds, 0);
    EXPECT_GT(call.device_bytes, call.scratch_bytes);
    EXPECT_GT(call.scratch_bytes, 0U);
    const auto has = [&](std::string_view name) {
        return std::any_of(call.spans.begin(), call.spans.end(),
                           [&](const SpanTime& span) { return span.name == name; });
    };
    EXPECT_TRUE(has("tile"));
    EXPECT_TRUE(has("solution"));
}

TEST_F(Call, PlansFromCountsAlone) {
    const CompiledRecurrence& lcs = builtin("lcs");
    const Instance outline = outlined("lcs", {300, 200, 1, {}});
    SolveOptions options;
    options.keep.solution = true;
    const auto plan = plan_solve(lcs.header, outline, options, context().profile());
    ASSERT_OK(plan);
    const auto solution = solve(runner(), lcs, generated("lcs", {300, 200, 1, {}}), options);
    ASSERT_OK(solution);
    EXPECT_EQ(plan->device_bytes, solution->call.device_bytes);
    EXPECT_EQ(plan->run->method->name, solution->method);
    options.method = "quick";
    const auto refused = plan_solve(lcs.header, outline, options, context().profile());
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "method");
}

}  // namespace
}  // namespace vkalgo::dp::test

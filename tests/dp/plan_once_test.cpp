// solve() by an existing plan: that plan runs, nothing else is planned, and the instance is not copied.
#include "algorithms/dp/multi_device.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

/// Calls of the method that spy() returns: the numbers of plans and of created runs, and the analyzed instances.
struct Seen {
    int plans = 0, creations = 0;
    std::vector<const Instance*> instances;
};
Seen& seen() {
    static Seen all;
    return all;
}

/// Returns a copy of method `stage` that records its calls in seen(). It is in no table of methods, so it runs only if
/// a plan names it.
const Method& spy() {
    static const Method method = [] {
        Method made = *find_method("stage");
        made.plan = [](const PlanRequest& request, const DeviceProfile& profile) {
            ++seen().plans;
            return find_method("stage")->plan(request, profile);
        };
        made.create = [](Context& context, const CompiledRecurrence& recurrence, const MethodPlan& plan) {
            ++seen().creations;
            return find_method("stage")->create(context, recurrence, plan);
        };
        made.analyze = [](MethodPlan& plan, const CompiledRecurrence&, const Instance& instance,
                          std::stop_token) -> Result<void> {
            seen().instances.push_back(&instance);
            plan.summary = "studied";
            return {};
        };
        return made;
    }();
    return method;
}

class PlanOnce : public vkalgo::test::DeviceTest {
protected:
    void SetUp() override {
        vkalgo::test::DeviceTest::SetUp();
        seen() = {};
    }

    /// Returns a plan by `stage` whose options do not name the method. So a planner that was asked again would choose
    /// another method.
    static SolvePlan by_stage(const Recurrence& recurrence, const Instance& outline, SolveOptions options = {}) {
        options.method = "stage";
        SolvePlan plan = take(plan_solve(recurrence.header(), outline, options, context().profile()));
        plan.options.method.clear();
        return plan;
    }
};

TEST_F(PlanOnce, RunsTheGivenPlanOnTheGivenInstance) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {2000, 3000, 1, {}});
    ASSERT_STRNE(take(plan_solve(lcs.header(), instance, {}, context().profile())).run->method->name, "stage");
    SolvePlan plan = by_stage(lcs, instance);
    plan.run->method = &spy();
    const MethodPlan* const planned = plan.run.get();
    for (const std::size_t runs : {1U, 2U}) {
        const auto solution = solve(runner(), lcs, instance, plan);
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer, Number(reference_answer("lcs", instance)));
        EXPECT_EQ(solution->method, "stage");
        EXPECT_EQ(solution->plan_summary, "studied");
        EXPECT_EQ(plan.run.get(), planned);
        EXPECT_EQ(seen().plans, 0);
        EXPECT_EQ(seen().creations, static_cast<int>(runs));
        EXPECT_EQ(seen().instances, std::vector<const Instance*>(runs, &instance));
    }
}

TEST_F(PlanOnce, HoldsIfOneOfSeveralDevicesRunsThePlan) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    const Instance instance = generated("lcs", {30, 200, 1, {}});
    MultiDevicePlan plan;
    plan.devices.push_back(by_stage(lcs, instance));
    plan.devices.front().run->method = &spy();
    std::array runners{&runner()};
    const auto solved = solve_multi_device(runners, lcs, instance, plan);
    ASSERT_OK(solved);
    EXPECT_EQ(solved->solution.answer, Number(reference_answer("lcs", instance)));
    EXPECT_EQ(seen().plans, 0);
    EXPECT_EQ(seen().creations, 1);
    EXPECT_EQ(seen().instances, std::vector<const Instance*>{&instance});
    MultiDevicePlan two = take(plan_multi_device(lcs.header(), instance, {}, std::vector(2, context().profile())));
    const auto refused = solve_multi_device(runners, lcs, instance, two);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "plan");
}

TEST_F(PlanOnce, GivesTracebacksTablesAndTimedRuns) {
    for (const char* problem : {"lcs", "edit-distance", "knapsack", "matrix-chain"}) {
        const Recurrence recurrence = take(Recurrence::builtin(problem));
        const Instance instance = generated(problem, {20, 30, 3, {}});
        SolveOptions options;
        options.keep.solution = true;
        options.keep.table = true;
        const Solution expected = take(solve(runner(), recurrence, instance, options), problem);
        SolvePlan plan = take(plan_solve(recurrence.header(), instance, options, context().profile()));
        CallOptions call;
        call.repeat = 2;
        const Solution solution = take(solve(runner(), recurrence, instance, plan, call), problem);
        EXPECT_EQ(solution.answer, expected.answer) << problem;
        EXPECT_EQ(solution.path, expected.path) << problem;
        EXPECT_EQ(solution.table, expected.table) << problem;
        EXPECT_EQ(solution.method, expected.method) << problem;
        EXPECT_EQ(solution.call.gpu_milliseconds.size(), 2U);
        EXPECT_EQ(solution.call.device_bytes, expected.call.device_bytes);
    }
}

TEST(FormerNames, FindTheMethodsThatHadThem) {
    EXPECT_EQ(find_method("graph"), find_method("explicit-dag"));
    EXPECT_EQ(find_method("halves"), find_method("packed-f16"));
    EXPECT_STREQ(find_method("halves")->name, "packed-f16");
    EXPECT_EQ(find_method("no-such-method"), nullptr);
}

// A method that depends on values plans for each instance.
TEST_F(PlanOnce, ServesSeveralInstancesOfOneSize) {
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    for (const char* method : {"", "stage", "explicit-dag"}) {
        SolveOptions options;
        options.method = method;
        const Instance outline = outlined("lcs", {40, 50, 1, {}});
        SolvePlan plan = take(plan_solve(lcs.header(), outline, options, context().profile()));
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const Instance instance = generated("lcs", {40, 50, seed, {}});
            const auto solution = solve(runner(), lcs, instance, plan);
            ASSERT_OK(solution) << method;
            EXPECT_EQ(solution->answer, Number(reference_answer("lcs", instance))) << method << ' ' << seed;
        }
    }
}

TEST_F(PlanOnce, IsRefusedForAnotherInstance) {
    const auto refused = [](const Recurrence& recurrence, const Instance& instance, SolvePlan& plan) {
        const auto solution = solve(runner(), recurrence, instance, plan);
        ASSERT_ERROR(solution, ErrorCode::invalid_argument);
        EXPECT_EQ(solution.error().where, "plan") << solution.error().message;
    };
    const Recurrence lcs = take(Recurrence::builtin("lcs"));
    SolvePlan plan = take(plan_solve(lcs.header(), outlined("lcs", {40, 50, 1, {}}), {}, context().profile()));
    refused(lcs, generated("lcs", {40, 51, 1, {}}), plan);
    SolvePlan none;
    none.stage = lcs.header().stage;
    refused(lcs, generated("lcs", {40, 50, 1, {}}), none);

    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    Instance dear = generated("edit-distance", {40, 50, 1, {}});
    SolvePlan units = take(plan_solve(edit.header(), dear, {}, context().profile()));
    dear.params["ins"] = std::uint64_t{3};
    refused(edit, dear, units);
}

// Counts suffice for a plan. But if the planned instance has values, the bound and the distances of reads may follow
// from these.
TEST_F(PlanOnce, IsRefusedForValuesThatNeedMoreThanThePlanAllows) {
    const std::string text =
        "//! problem  jumps\n//! pattern  RUD\n//! class    row-gather\n//! cell     u64\n//! input    w u32[]\n"
        "//! input    far u32[1]\n//! rows     len(w) + 1\n//! columns  9\n//! base     first-row 1\n"
        "//! reach    j max(far)\n//! bound    1 + sum(w)\n//! answer   last\n"
        "cell_t base(int i, int j) { return cell_t(0); }\n"
        "cell_t cell(int i, int j) {\n    const int l = int(far(0));\n"
        "    return at(i - 1, j >= l ? j - l : j) + cell_t(w(i - 1));\n}\n";
    const auto recurrence = compiler::recurrence(text, "jumps.glsl");
    if (!recurrence) {
        GTEST_SKIP() << recurrence.error().message;
    }
    const auto instance_of = [](std::uint32_t weight, std::uint32_t far) {
        return Instance{{"w", std::vector<std::uint32_t>(20, weight)}, {"far", std::array{far}}};
    };
    SolvePlan near = take(plan_solve(recurrence->header(), instance_of(3, 2), {}, context().profile()));
    EXPECT_EQ(take(solve(runner(), *recurrence, instance_of(2, 1), near)).answer, Number(std::uint64_t{40}));
    const auto refused = solve(runner(), *recurrence, instance_of(3, 5), near);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().where, "plan") << refused.error().message;
    if (near.run->narrow) {
        EXPECT_ERROR(solve(runner(), *recurrence, instance_of(4'000'000'000U, 1), near), ErrorCode::invalid_argument);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test

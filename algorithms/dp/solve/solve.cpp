#include "algorithms/dp/solve.hpp"

#include "algorithms/dp/instance/checked_instance.hpp"
#include "algorithms/dp/run/run.hpp"
#include "algorithms/dp/run/solve_alone.hpp"
#include "algorithms/dp/solve/one_as_batch.hpp"
#include "engine/context.hpp"

namespace vkalgo::dp {

Result<Solution> run_as_planned(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                                const CallOptions& call) {
    if (plan.seconds_as_batch) {
        auto solved = solve_as_batch(runner, recurrence, instance, plan, call);
        if (solved || solved.error().code != ErrorCode::unsupported) {
            return solved;
        }
    }
    return run_plan(runner, recurrence, instance, plan, call);
}

Result<SolvePlan> plan_solve(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                             const DeviceProfile& profile) {
    VKALGO_TRY(SolvePlan plan, plan_part(header, outline, options, std::nullopt, profile));
    plan_as_batch(header, outline, profile, plan);
    return plan;
}

Result<Solution> solve(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                       const SolveOptions& options) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(checked_shape(header, instance, stage_of(header, options)));
    VKALGO_TRY(SolvePlan plan, plan_solve(header, instance, options, runner.context().profile()));
    return run_as_planned(runner, recurrence, instance, plan, options.call);
}

Result<Solution> solve(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                       const CallOptions& call) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_TRY(const Shape shape, checked_shape(header, instance, plan.stage));
    VKALGO_CHECK(check_plan(header, instance, shape, plan));
    return run_as_planned(runner, recurrence, instance, plan, call);
}

}  // namespace vkalgo::dp

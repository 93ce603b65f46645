#include "algorithms/dp/solve.hpp"

#include "algorithms/dp/run/run.hpp"
#include "algorithms/dp/run/solve_alone.hpp"
#include "algorithms/dp/solve/one_as_batch.hpp"
#include "engine/context.hpp"

#include <optional>

namespace vkalgo::dp {

Result<SolvePlan> plan_solve(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                             const DeviceProfile& profile) {
    VKALGO_TRY(SolvePlan plan, plan_part(header, outline, options, std::nullopt, profile));
    plan.seconds_as_batch = seconds_as_batch(header, outline, options, plan, profile);
    return plan;
}

Result<Solution> solve(Runner& runner, const Recurrence& recurrence, Instance instance, const SolveOptions& options) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_instance(header, instance, stage_of(header, options)));
    VKALGO_TRY(const SolvePlan plan, plan_solve(header, instance, options, runner.context().profile()));
    return plan.seconds_as_batch ? solve_as_batch(runner, recurrence, instance, options)
                                 : run_plan(runner, recurrence, instance, options, plan);
}

}  // namespace vkalgo::dp

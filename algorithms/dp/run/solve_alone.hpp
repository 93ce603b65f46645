#pragma once

// Internal to algorithms/dp: runs by methods() only, never by the kernels of batches.
#include "../solve.hpp"

namespace vkalgo::dp {

/// Returns the order of the stages that the options ask for; without one, the order that the recurrence declares.
inline StageFunction stage_of(const RecurrenceHeader& header, const SolveOptions& options) {
    return options.pattern ? StageFunction::of(*options.pattern) : header.stage;
}

/// Checks that the plan is for an instance of this shape, which checked_shape() returned. Errors: invalid_argument
/// ("plan").
Result<void> check_plan(const RecurrenceHeader& header, const Instance& instance, const Shape& shape,
                        const SolvePlan& plan);

/// Runs a plan of plan_part() for an instance that was checked. Uses no kernels of batches.
Result<Solution> run_plan(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                          const CallOptions& call);

/// Does what solve() does, but without kernels of batches.
Result<Solution> solve_alone(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                             const SolveOptions& options);

}  // namespace vkalgo::dp

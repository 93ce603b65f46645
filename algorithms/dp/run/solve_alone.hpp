#pragma once

// Internal to algorithms/dp: runs by methods() alone, never by the kernels of batches.
#include "../solve.hpp"

namespace vkalgo::dp {

/// The order of the stages that the options ask for, or else the recurrence's own.
inline StageFunction stage_of(const RecurrenceHeader& header, const SolveOptions& options) {
    return options.pattern ? StageFunction::of(*options.pattern) : header.stage;
}

/// Runs a plan of plan_part() for an instance that check_instance() has checked.
Result<Solution> run_plan(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                          const SolveOptions& options, const SolvePlan& plan);

/// solve() by methods() alone.
Result<Solution> solve_alone(Runner& runner, const Recurrence& recurrence, Instance instance,
                             const SolveOptions& options);

}  // namespace vkalgo::dp

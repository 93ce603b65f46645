#pragma once

// Internal to algorithms/dp: solves one instance by the kernels of batches, if they are faster.
#include "../solve.hpp"

namespace vkalgo::dp {

/// Sets seconds_as_batch and batch_method of a plan. Leaves them empty if the plan's own run is short, if kernels of
/// batches cannot do what the plan's options ask for, or if they are not more than twice as fast. `outline` as in
/// plan_solve().
void plan_as_batch(const RecurrenceHeader& header, const Instance& outline, const DeviceProfile& profile,
                   SolvePlan& plan);

/// Runs a plan of plan_solve() for an instance that was checked. The plan must be for this instance. If the plan has a
/// batch_method that cannot run the instance after all, runs the plan's own method.
Result<Solution> run_as_planned(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                                const CallOptions& call);

/// Does what solve() does, but by kernels of batches. The plan of the instance must have a batch_method. Errors:
/// unsupported: the kernels cannot store a decision of the traceback, or the answer; those of solve().
Result<Solution> solve_as_batch(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                const SolvePlan& plan, const CallOptions& call);

}  // namespace vkalgo::dp

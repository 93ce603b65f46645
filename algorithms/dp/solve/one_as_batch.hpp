#pragma once

// Internal to algorithms/dp: one instance solved by the kernels of batches, where these are sooner.
#include "../solve.hpp"

namespace vkalgo::dp {

/// Sets seconds_as_batch and batch_method of a plan. Leaves them empty where kernels of batches do not do what the
/// plan's options ask for, or where they are not much sooner. `outline` as plan_solve() takes it.
void plan_as_batch(const RecurrenceHeader& header, const Instance& outline, const DeviceProfile& profile,
                   SolvePlan& plan);

/// Runs a plan of plan_solve() for an instance that was checked and that it is for.
Result<Solution> run_as_planned(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                                const CallOptions& call);

/// solve() by kernels of batches, for an instance whose plan has a batch_method.
Result<Solution> solve_as_batch(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                const SolvePlan& plan, const CallOptions& call);

}  // namespace vkalgo::dp

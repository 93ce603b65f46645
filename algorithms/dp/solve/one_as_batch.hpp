#pragma once

// Internal to algorithms/dp: one instance solved by the kernels of batches, where these are sooner.
#include "../solve.hpp"

#include <optional>

namespace vkalgo::dp {

/// Predicted seconds of a run by kernels of batches. None where they do not do what the options ask for, or where they
/// are not much sooner than `plan`. `outline` as plan_solve() takes it.
std::optional<double> seconds_as_batch(const RecurrenceHeader& header, const Instance& outline,
                                       const SolveOptions& options, const SolvePlan& plan,
                                       const DeviceProfile& profile);

/// solve() by kernels of batches, for an instance for which seconds_as_batch() has a number.
Result<Solution> solve_as_batch(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                const SolveOptions& options);

}  // namespace vkalgo::dp

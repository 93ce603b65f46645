#pragma once

// Internal to algorithms/dp: recovers solutions on the host, from a table that the device filled.
#include "../solve.hpp"

#include <stop_token>

namespace vkalgo::dp {

/// Returns what a run on the device keeps for these options. If the host recovers the solution, the run keeps the table
/// instead of the solution.
Keep keep_on_device(const SolveOptions& options);

/// Fills path, path_end, outputs and traceback_milliseconds of a solution that has the table. The CPU interprets
/// step(), the splits or solution(); path, path_end and outputs equal those of a traceback on the device. `instance` is
/// the instance that was solved. Does nothing without an answer. Errors: those of the interpreter, for example
/// too_large: the host has no memory for its copy of the table.
Result<void> recover_on_host(const Recurrence& recurrence, const Instance& instance, std::stop_token cancel,
                             Solution& solution);

}  // namespace vkalgo::dp

#pragma once

// Internal to algorithms/dp: solutions recovered on the host, from a table that the device filled.
#include "../solve.hpp"

#include <stop_token>

namespace vkalgo::dp {

/// What a run on the device keeps for these options: the table in place of a solution that the host recovers.
Keep keep_on_device(const SolveOptions& options);

/// Fills path, path_end, outputs and traceback_milliseconds of a solution that has the table: what a traceback on the
/// device gives, by step(), splits or solution() interpreted on the CPU. `instance` is the one that was solved. Nothing
/// where there is no answer. Errors: those of the interpreter, too_large among them: the host has no room for its copy
/// of the table.
Result<void> recover_on_host(const Recurrence& recurrence, const Instance& instance, std::stop_token cancel,
                             Solution& solution);

}  // namespace vkalgo::dp

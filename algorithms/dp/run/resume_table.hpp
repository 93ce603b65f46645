#pragma once

#include "../recurrence.hpp"
#include "../solve.hpp"

#include <stop_token>

namespace vkalgo::dp {

/// Checks the table from which a run begins. It must be the table of a run that ended right before the first stage of
/// this run. Computes some cells of the table again on the CPU, each from other cells of the table. These are cells of
/// the stage before the run's first stage, and of some earlier stages, as far back as later cells read. The work is
/// bounded, however large the table is. A cell that the interpreter cannot compute is skipped. `instance` must have
/// been checked. Errors: invalid_argument ("resume_table"), which names a cell, its value and the expected value;
/// cancelled; those of the interpreter.
Result<void> check_resume_table(const Recurrence& recurrence, const Instance& instance, const SolvePlan& plan,
                                const std::stop_token& cancel);

}  // namespace vkalgo::dp

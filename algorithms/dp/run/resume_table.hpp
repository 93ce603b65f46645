#pragma once

#include "../recurrence.hpp"
#include "../solve.hpp"

#include <stop_token>

namespace vkalgo::dp {

/// Does a table that a run begins from hold what belongs into it? Computes some of its cells again on the CPU, each
/// from the table's own other cells: of the stage before the run's first one, and of some stages before that, as far as
/// later cells read back. What is computed is bounded, however large the table is; a cell that the interpreter cannot
/// compute is passed over. `instance` was checked. Errors: invalid_argument ("resume_table"):
/// names a cell, its value and the one that belongs there; cancelled; those of the interpreter.
Result<void> check_resume_table(const Recurrence& recurrence, const Instance& instance, const SolvePlan& plan,
                                const std::stop_token& cancel);

}  // namespace vkalgo::dp

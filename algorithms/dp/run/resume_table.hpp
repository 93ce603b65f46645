#pragma once

#include "../recurrence.hpp"
#include "../solve.hpp"

#include <stop_token>

namespace vkalgo::dp {

/// Checks that a table that a run begins from is the table of such a run. Computes some of its cells again on the CPU,
/// each from the table's other cells. They are cells of the stage before the run's first one, and of some earlier
/// stages, as far back as later cells read. The work is bounded, however large the table is. A cell that the
/// interpreter cannot compute is skipped. `instance` was checked. Errors: invalid_argument ("resume_table"): names a
/// cell, its value and the expected one; cancelled; those of the interpreter.
Result<void> check_resume_table(const Recurrence& recurrence, const Instance& instance, const SolvePlan& plan,
                                const std::stop_token& cancel);

}  // namespace vkalgo::dp

#pragma once

#include "cli/answer.hpp"
#include "cli/dp/job.hpp"

namespace vkalgo::cli {

/// --verify: a built-in problem against its CPU reference (the table too, if it was kept) and, with a solution, against
/// what replaying it gives; a user's file against the method that others are compared with. Errors: those of the
/// reference or the second run.
Result<Verification> verify_solution(Runner& runner, const Recurrence& recurrence, const dp::Instance& instance,
                                     const dp::Solution& solution, const dp::SolveOptions& options);

}  // namespace vkalgo::cli

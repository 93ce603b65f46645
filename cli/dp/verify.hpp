#pragma once

#include "cli/answer.hpp"
#include "cli/dp/job.hpp"

#include <functional>
#include <stop_token>
#include <string>

namespace vkalgo::cli {

/// What --verify compares a run with: the CPU interpreter of the recurrence, or another method than the one that ran.
struct VerifyWith {
    /// empty: the interpreter
    std::string method;
    /// that it takes by prediction; 0 for the interpreter, which is chosen for what takes it a minute at most
    double seconds = 0;
    /// of the interpreter
    std::function<void(double)> progress;
    std::stop_token cancel;
};

/// Chosen before anything is drawn. Another method only where the interpreter would take longer than a minute, or more
/// than half of the host's memory. Errors: unsupported: there is nothing to compare with; says why and what to do.
Result<VerifyWith> choose_verification(const dp::Recurrence& recurrence, const dp::Instance& outline,
                                       const dp::SolvePlan& plan, const dp::SolveOptions& options,
                                       const DeviceProfile& profile);

/// --verify: the answer, the table if it was kept, and of the solution each step: the interpreter's own step() at that
/// cell, or its own split. Integers must be equal; f32 and f64 within kVerifyF32 and kVerifyF64 of the larger of the
/// two, since devices round some functions otherwise. Errors: those of the interpreter or the second run; unsupported
/// where the interpreter did not get done and no method is left.
Result<Verification> verify_solution(Runner& runner, const dp::Recurrence& recurrence, const dp::Instance& instance,
                                     const dp::Solution& solution, const dp::SolveOptions& options,
                                     const VerifyWith& with);

/// Relative differences that --verify allows.
inline constexpr double kVerifyF32 = 1e-4, kVerifyF64 = 1e-10;

}  // namespace vkalgo::cli

#pragma once

#include "cli/answer.hpp"
#include "cli/dp/job.hpp"

#include <functional>
#include <stop_token>
#include <string>

namespace vkalgo::cli {

/// The computation with which --verify compares a run: the CPU interpreter of the recurrence, or another method than
/// that of the run.
struct VerifyWith {
    /// Empty: the interpreter.
    std::string method;
    /// The predicted seconds. 0 for the interpreter, which is chosen only if it takes at most a minute.
    double seconds = 0;
    /// Gets the progress of the interpreter, from 0 to 1.
    std::function<void(double)> progress;
    std::stop_token cancel;
};

/// Chooses the computation for --verify before any input is drawn: the interpreter or, if that would take more than a
/// minute or more than half of the host's memory, the other method with the least predicted time. Errors: unsupported:
/// there is nothing to compare with. The message says why and what to do.
Result<VerifyWith> choose_verification(const dp::Recurrence& recurrence, const dp::Instance& outline,
                                       const dp::SolvePlan& plan, const dp::SolveOptions& options,
                                       const DeviceProfile& profile);

/// Compares the answer and, if the table was kept, the table. Then compares each step of a kept solution with the
/// step() or the split that the interpreter computes at the same cell, and compares the outputs. If `with` names a
/// method, compares the steps and the outputs of both solutions instead. Integers must be equal. Floats may differ,
/// since devices round some functions differently: f32 by kVerifyF32 of the larger number, f64 by kVerifyF64 of it.
/// Errors: those of the interpreter or of the second run; unsupported if the interpreter did not finish and no other
/// method can solve the instance.
Result<Verification> verify_solution(Runner& runner, const dp::Recurrence& recurrence, const dp::Instance& instance,
                                     const dp::Solution& solution, const dp::SolveOptions& options,
                                     const VerifyWith& with);

/// The relative differences that --verify allows.
inline constexpr double kVerifyF32 = 1e-4, kVerifyF64 = 1e-10;

}  // namespace vkalgo::cli

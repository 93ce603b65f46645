#pragma once

#include "../../engine/runner.hpp"
#include "method.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// What solve() is asked for, beyond the instance.
struct SolveOptions {
    /// none: the file's own. Another one must have been verified (see check.hpp)
    std::optional<Pattern> pattern;
    /// empty: the planner's choice
    std::string method;
    Keep keep;
    /// bytes of device memory; 0: none but the device's
    std::uint64_t memory_limit = 0;
    /// see Question
    std::uint32_t lanes = 0;
    int schedule = 0;
    /// timed runs
    int repeat = 1;
    /// untimed runs first, for Runner::warm_up_milliseconds (one at least)
    bool warm_up = false;
    std::function<void(double fraction)> progress;
};

/// What solve() gives back.
struct Solution {
    std::string method;
    Pattern pattern = Pattern::NOSE;
    Shape shape;
    /// none for an empty table
    std::optional<Number> answer;
    /// with keep.solution: from the answer cell, shape.answer, on
    std::vector<PathRecord> path;
    /// the base cell that the walk reached; none for the splits of a reduction
    std::optional<Cell> path_end;
    /// with keep.table: row-major in the user's orientation
    std::vector<std::byte> table;
    /// a value a timed run, walk included
    std::vector<double> gpu_milliseconds;
    /// of it, the walk
    std::vector<double> walk_milliseconds;
    /// of the last run
    std::vector<SpanTime> spans;
    /// that the plan, or the check before it, holds at most
    std::uint64_t device_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::string plan_summary;
};

/// The easy way: plans, uploads, runs, downloads. `compile` gives a module that the recurrence does not hold yet (a user's
/// file, compiled on demand); built-ins hold all of theirs and need none.
/// Errors: those of check_instance, make_plan and the runner; overflow (overflow_if was raised), invalid_argument (the
/// recurrence read outside its table or against its pattern: names cell and read).
using CompileModule = std::function<Result<void>(CompiledRecurrence& recurrence, const std::string& module)>;
/// Runs the recurrence on the runner's device and waits for it.
Result<Solution> solve(Runner& runner, const CompiledRecurrence& recurrence, Instance instance,
                       const SolveOptions& options = {}, const CompileModule& compile = {});

/// What `solve` would do, without a device's help: for `--verbose` and refusals.
Result<std::unique_ptr<MethodPlan>> plan_solve(const CompiledRecurrence& recurrence, Instance& instance,
                                               const SolveOptions& options, const DeviceProfile& profile, Shape& shape);

/// Device memory that `solve` takes before that run, and gives back, to check what the recurrence reads; 0 for a built-in in
/// its own pattern and for method `stage`, which need no check. Errors: too_large beyond the memory limit.
Result<std::uint64_t> plan_check(const CompiledRecurrence& recurrence, const Instance& instance,
                                 const SolveOptions& options, const MethodPlan& plan);

}  // namespace vkalgo::dp

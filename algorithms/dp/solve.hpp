#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "method.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// What solve() is asked for, beyond the instance.
struct SolveOptions {
    /// none: the recurrence's own. Another one is checked before the run (see check.hpp).
    std::optional<Pattern> pattern;
    /// one of methods(), by name; empty: the planner's choice
    std::string method;
    Keep keep;
    /// progress, cancellation, memory limit, timed runs
    CallOptions call;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
};

/// What solve() gives back.
struct Solution {
    /// that ran, by name
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
    /// Times of the runs with their walks, spans, and the bytes that the plan holds at most.
    CallReport call;
    /// of the gpu_milliseconds, the walk
    std::vector<double> walk_milliseconds;
    std::string plan_summary;
};

/// Gives a module that the recurrence does not hold yet (a user's file, compiled on demand; compiler/assemble.hpp has
/// one).
using CompileModule = std::function<Result<void>(CompiledRecurrence& recurrence, const std::string& module)>;

/// The easy call: checks (a user's file on the CPU, check.hpp), plans, uploads, runs, downloads. Built-in recurrences
/// hold all of their modules and need no `compile`. Waits until it is done; `options.call.cancel` is looked at between
/// submissions.
/// Errors, with the field that they are about in `where`:
///   "input NAME", "param NAME"  invalid_argument: it is missing; other errors of an input or param have its name alone
///   "bound", "cell"       overflow: a value may not fit, or did not fit, the cell type; unsupported: no such type
///   "pattern"             invalid_argument: a built-in does not run in it
///   "recurrence"          invalid_argument: a cell reads where it may not (names cell and read), or does what GLSL
///                         leaves undefined; a value beyond the declared bound
///   "method"              there is none of that name, or it cannot run this (unsupported, too_large, timeout)
///   "memory_limit"        too_large: more bytes wanted than allowed, or than there are
///   "table", "solution", "size"
///                         too_large: what is kept, or else the instance, is beyond a limit of the device
/// and those of the runner.
Result<Solution> solve(Runner& runner, const CompiledRecurrence& recurrence, Instance instance,
                       const SolveOptions& options = {}, const CompileModule& compile = {});

/// What `solve` would do.
struct SolvePlan {
    Pattern pattern = Pattern::NOSE;
    Shape shape;
    std::unique_ptr<MethodPlan> run;
    /// device memory held at most
    std::uint64_t device_bytes = 0;
};

/// Needs no device: to show what will happen, and to refuse before inputs are drawn. The inputs' counts are enough, as
/// shape_of has it. Errors: those of shape_of and make_plan.
Result<SolvePlan> plan_solve(const CompiledRecurrence& recurrence, const Instance& outline, const SolveOptions& options,
                             const DeviceProfile& profile);

}  // namespace vkalgo::dp

#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "method/method.hpp"
#include "recurrence.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace vkalgo::dp {

/// Who finds a solution: the device, or the host, from a copy of the whole table (slower, and to be compared with).
enum class Recover : std::uint8_t { device, host };

/// What solve() is asked for, beyond the instance.
struct SolveOptions {
    /// none: the recurrence's own. Another one is checked before the run (see check.hpp).
    std::optional<Pattern> pattern;
    /// one of methods(), by name; empty: the planner's choice
    std::string method;
    Keep keep;
    /// who finds what keep.solution asks for
    Recover recover = Recover::device;
    /// The stages to run, by Order::number_of, both included; none: from the first, to the last. Needs keep.table.
    std::optional<std::int64_t> from_stage, to_stage;
    /// The table of a run that ended right before from_stage, rows one after another; what it has of later stages is
    /// not read. Some of its cells are computed again on the CPU, to see that it is one. Empty: from_stage is first.
    std::span<const std::byte> resume_table;
    /// progress, cancellation, memory limit, timed runs
    CallOptions call;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
};

/// What solve() gives back. It owns all of it.
struct Solution {
    /// that ran, by name
    std::string method;
    /// in whose order it ran
    StageFunction stage;
    Shape shape;
    /// none for an empty table, where the status is not ok, and where the stages that were run do not reach it
    std::optional<Number> answer;
    /// infeasible: the answer is what INFEASIBLE stands for, nothing fits; unbounded, negative_cycle: it is UNBOUNDED,
    /// no value is the best. There is no path then; a kept table has the number.
    AnswerStatus status = AnswerStatus::ok;
    /// with keep.solution: from the answer cell, shape.answer, on
    std::vector<PathRecord> path;
    /// the base cell that the traceback reached; none for the splits of a reduction
    std::optional<Cell> path_end;
    /// by name: what the recurrence wrote to its outputs; of what solution() and step() write, with keep.solution
    std::map<std::string, InputArray, std::less<>> outputs;
    /// with keep.table: row-major in the user's orientation; cells of stages beyond to_stage are 0
    std::vector<std::byte> table;
    /// of a cell in the table: its type, or the first field's, and its bytes
    ElementType cell_type = ElementType::u32;
    std::uint32_t cell_bytes = 4;
    /// how many numbers a cell has
    std::size_t cell_numbers = 1;
    /// Times of the runs with their tracebacks, spans, and the bytes that the plan holds at most.
    CallReport call;
    /// Of the gpu_milliseconds, the traceback. One number where the host recovered the solution: milliseconds of its
    /// traceback, beside those of the run.
    std::vector<double> traceback_milliseconds;
    std::string plan_summary;

    /// The answer as a number of C++; none where there is no answer, and where T does not hold it: a fraction or a
    /// number beyond its range.
    template <class T>
        requires std::is_arithmetic_v<T>
    std::optional<T> answer_as() const;
    /// The table of a cell that is one number, as numbers of just that type, or of a cell of several fields, as structs
    /// that have these fields in order (std430, which is C++'s layout for numbers of 4 and 8 bytes). Row-major. Empty
    /// for a T of another type or size, and without a table. Valid as long as this solution stays.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    std::span<const T> table_as() const;
};

/// How solve() runs an instance. Made by plan_solve(), for instances of one size, as often as wanted.
struct SolvePlan {
    /// that it was made with; `resume_table` and `knobs` outlive the run
    SolveOptions options;
    StageFunction stage;
    Shape shape;
    std::unique_ptr<MethodPlan> run;
    /// device memory held at most
    std::uint64_t device_bytes = 0;
    /// Predicted seconds by kernels of solve_batch(), which solve() takes where they are much sooner than `run`: for a
    /// short row beside a long column. Solution::method is then one of batch_methods().
    std::optional<double> seconds_as_batch;
    /// that method; empty without seconds_as_batch
    std::string batch_method;
    /// The params that it was made for: all, or those that are given where others follow from values to come.
    Params params;
};

/// Plans over all methods. Needs no device: to show what will happen, and to refuse before inputs are drawn. The
/// inputs' counts are enough, as shape_of has it; where a bound or a distance reads elements that are not there, the
/// plan does without. Errors: those of shape_of and make_plan.
Result<SolvePlan> plan_solve(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                             const DeviceProfile& profile);

/// The easy call: checks (a user's file on the CPU, check.hpp), plans, compiles what is not there yet, uploads, runs,
/// downloads. Reads the instance where it is. A second call with the same recurrence compiles nothing and checks
/// nothing again, whatever its inputs are. Waits until it is done; `options.call.cancel` is looked at between
/// submissions.
///
///     VKALGO_TRY(auto lcs, dp::Recurrence::builtin("lcs"));
///     VKALGO_TRY(auto s, dp::solve(runner, lcs, {{"x", xs}, {"y", ys}}));
///
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
///   "from_stage", "to_stage", "resume_table"
///                         invalid_argument: no such stages, no table to begin from, one of another size, one that
///                         another run wrote, or one that did not get so far (names a cell);
///                         unsupported: outputs, which a run that is cut leaves incomplete
/// and those of the runner.
Result<Solution> solve(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                       const SolveOptions& options = {});

/// The same by a plan that is there, made for this device: nothing is planned again. Options are those of the plan, but
/// for `call`, whose memory limit the plan has kept to. A method that looks at an instance's values (Method::analyze)
/// completes the plan. Errors: those of solve(); invalid_argument ("plan"): the plan is for instances of another size
/// or with other params, or this one's values allow less than it relies on.
Result<Solution> solve(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                       const CallOptions& call = {});

template <class T>
    requires std::is_arithmetic_v<T>
std::optional<T> Solution::answer_as() const {
    if (!answer) {
        return std::nullopt;
    }
    return std::visit(
        [](auto number) -> std::optional<T> {
            using N = decltype(number);
            if constexpr (std::is_floating_point_v<T>) {
                return static_cast<T>(number);
            } else if constexpr (std::is_same_v<N, double>) {
                // Just outside the range of T, and exact in a double.
                const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
                const double first = std::is_signed_v<T> ? -end : 0.0;
                const bool holds = number >= first && number < end && std::trunc(number) == number;
                return holds ? std::optional<T>(static_cast<T>(number)) : std::nullopt;
            } else {
                return std::in_range<T>(number) ? std::optional<T>(static_cast<T>(number)) : std::nullopt;
            }
        },
        *answer);
}

template <class T>
    requires std::is_trivially_copyable_v<T>
std::span<const T> Solution::table_as() const {
    bool is_cell = sizeof(T) == cell_bytes;
    if constexpr (std::is_arithmetic_v<T>) {
        is_cell = is_cell && cell_numbers == 1 && cell_type == element_type_of<T>();
    }
    // A vector of bytes begins where any number may.
    return is_cell ? std::span<const T>(reinterpret_cast<const T*>(table.data()), table.size() / sizeof(T))
                   : std::span<const T>();
}

}  // namespace vkalgo::dp

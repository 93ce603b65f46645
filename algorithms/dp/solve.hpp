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

/// Where a solution is traced back: on the device, or on the host from a copy of the whole table. The host is slower
/// and meant for comparison.
enum class Recover : std::uint8_t { device, host };

/// The options of solve().
struct SolveOptions {
    /// The order of the stages. If not set, the order that the recurrence declares. Another order is checked before the
    /// run (see check.hpp).
    std::optional<Pattern> pattern;
    /// The name of one of single_methods(). Empty: the planner chooses.
    std::string method;
    Keep keep;
    /// Where the solution that keep.solution asks for is traced back.
    Recover recover = Recover::device;
    /// The first and the last stage to run, both included, numbered by Order::number_of. If not set, the first and the
    /// last stage of the order. If one of the two is set, keep.table must be true.
    std::optional<std::int64_t> from_stage, to_stage;
    /// The row-major table of a run that ended right before from_stage. Cells of from_stage and later stages are not
    /// read. To check the table, some of its cells are computed again on the CPU. May be empty only if from_stage is
    /// not set or is the first stage.
    std::span<const std::byte> resume_table;
    /// Progress, cancellation, memory limit, timed runs.
    CallOptions call;
    /// Settings that the tests force. Null everywhere else.
    const TestKnobs* knobs = nullptr;
};

/// The result of solve(). It owns all its data.
struct Solution {
    /// The name of the method that ran.
    std::string method;
    /// The order in which the stages ran.
    StageFunction stage;
    Shape shape;
    /// The value of the answer. Not set if the table is empty, if the status is not ok, or if the stages that ran do
    /// not reach the answer cell.
    std::optional<Number> answer;
    /// If infeasible, the answer cell holds INFEASIBLE: there is no solution. If unbounded or negative_cycle, the
    /// answer cell holds UNBOUNDED: no value is the best. If the status is not ok, the path is empty, and a kept table
    /// holds the number of INFEASIBLE or UNBOUNDED.
    AnswerStatus status = AnswerStatus::ok;
    /// With keep.solution: the path, which begins at the answer cell, shape.answer.
    std::vector<PathRecord> path;
    /// The base cell that the traceback reached. Set only if step() was traced back: not for the splits of a reduction,
    /// not for solution().
    std::optional<Cell> path_end;
    /// What the recurrence wrote to its outputs, by name. Writes of solution() and step() need keep.solution.
    std::map<std::string, InputArray, std::less<>> outputs;
    /// With keep.table: the table, row-major in the user's orientation. Cells of stages after to_stage are 0.
    std::vector<std::byte> table;
    /// The type of a cell in the table (if a cell has fields, the type of the first one) and the size of a cell in
    /// bytes.
    ElementType cell_type = ElementType::u32;
    std::uint32_t cell_bytes = 4;
    /// Numbers per cell.
    std::size_t cell_numbers = 1;
    /// Times and spans of the runs, tracebacks included, and the most bytes of memory that a run of the plan holds.
    CallReport call;
    /// For each number of gpu_milliseconds, the part that the traceback took. If the host traced back, this is one
    /// number: the milliseconds of that traceback, which gpu_milliseconds does not include.
    std::vector<double> traceback_milliseconds;
    std::string plan_summary;

    /// Returns the answer as a T. Returns nullopt if no answer exists. An integer T must hold the answer exactly;
    /// otherwise the result is nullopt too. A floating-point T rounds the answer.
    template <class T>
        requires std::is_arithmetic_v<T>
    std::optional<T> answer_as() const;
    /// Returns a view of the table, row-major. If a cell is one number, T is its type. If a cell has several fields, T
    /// is a struct of these fields in order (std430, which is C++'s layout for numbers of 4 and 8 bytes). The view is
    /// empty if T has another size than a cell or is another number type, or if no table exists. It is valid as long
    /// as this solution exists.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    std::span<const T> table_as() const;
};

/// A plan of solve() for instances of one size, made by plan_solve(). It can run any number of times.
struct SolvePlan {
    /// The options that the plan was made with. The data that `resume_table` and `knobs` point to must outlive the run.
    SolveOptions options;
    StageFunction stage;
    Shape shape;
    std::unique_ptr<MethodPlan> run;
    /// The most bytes of device memory that a run holds.
    std::uint64_t device_bytes = 0;
    /// Predicted seconds of the run by kernels of solve_batch(). Set only if these kernels are predicted to be more
    /// than twice as fast as the plan `run`, as for the alignment of a short input with a very long one. solve() then
    /// uses these kernels, and Solution::method is one of batch_methods(). If they cannot store a decision of the
    /// traceback, or the answer, solve() runs the plan `run` after all.
    std::optional<double> seconds_as_batch;
    /// The method of solve_batch() that seconds_as_batch predicts. Empty if seconds_as_batch is not set.
    std::string batch_method;
    /// The params that the plan was made for: all params, or only the given params if others follow from values that
    /// are not known yet.
    Params params;
};

/// Plans a call of solve(), by the method that the options name, or by the fastest method. Needs no device, so a caller
/// can show the plan, or refuse it, before it draws the inputs. The counts of the inputs are enough, as for shape_of.
/// If a bound or a distance reads elements that are missing, the plan is made without it. Errors: those of shape_of and
/// make_plan.
Result<SolvePlan> plan_solve(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                             const DeviceProfile& profile);

/// Solves an instance in one call: checks (a user's file on the CPU, see check.hpp), plans, compiles the missing
/// modules, uploads, runs, downloads. Reads the instance in place. A second call with the same recurrence compiles and
/// checks nothing again, whatever its inputs are. Blocks until it is done. Checks `options.call.cancel` between
/// submissions.
///
///     VKALGO_TRY(auto lcs, dp::Recurrence::builtin("lcs"));
///     VKALGO_TRY(auto s, dp::solve(runner, lcs, {{"x", xs}, {"y", ys}}));
///
/// Errors, with the field in `where`:
///   "input NAME", "param NAME"  invalid_argument: the input or param is missing. For all other errors of an input or
///                         param, `where` is only NAME
///   "bound", "cell"       overflow: a value may not fit, or did not fit, the cell type; unsupported: the device
///                         lacks the type
///   "pattern"             invalid_argument: a built-in cannot run in this pattern
///   "recurrence"          invalid_argument: a cell reads where it must not (names cell and read); an operation is one
///                         that GLSL leaves undefined; a value exceeds the declared bound
///   "method"              no method has the name, or it cannot run the instance (unsupported, too_large, timeout)
///   "memory_limit"        too_large: more bytes are needed than allowed, or than exist
///   "table", "solution", "size"
///                         too_large: the kept data, or the instance, exceeds a limit of the device;
///                         invalid_argument: only some stages run, but the table is not kept ("table"); the recurrence
///                         does not say how to find a solution ("solution")
///   "from_stage", "to_stage", "resume_table"
///                         invalid_argument: stages that do not exist, no table to begin from, a table of another size,
///                         or a table of another run or of a run that ended earlier (names a cell);
///                         unsupported: outputs, which a partial run leaves incomplete
/// and those of the runner.
Result<Solution> solve(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                       const SolveOptions& options = {});

/// Solves an instance by an existing plan for this device, without planning again. The options are those of the plan,
/// except for `call`. The memory limit of `call` is not used, since the plan was made for its own limit. If the method
/// needs the values of an instance (Method::analyze), the call completes the plan. Errors: those of solve();
/// invalid_argument ("plan"): the plan is for instances of another size or with other params, or the plan assumes
/// something that the values of this instance do not allow.
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
                // The first number above the range of T. It is a power of two, and so exact in a double.
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
    // A vector of bytes is aligned for every number type.
    return is_cell ? std::span<const T>(reinterpret_cast<const T*>(table.data()), table.size() / sizeof(T))
                   : std::span<const T>();
}

}  // namespace vkalgo::dp

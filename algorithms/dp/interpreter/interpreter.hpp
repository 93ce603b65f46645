#pragma once

#include "../../../engine/result.hpp"
#include "../method/method.hpp"
#include "fault.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

struct Program;
struct Machine;

/// The module that create() reads.
inline constexpr std::string_view kInterpretModule = "interpret";

/// How an instance is interpreted.
struct InterpretOptions {
    /// A fault of values (Fault::of_values) is noted, its value is 0, and the run goes on: for made-up values.
    bool notes_value_faults = false;
    /// by the input's number: one that was cut, so that a read past its end is no fault. It gives the last element.
    std::vector<bool> cut_inputs;
    /// The instance is the beginning of another one, and so are its outputs: what is written behind their ends is
    /// dropped, and 0 is read there.
    bool cut_outputs = false;
    /// Optional: no sum of unsigned 64-bit numbers may be greater (FaultKind::sum), but where one of them is the
    /// type's greatest, which stands for no value.
    std::optional<std::int64_t> bound;
    /// of loops, for each cell and step
    std::int64_t most_turns = std::int64_t{1} << 26;
    /// Optional: turns that are left for everything that shares it, counted down; outlives the interpretation.
    std::int64_t* turns_in_all = nullptr;
    /// fill() leaves off after so many cells; 0: none
    std::uint64_t most_cells = 0;
    /// told of every read
    ReadHook on_read;
    /// from 0 to 1, now and then
    std::function<void(double)> progress;
    /// looked at now and then
    std::stop_token cancel;
    /// Of an interpreter that watches, for made-up values: that the difference of two elements of one input wraps is
    /// not seen. Real ones may be sums, which grow.
    bool trusts_differences = false;
    /// Instructions that it watches; those that follow run as without.
    std::int64_t most_watched = std::int64_t{1} << 40;
};

/// What an interpreter notes beside faults.
enum class Watch : std::uint8_t {
    nothing,
    /// integers that wrap and sums with INFEASIBLE, where they reach a cell; twice the time while it watches
    numbers,
};

/// What step() of a cell says.
struct InterpretedStep {
    Cell next;
    std::uint32_t decision = 0;
    /// of a step() that has states: the next one's
    std::uint32_t state = 0;
};

/// What a traceback gives: see Solution.
struct InterpretedTraceback {
    std::vector<PathRecord> path;
    std::optional<Cell> end;
};

/// A recurrence on one instance, computed on the CPU, cell by cell in the order of its stages.
class Interpretation {
public:
    Interpretation(Interpretation&& other) noexcept;
    Interpretation& operator=(Interpretation&& other) noexcept;
    ~Interpretation();

    /// Computes the table. Errors: those of Fault::error, which fault() tells apart; cancelled.
    Result<void> fill();
    /// Row-major in the user's orientation, cells packed as in Solution::table; cells outside the domain are 0.
    std::span<const std::byte> table() const;
    /// After fill(), or in place of it to compute_again() cells alone: other values in place of the table's, as many
    /// bytes.
    void set_table(std::span<const std::byte> values);
    /// In place of fill(): a table as table() has it, that was computed elsewhere, with its answer, a number, the cell
    /// that holds it, and what was written to the outputs.
    void adopt(std::span<const std::byte> table, Cell answer_cell, Number answer, std::vector<InputArray> outputs);
    /// After fill() or set_table(): the value of a cell from what the table holds, which stays so. Errors: as fill().
    Result<std::vector<std::byte>> compute_again(Cell cell);
    /// After fill(): as the header's `answer` says; none for an empty table, and where the status() is not ok.
    std::optional<Number> answer() const;
    /// After fill(): whether the answer is a number, or what INFEASIBLE or UNBOUNDED stands for. From those there is no
    /// walk.
    AnswerStatus status() const;
    /// After fill(): the cell that holds the answer; of a search, the first of equal ones.
    Cell answer_cell() const;
    /// Is a cell of the table the answer or, of a search, one of those that are searched?
    bool may_answer(Cell cell) const;
    /// The value of a cell of the table, as the header's `value` says. Errors: as fill().
    Result<Number> value(Cell cell);

    /// step() of a cell, in a state if it has states. Errors: as fill(); unsupported: there is no step().
    Result<InterpretedStep> step(Cell cell, std::uint32_t state = 0);
    /// How far `decisions` says that a decision goes in the stage before, from a cell of the row or column `line`.
    /// Errors: as fill(); unsupported: there are not so many decisions.
    Result<std::int32_t> decision_distance(std::uint32_t decision, std::int64_t line);
    /// solution(), which reads the whole table and writes outputs; nothing where the status() is not ok. Errors: as
    /// fill(); unsupported: there is none.
    Result<void> run_solution();
    /// What the text has written to its outputs so far, in the order of the header.
    std::span<const InputArray> outputs() const;
    /// The cells that the value of a cell is computed from, each as often as it is read. Errors: as fill().
    Result<std::vector<Cell>> reads_of(Cell cell);
    /// Of a `reduce`: the least k of the best term; LAST + 1 if there is no term. Errors: as fill().
    Result<std::int32_t> split(Cell cell);
    /// Of a `reduce`: has that cell a term? Errors: as fill().
    Result<bool> has_terms(Cell cell);
    /// Does the reduction of that cell hold this k?
    Result<bool> has_term(Cell cell, std::int32_t k);
    /// Has the tree of splits no node there: is it a cell of the base, or one without a feasible term?
    /// Errors: as fill().
    Result<bool> is_leaf(Cell cell);
    /// The cells that term k of that cell reads, leaves left out.
    Result<std::vector<Cell>> children(Cell cell, std::int32_t k);
    /// From the answer to the base by step(), or the tree of splits; gives up after `most_records`. Errors: as fill(),
    /// a step that leaves the table or the pattern's order, a traceback that is longer (too_large).
    Result<InterpretedTraceback> traceback(std::uint64_t most_records);

    /// Is a cell of the table computed before another?
    bool is_earlier(Cell to, Cell from) const;

    /// What stopped the last call.
    const std::optional<Fault>& fault() const;
    /// The first fault of values that was noted.
    const std::optional<Fault>& noted() const;
    /// Of an interpreter that watches, after fill(): the first number of a cell, term, value or output that is not what
    /// the text computes, since an integer wrapped or INFEASIBLE was computed with. Orders of such numbers count too;
    /// bits of them, and cells after one where overflow_if() holds, do not.
    const std::optional<Fault>& astray() const;

private:
    friend class Interpreter;
    struct State;
    explicit Interpretation(std::unique_ptr<State> state);
    Result<void> faulted() const;
    bool compute(Cell cell);
    Result<void> search_answer();
    struct Range {
        std::int64_t first = 0, last = 0;
    };
    Result<Range> range_of(Cell cell);
    Result<InterpretedTraceback> traceback_steps(std::uint64_t most_records);
    Result<InterpretedTraceback> traceback_splits(std::uint64_t most_records);

    std::unique_ptr<State> state_;
};

/// Runs recurrences on the CPU from the SPIR-V of their own text (module `interpret`): what methods are compared with
/// and what a recurrence is checked by. What GLSL leaves undefined is a fault: a division by 0, a shift too far, an
/// index beyond an array, a variable that was not set. f32 and f64 are computed as the text says, without contraction;
/// the last bits of a device's functions may differ. One core computes some ten million cells per second.
class Interpreter {
public:
    /// Errors: invalid_argument: the module is not there; unsupported: names an instruction that it does not know.
    static Result<Interpreter> create(const CompiledRecurrence& recurrence, Watch watch = Watch::nothing);

    /// Ready to fill. `instance` is complete, as check_instance leaves it; it and the recurrence outlive what is given
    /// back. Errors: too_large: the host has no room for the table.
    Result<Interpretation> start(const Instance& instance, const Shape& shape, const StageFunction& stage,
                                 const InterpretOptions& options = {}) const;

    /// Bytes that start() takes for a table of that size.
    std::uint64_t table_bytes(TableSize size) const;

private:
    const CompiledRecurrence* recurrence_ = nullptr;
    std::shared_ptr<const Program> program_;
};

}  // namespace vkalgo::dp

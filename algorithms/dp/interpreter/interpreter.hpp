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
    /// If set, a fault of values (Fault::of_values) is noted, its value is 0, and the run goes on: for made-up values.
    bool notes_value_faults = false;
    /// By the input's number: the input was cut, so that a read past its end is not a fault and returns the last
    /// element.
    std::vector<bool> cut_inputs;
    /// Whether the instance, and so its outputs, is the beginning of another one. A write past the end of an output is
    /// dropped, and a read there returns 0.
    bool cut_outputs = false;
    /// Optional: the largest sum of unsigned 64-bit numbers (FaultKind::sum). It does not apply if one of them is the
    /// type's greatest, which stands for no value.
    std::optional<std::int64_t> bound;
    /// The most loop iterations per cell and step.
    std::int64_t most_turns = std::int64_t{1} << 26;
    /// Optional: the loop iterations left for everything that shares this counter. It is counted down and must outlive
    /// the interpretation.
    std::int64_t* turns_in_all = nullptr;
    /// The number of cells after which fill() stops; 0: no limit.
    std::uint64_t most_cells = 0;
    /// Called for every read.
    ReadHook on_read;
    /// Called with 0 to 1, now and then.
    std::function<void(double)> progress;
    /// Checked now and then.
    std::stop_token cancel;
    /// For an interpreter that watches, with made-up values: a difference of two elements of one input that wraps is
    /// ignored. Real elements may be sums, which grow.
    bool trusts_differences = false;
    /// The most instructions that it watches; later ones run unwatched.
    std::int64_t most_watched = std::int64_t{1} << 40;
};

/// What an interpreter notes besides faults.
enum class Watch : std::uint8_t {
    nothing,
    /// Integers that wrap and sums with INFEASIBLE, if they reach a cell. Takes twice the time while it watches.
    numbers,
};

/// The result of step() of a cell.
struct InterpretedStep {
    Cell next;
    std::uint32_t decision = 0;
    /// The next state, for a step() that has states.
    std::uint32_t state = 0;
};

/// The result of a traceback: see Solution.
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

    /// Computes the table. Errors: those of Fault::error (fault() returns the details); cancelled.
    Result<void> fill();
    /// Returns the table, row-major in the user's orientation, with cells packed as in Solution::table. Cells outside
    /// the domain are 0.
    std::span<const std::byte> table() const;
    /// Replaces the table's values by others of the same number of bytes. For use after fill(), or instead of it if
    /// only compute_again() follows.
    void set_table(std::span<const std::byte> values);
    /// Takes a table that was computed elsewhere, instead of fill(): in the form of table(), with its answer, a number,
    /// the cell that holds it, and what was written to the outputs.
    void adopt(std::span<const std::byte> table, Cell answer_cell, Number answer, std::vector<InputArray> outputs);
    /// Returns the value of a cell computed from the table, which does not change. Call it after fill() or set_table().
    /// Errors: as fill().
    Result<std::vector<std::byte>> compute_again(Cell cell);
    /// Returns what compute_again() would if the cell `other` had that value. The table does not change.
    Result<std::vector<std::byte>> compute_with(Cell cell, Cell other, std::span<const std::byte> value);
    /// Returns the answer that the header's `answer` names, after fill(). None for an empty table, and if the status()
    /// is not ok.
    std::optional<Number> answer() const;
    /// Returns, after fill(), whether the answer is a number, or stands for INFEASIBLE or UNBOUNDED. Those have no
    /// traceback.
    AnswerStatus status() const;
    /// Returns, after fill(), the cell that holds the answer; for a search, the first of equal ones.
    Cell answer_cell() const;
    /// Returns whether a cell of the table is the answer or, for a search, one of those that are searched.
    bool may_answer(Cell cell) const;
    /// Returns the value of a cell of the table, as the header's `value` says. Errors: as fill().
    Result<Number> value(Cell cell);

    /// Runs step() of a cell, in a state if it has states. Errors: as fill(); unsupported: the text has no step().
    Result<InterpretedStep> step(Cell cell, std::uint32_t state = 0);
    /// Returns how far `decisions` says that a decision goes in the stage before, from a cell of the row or column
    /// `line`. Errors: as fill(); unsupported: the text has no such decision.
    Result<std::int32_t> decision_distance(std::uint32_t decision, std::int64_t line);
    /// Runs solution(), which reads the whole table and writes outputs. Does nothing if the status() is not ok. Errors:
    /// as fill(); unsupported: the text has no solution().
    Result<void> run_solution();
    /// Returns what the text has written to its outputs so far, in the order of the header.
    std::span<const InputArray> outputs() const;
    /// Returns the cells that the value of a cell is computed from, each as often as it is read. Errors: as fill().
    Result<std::vector<Cell>> reads_of(Cell cell);
    /// Returns the least k of the best term of a `reduce`; LAST + 1 if the cell has no terms. Errors: as fill().
    Result<std::int32_t> split(Cell cell);
    /// Returns whether that cell of a `reduce` has a term. Errors: as fill().
    Result<bool> has_terms(Cell cell);
    /// Returns whether the reduction of that cell contains this k.
    Result<bool> has_term(Cell cell, std::int32_t k);
    /// Returns whether the tree of splits has no node there: it is a cell of the base, or one without a feasible term.
    /// Errors: as fill().
    Result<bool> is_leaf(Cell cell);
    /// Returns the cells that term k of that cell reads, without leaves.
    Result<std::vector<Cell>> children(Cell cell, std::int32_t k);
    /// Traces from the answer to the base by step(), or the tree of splits. Errors: as fill(); a step that leaves the
    /// table or the pattern's order; too_large: the traceback has more than `most_records`.
    Result<InterpretedTraceback> traceback(std::uint64_t most_records);

    /// Returns whether a cell of the table is computed before another.
    bool is_earlier(Cell to, Cell from) const;

    /// Returns what stopped the last call.
    const std::optional<Fault>& fault() const;
    /// Returns the first fault of values that was noted.
    const std::optional<Fault>& noted() const;
    /// Returns, for an interpreter that watches, after fill(), the first number of a cell, term, value or output that
    /// is not what the text computes, because an integer wrapped or INFEASIBLE was computed with. Comparisons of such
    /// numbers count too. Their bits do not count, nor do cells after one where overflow_if() holds.
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

/// Runs recurrences on the CPU from the SPIR-V of their own text (module `interpret`). Methods are compared with it,
/// and recurrences are checked by it. What GLSL leaves undefined is a fault: a division by 0, a shift too far, an index
/// beyond an array, a variable that was not set. f32 and f64 are computed as the text says, without contraction; the
/// last bits of a device's functions may differ. One core computes some ten million cells per second.
class Interpreter {
public:
    /// Makes an interpreter. Errors: invalid_argument: the module is missing; unsupported: names an instruction that it
    /// does not know.
    static Result<Interpreter> create(const CompiledRecurrence& recurrence, Watch watch = Watch::nothing);

    /// Returns an interpretation that is ready to fill. `instance` is complete, as check_instance leaves it. It and the
    /// recurrence must outlive the interpretation. Errors: too_large: the host has no room for the table.
    Result<Interpretation> start(const Instance& instance, const Shape& shape, const StageFunction& stage,
                                 const InterpretOptions& options = {}) const;

    /// Returns the bytes that start() takes for a table of that size.
    std::uint64_t table_bytes(TableSize size) const;

private:
    const CompiledRecurrence* recurrence_ = nullptr;
    std::shared_ptr<const Program> program_;
};

}  // namespace vkalgo::dp

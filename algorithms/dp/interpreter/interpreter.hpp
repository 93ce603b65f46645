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

/// The name of the module that Interpreter::create() reads.
inline constexpr std::string_view kInterpretModule = "interpret";

/// How an instance is interpreted.
struct InterpretOptions {
    /// If set, a fault of values (Fault::of_values) does not stop the run, since the values may be made up. The first
    /// such fault is noted, and calls of overflow_if() are ignored. The result of an instruction with such a fault is
    /// 0, except for a read of an input without such an element (the input's last element), an index beyond an array
    /// (element 0) and a sum beyond the bound (the sum).
    bool notes_value_faults = false;
    /// Indexed by the input's number: whether the input was cut. A read of an element that a cut input does not have is
    /// not a fault and returns the last element, or 0 if no elements exist.
    std::vector<bool> cut_inputs;
    /// Whether the instance is the beginning of another one, so that its outputs are cut too. A write past the end of a
    /// cut output is dropped, and a read there returns 0.
    bool cut_outputs = false;
    /// Optional: the largest sum of unsigned 64-bit numbers (FaultKind::sum). A sum may be larger if one of its addends
    /// is the greatest number of the type, since that number does not stand for a value.
    std::optional<std::int64_t> bound;
    /// The most loop iterations of one call of a function of the text, such as cell() or step().
    std::int64_t most_turns = std::int64_t{1} << 26;
    /// Optional: the loop iterations left for all interpretations that share this counter. Each of them counts it down.
    /// The counter must outlive the interpretation.
    std::int64_t* turns_in_all = nullptr;
    /// The number of cells after which fill() stops; 0: no limit.
    std::uint64_t most_cells = 0;
    /// Called for every read of a cell (see ReadHook).
    ReadHook on_read;
    /// Called now and then with the fraction of the work that is done, 0 to 1.
    std::function<void(double)> progress;
    /// Checked now and then.
    std::stop_token cancel;
    /// For an interpreter that watches its numbers, with made-up values: a difference of two elements of one input may
    /// wrap without being noted. The elements of the real input may be prefix sums, which ascend, so that their
    /// differences do not wrap.
    bool trusts_differences = false;
    /// The number of instructions whose numbers an interpreter watches. It runs all further instructions without
    /// watching.
    std::int64_t most_watched = std::int64_t{1} << 40;
};

/// Which numbers an interpreter watches. It reports faults in any case.
enum class Watch : std::uint8_t {
    nothing,
    /// Integers that wrap, and computations with INFEASIBLE, if the result reaches a cell (see Interpretation::astray).
    /// An interpreter that watches numbers runs at half the speed.
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
    /// Replaces the values of the table; `values` must have as many bytes as the table. For use after fill(), or
    /// instead of fill() if only compute_again() follows.
    void set_table(std::span<const std::byte> values);
    /// Takes a table that was computed elsewhere. Call this instead of fill(). `table` has the form of table().
    /// `answer` is the value of cell `answer_cell`, and is neither INFEASIBLE nor UNBOUNDED. `outputs` has the outputs
    /// of that computation.
    void adopt(std::span<const std::byte> table, Cell answer_cell, Number answer, std::vector<InputArray> outputs);
    /// Computes a cell again from the table and returns its value. The table does not change. Call this after fill() or
    /// set_table(). Errors: as fill().
    Result<std::vector<std::byte>> compute_again(Cell cell);
    /// Returns the value that compute_again() would return if cell `other` had the value `value`. The table does not
    /// change.
    Result<std::vector<std::byte>> compute_with(Cell cell, Cell other, std::span<const std::byte> value);
    /// Returns, after fill(), the answer that the header's line `answer` names; nullopt if the table is empty or the
    /// status() is not ok.
    std::optional<Number> answer() const;
    /// Returns, after fill(), whether the answer is a number, or stands for INFEASIBLE or UNBOUNDED. Only a number has
    /// a traceback.
    AnswerStatus status() const;
    /// Returns, after fill(), the cell that holds the answer; for a search, the first of the cells with this value, in
    /// row-major order.
    Cell answer_cell() const;
    /// Returns whether a cell of the table is the answer cell or, for a search, one of the searched cells.
    bool may_answer(Cell cell) const;
    /// Returns the value of a cell of the table, by the header's line `value`. Errors: as fill().
    Result<Number> value(Cell cell);

    /// Runs step() for a cell; `state` is its state if step() has states. Errors: as fill(); unsupported: the text has
    /// no step().
    Result<InterpretedStep> step(Cell cell, std::uint32_t state = 0);
    /// Returns the distance that the line `decisions` declares for a decision of a cell in stage `line`, a row or a
    /// column. The decision goes to the previous stage and, within it, back by this distance. Errors: as fill();
    /// unsupported: the text has no such decision.
    Result<std::int32_t> decision_distance(std::uint32_t decision, std::int64_t line);
    /// Runs solution(), which reads the whole table and writes outputs. Does nothing if the status() is not ok. Errors:
    /// as fill(); unsupported: the text has no solution().
    Result<void> run_solution();
    /// Returns the outputs as the text has written them so far, in the order of the header.
    std::span<const InputArray> outputs() const;
    /// Returns the cells from which the value of a cell is computed; each is listed as often as it is read. Errors: as
    /// fill().
    Result<std::vector<Cell>> reads_of(Cell cell);
    /// Returns the k of the best term of a cell of a `reduce`, the least k of equally good terms; LAST + 1 if the cell
    /// has no terms. Errors: as fill().
    Result<std::int32_t> split(Cell cell);
    /// Returns whether a cell of a `reduce` has a term. Errors: as fill().
    Result<bool> has_terms(Cell cell);
    /// Returns whether the reduction of a cell contains this k.
    Result<bool> has_term(Cell cell, std::int32_t k);
    /// Returns whether a cell is a leaf of the tree of splits: a cell of the base, or a cell without a feasible term.
    /// The tree has no node for a leaf. Errors: as fill().
    Result<bool> is_leaf(Cell cell);
    /// Returns the cells that term k of a cell reads, without leaves.
    Result<std::vector<Cell>> children(Cell cell, std::int32_t k);
    /// Traces from the answer to the base by step(), or traces the tree of splits. The result is empty if the status()
    /// is not ok. Errors: those of step(); invalid_argument: a step that leaves the table, its domain or the order of
    /// the stages; too_large: the traceback has more than `most_records` records.
    Result<InterpretedTraceback> traceback(std::uint64_t most_records);

    /// Returns whether cell `to` of the table is computed before cell `from`.
    bool is_earlier(Cell to, Cell from) const;

    /// Returns the fault that stopped the last call, if one did.
    const std::optional<Fault>& fault() const;
    /// Returns the first fault of values since fill() began that did not stop the run
    /// (InterpretOptions::notes_value_faults).
    const std::optional<Fault>& noted() const;
    /// Returns the first wrong number that fill() has met, if the interpreter watches its numbers. A number of a cell,
    /// term, value or output is wrong if it is not what the text means, because an integer wrapped, a conversion
    /// changed an integer, or the text computed with INFEASIBLE. A comparison is noted too, if a wrong number that was
    /// computed from a cell makes its outcome wrong. The result of a bit operation is never wrong. Nothing is noted
    /// from the cell on in which overflow_if() holds, or a difference of made-up elements wraps
    /// (InterpretOptions::trusts_differences).
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

/// An interpreter that runs a recurrence on the CPU, from the SPIR-V of the recurrence's text (module `interpret`).
/// Tests compare the methods with the interpreter, and check_reads() uses it to check recurrences. Operations that GLSL
/// leaves undefined are faults, for example a division by 0, a shift too far, an index beyond an array, or a read of a
/// variable that was not set. f32 and f64 are computed as the text says, without contraction; the last bits of a
/// device's functions may differ. One core computes about ten million cells per second.
class Interpreter {
public:
    /// Makes an interpreter. Errors: invalid_argument: the module is missing, is incomplete or has no cell();
    /// unsupported: the module has a type, a constant or an instruction that the interpreter does not know.
    static Result<Interpreter> create(const CompiledRecurrence& recurrence, Watch watch = Watch::nothing);

    /// Returns an interpretation that is ready to fill. `instance` must be complete, as after check_instance(). The
    /// instance and the recurrence must outlive the interpretation. Errors: too_large: the host has no room for the
    /// table.
    Result<Interpretation> start(const Instance& instance, const Shape& shape, const StageFunction& stage,
                                 const InterpretOptions& options = {}) const;

    /// Returns the bytes that start() allocates for a table of that size.
    std::uint64_t table_bytes(TableSize size) const;

private:
    const CompiledRecurrence* recurrence_ = nullptr;
    std::shared_ptr<const Program> program_;
};

}  // namespace vkalgo::dp

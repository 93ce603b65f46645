#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "instance/instance.hpp"
#include "method/method.hpp"
#include "recurrence.hpp"
#include "solve.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace vkalgo::dp {

/// The arrays of one input, one after the other. The spans are views; their data must live as long as the batch is
/// used.
struct BatchInput {
    ElementType type = ElementType::u8;
    /// The elements of all arrays, packed.
    std::span<const std::byte> data;
    /// Array k is elements [offsets[k], offsets[k + 1]). The offsets ascend, and two neighbours may be equal. Their
    /// number is the number of arrays plus 1.
    std::span<const std::uint64_t> offsets;
    /// Optional. The index of the array that each problem takes, from 0. If `chosen` is empty, problem p takes array p,
    /// except that all problems take the same array if there is only one.
    std::span<const std::uint32_t> chosen = {};

    /// Returns the number of arrays.
    std::size_t arrays() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    /// Returns the index of the array that problem p takes.
    std::size_t array_of(std::size_t p) const { return !chosen.empty() ? chosen[p] : arrays() == 1 ? 0 : p; }
    /// Returns the number of elements of array k.
    std::uint64_t length(std::size_t k) const { return offsets[k + 1] - offsets[k]; }
};

/// A list of arrays that owns their elements and is filled array by array.
class ArrayList {
public:
    /// Makes an empty list of arrays with elements of that type.
    explicit ArrayList(ElementType type = ElementType::u8) : type_(type) {}
    /// Appends an array of bytes or characters. The type must be u8.
    void add(std::string_view letters) { add_bytes(std::as_bytes(std::span(letters))); }
    /// Appends an array. T must have as many bytes as an element.
    template <class T>
        requires std::is_arithmetic_v<T>
    void add(std::span<const T> values) {
        add_bytes(std::as_bytes(values));
    }
    /// Returns the input that a batch takes. It is valid until the next add().
    BatchInput view() const { return {type_, data_, offsets_}; }
    /// Returns the number of arrays.
    std::size_t size() const { return offsets_.size() - 1; }

private:
    void add_bytes(std::span<const std::byte> bytes);

    ElementType type_;
    std::vector<std::byte> data_;
    std::vector<std::uint64_t> offsets_{0};
};

/// The two indices of a cell, in less memory than a Cell.
struct CellIndices {
    std::int32_t i = 0, j = 0;
    bool operator==(const CellIndices&) const = default;
    /// Returns the same cell as a Cell.
    Cell cell() const { return {i, j}; }
};

/// Many instances of one recurrence.
struct Batch {
    /// The number of problems.
    std::size_t count = 0;
    /// The inputs by name. An input of one array, such as a matrix of scores, is shared by all problems.
    std::map<std::string, BatchInput, std::less<>> inputs;
    /// Params that all problems share. A missing param has its declared default.
    Params params = {};
    /// The n and m of all problems, if the recurrence's sizes use them.
    std::int64_t n = 0, m = 0;

    /// Returns problem p as an Instance, with copies of its inputs.
    Instance instance(std::size_t p) const;
};

/// The values of BatchInput::chosen for two inputs x and y, if problem p takes array rows[p] of x and array columns[p]
/// of y. The problems are all pairs of a row in [first_row, end_row) and a column in [0, columns), in row-major order.
/// So the batch has (end_row - first_row) * columns problems.
struct PairNumbers {
    std::vector<std::uint32_t> rows, columns;
    /// Returns the rows and columns of all pairs. Both count from 0.
    static PairNumbers of(std::uint32_t first_row, std::uint32_t end_row, std::uint32_t columns);
};

/// Options of solve_batch().
struct BatchOptions {
    /// The name of one of batch_methods(). Empty: the fastest method that can solve the batch is used.
    std::string method;
    /// Whether to compute the traceback of each problem too.
    bool solution = false;
    /// For answers that are searched for (`answer max all`): whether to find the cell of each answer. Searches are
    /// faster if this is off.
    bool cells = true;
    /// Progress, cancellation, memory limit and timed runs.
    CallOptions call;
    /// Settings that the tests force. Null everywhere else.
    const TestKnobs* knobs = nullptr;
};

/// The tracebacks of a batch. If every step of a traceback goes to a neighbour, each of its steps takes one byte.
class BatchPaths {
public:
    /// Returns the steps of problem p, from its answer cell on, in the form of Solution::path. Empty if the problem has
    /// no traceback, as all problems of a batch that was solved without BatchOptions::solution.
    std::vector<PathRecord> path(std::size_t p) const;
    /// Returns the base cell that the traceback of problem p reached; nullopt if the problem has no traceback.
    std::optional<Cell> end(std::size_t p) const;
    /// Returns the number of steps of problem p.
    std::size_t steps(std::size_t p) const;

    /// Sets the number of problems, whose tracebacks have no steps yet. Only code that fills this object calls
    /// resize(), make_room() and put().
    void resize(std::size_t problems) { tracebacks_.resize(problems); }
    /// Reserves memory for that many further moves. Without this call, the memory grows as put() adds moves.
    void make_room(std::size_t moves);
    /// Sets the traceback of problem p.
    void put(std::size_t p, std::span<const PathRecord> records, std::optional<Cell> end);
    /// Sets the traceback of problem p from moves to neighbours, which begin at `begin`. Bit 0 of a move is set if the
    /// move changes the row, bit 1 if it changes the column; the higher bits hold the decision. A move adds `towards.i`
    /// to a row that it changes, and `towards.j` to a column; each of these numbers is 1 or -1.
    void put(std::size_t p, std::span<const std::uint8_t> moves, Cell begin, Cell end, Cell towards);
    /// Returns the moves of problem p in the form that put() takes; nullopt if its steps are stored as records, or if
    /// the batch was solved without BatchOptions::solution.
    std::optional<std::span<const std::uint8_t>> moves(std::size_t p) const;

private:
    struct Traceback {
        /// The steps of the traceback are [first, first + count) of moves_ if is_compact, otherwise of records_.
        std::uint64_t first = 0;
        std::uint32_t count = 0;
        bool is_compact = false, has_end = false;
        std::int8_t down = 0, right = 0;
        CellIndices begin, end;
    };
    std::vector<Traceback> tracebacks_;
    std::vector<std::uint8_t> moves_;
    std::vector<PathRecord> records_;
};

/// The result of solve_batch().
struct BatchSolution {
    /// The planned method, or "single" if more than half of the problems were solved one after another. If "team"
    /// solved problems in place of "packed-f16", this is still "packed-f16". Empty for a batch without problems.
    std::string method;
    ElementType answer_type = ElementType::u32;
    /// One answer of size_of(answer_type) bytes per problem, in the order of the batch. If the status of a problem is
    /// not ok, its bytes are no answer: kernels of batches write the number that stands for the status, and "single"
    /// leaves 0. A table without cells has no answer. Its status is ok, and its bytes are 0.
    std::vector<std::byte> answers;
    /// One status per problem, as in Solution::status.
    std::vector<AnswerStatus> statuses;
    /// For each problem, the cell whose value is the answer. It is {-1, -1} if the method is "packed-f16", which runs
    /// only if BatchOptions::cells is off.
    std::vector<CellIndices> cells;
    /// The traceback of each problem. Filled only if BatchOptions::solution is set.
    BatchPaths paths;
    /// The number of cells of all tables together.
    double table_cells = 0;
    CallReport call;
    std::string plan_summary;

    /// Returns the answer of problem p; nullopt if its status is not ok. For a table without cells it returns 0, since
    /// the sizes of the tables are not stored.
    std::optional<Number> answer(std::size_t p) const;
    /// Returns all answers as numbers of type T; empty if T is not the answers' type.
    template <class T>
        requires std::is_arithmetic_v<T>
    std::span<const T> answers_as() const {
        return answer_type == element_type_of<T>()
                   ? std::span<const T>(reinterpret_cast<const T*>(answers.data()), statuses.size())
                   : std::span<const T>();
    }
    /// Returns the solution of problem p in the form in which solve() returns it, but without table and times. As by
    /// solve(), a table without cells has no answer. Errors: those of shape_of.
    Result<Solution> solution(const RecurrenceHeader& header, const Batch& batch, std::size_t p) const;
};

/// Returns the names that BatchOptions::method takes: the names of the methods() that solve batches.
std::vector<std::string_view> batch_methods();

/// Solves many problems of one recurrence at once. Sorts them by size, and runs as many in parallel as the device
/// allows. Transfers overlap with computing. There are four methods. The first three have kernels that solve each
/// problem, or each pair of problems, by 8 to 64 invocations:
///   "bit-parallel"  only answers, of recurrences like lcs and edit-distance; 32 cells per word
///   "packed-f16"    only scores, of recurrences like align-local; BatchOptions::cells must be off. The two 16-bit
///                   halves of a word belong to two problems. If a score may not fit 16 bits, "team" solves the problem
///                   again
///   "team"          recurrences of class local in the diagonal patterns. With BatchOptions::solution, each step()
///                   must go to a neighbour, and tables stay on the device until they are traced back
///   "single"        every recurrence: one problem after another, each on the whole device
/// If no method is named, the fastest method runs. Problems that it cannot run, or that the whole device would solve
/// sooner, are left to another method: by "packed-f16" to "team", by the others to "single". If a method is named and
/// cannot run all problems, no problem runs. "team" and "bit-parallel" cut a table into several launches if one launch
/// would take too long or need too much memory.
///
///     dp::ArrayList x, y;
///     for (const auto& [left, right] : words) { x.add(left); y.add(right); }
///     VKALGO_TRY(auto edit, dp::Recurrence::builtin("edit-distance"));
///     VKALGO_TRY(auto distances, dp::solve_batch(runner, edit, {words.size(), {{"x", x.view()}, {"y", y.view()}}}));
///
/// Errors, with the field that they are about in `where`:
///   "input NAME"   invalid_argument: the input is missing, or the recurrence has no such input; it has another type;
///                  its offsets do not ascend, or exceed the data; without `chosen`, the number of its arrays is
///                  neither one nor the number of problems; `chosen` does not have one index per problem, or names an
///                  array that does not exist; an element is outside the declared range
///   "problem P"    the error that solve() would return for problem P, counted from 0, for example too_large if the
///                  problem does not fit the memory limit
///   "method"       invalid_argument: no method has that name; unsupported: the named method cannot run this batch or
///                  one of its problems
///   "count"        too_large: more than 2^32 - 1 problems
///   "outputs"      unsupported: the recurrence has outputs; only solve() writes outputs
/// and those of solve().
Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options = {});

/// A solver for any number of batches of one recurrence. It keeps its device memory between batches, since an H200
/// takes a second to allocate 9 GiB. Several threads may call solve() at once. The host then works for one call while
/// the device works for another. Two or three threads keep the device busy.
///
///     dp::BatchSolver solver(runner, edit);
///     while (next(batch)) {
///         VKALGO_TRY(auto distances, solver.solve(batch));
///     }
class BatchSolver {
public:
    /// The runner and the recurrence must outlive the solver. Only the solver may use the runner while solve() runs.
    BatchSolver(Runner& runner, const Recurrence& recurrence);
    BatchSolver(BatchSolver&&) noexcept;
    BatchSolver& operator=(BatchSolver&&) noexcept;
    /// Waits for the work in flight.
    ~BatchSolver();

    /// Solves a batch as solve_batch() does, which makes a new solver for each call. A call with `warm_up` or with a
    /// `repeat` above 1 begins when no other call is running, and other calls wait until it has ended. Errors: those of
    /// solve_batch().
    Result<BatchSolution> solve(const Batch& batch, const BatchOptions& options = {});

    /// Waits for the work in flight and frees the device memory that the solver keeps. The next call of solve()
    /// allocates it again.
    void release();
    /// Returns the bytes of device memory that the solver keeps now.
    std::uint64_t device_bytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo::dp

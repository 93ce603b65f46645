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
    /// Array k is elements [offsets[k], offsets[k + 1]). The offsets ascend; there is one offset more than there are
    /// arrays.
    std::span<const std::uint64_t> offsets;
    /// Optional. The index of the array that each problem takes. If `chosen` is empty, problem p takes array p or, if
    /// there is only one array, every problem takes this array.
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
    /// Makes an empty list for elements of that type.
    explicit ArrayList(ElementType type = ElementType::u8) : type_(type) {}
    /// Appends an array of bytes or characters. The type must be u8.
    void add(std::string_view letters) { add_bytes(std::as_bytes(std::span(letters))); }
    /// Appends an array. T must be as large as an element.
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

/// A cell of two indices, which takes less memory than a Cell.
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

/// The values of BatchInput::chosen for two inputs x and y, if each problem takes one array x[r] and one array y[c].
/// The problems are all pairs (r, c) of a row r in [first_row, end_row) and a column c in [0, columns), in row-major
/// order. So the batch has (end_row - first_row) * columns problems.
struct PairNumbers {
    std::vector<std::uint32_t> rows, columns;
    /// Returns the indices of these pairs. Rows and columns count from 0.
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

/// The tracebacks of a batch. A step of a traceback over neighbouring cells takes one byte.
class BatchPaths {
public:
    /// Returns the steps of problem p, from its answer cell on, in the form of Solution::path.
    std::vector<PathRecord> path(std::size_t p) const;
    /// Returns the base cell that the traceback of problem p reached; nullopt if the problem has no traceback.
    std::optional<Cell> end(std::size_t p) const;
    /// Returns the number of steps of problem p.
    std::size_t steps(std::size_t p) const;

    /// For code that fills this object: makes room for the tracebacks of that many problems, each without steps.
    void resize(std::size_t problems) { tracebacks_.resize(problems); }
    /// For code that fills this object: reserves room for that many more steps to neighbours. Without this call the
    /// room grows as steps are added.
    void make_room(std::size_t moves);
    /// Sets the traceback of problem p.
    void put(std::size_t p, std::span<const PathRecord> records, std::optional<Cell> end);
    /// Sets the traceback of problem p from moves to neighbours, which begin at `begin`. Bit 0 of a move is set if it
    /// changes the row, bit 1 if it changes the column; the higher bits hold the decision. A move that changes an index
    /// adds to it the number, 1 or -1, that `towards` has for this index.
    void put(std::size_t p, std::span<const std::uint8_t> moves, Cell begin, Cell end, Cell towards);
    /// Returns the moves of problem p in the form that put() takes; nullopt if its steps are stored as records.
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
    /// The method that ran. If several ran, the method that solved the most problems.
    std::string method;
    ElementType answer_type = ElementType::u32;
    /// One answer of size_of(answer_type) bytes per problem, in the order of the batch. If the status of a problem is
    /// not ok, its answer is the number that stands for the status.
    std::vector<std::byte> answers;
    /// One status per problem, as in Solution::status.
    std::vector<AnswerStatus> statuses;
    /// For each problem, the cell whose value is the answer. The cell is {-1, -1} if BatchOptions::cells is off and the
    /// search did not note it.
    std::vector<CellIndices> cells;
    /// The traceback of each problem. Filled only if BatchOptions::solution is set.
    BatchPaths paths;
    /// The number of cells of all tables together.
    double table_cells = 0;
    CallReport call;
    std::string plan_summary;

    /// Returns the answer of problem p; nullopt if its status is not ok.
    std::optional<Number> answer(std::size_t p) const;
    /// Returns all answers as numbers of type T; empty if T is not the answers' type.
    template <class T>
        requires std::is_arithmetic_v<T>
    std::span<const T> answers_as() const {
        return answer_type == element_type_of<T>()
                   ? std::span<const T>(reinterpret_cast<const T*>(answers.data()), statuses.size())
                   : std::span<const T>();
    }
    /// Returns the solution of problem p in the form in which solve() returns it, but without table and times. Errors:
    /// those of shape_of.
    Result<Solution> solution(const RecurrenceHeader& header, const Batch& batch, std::size_t p) const;
};

/// Returns the names that BatchOptions::method takes: the names of the methods() that solve batches.
std::vector<std::string_view> batch_methods();

/// Solves many problems of one recurrence at once. Sorts them by size, and runs as many in parallel as the device
/// allows. Transfers overlap with computing. Recurrences of class local have kernels that solve each problem by one
/// subgroup:
///   "bit-parallel"  the answers of recurrences like lcs and edit-distance; 32 cells per word
///   "packed-f16"    the scores of recurrences like align-local, if the cells of the answers are not wanted. The two
///                   16-bit halves of a word belong to two problems. If the score of a problem does not fit, `team`
///                   solves the problem again
///   "team"          every other local recurrence; with BatchOptions::solution, tables are kept until they are traced
///                   back
///   "single"        one problem after another, each on the whole device; chosen if none of the kernels above can run
///                   the problems or if the kernels are slower
/// "team" and "bit-parallel" cut a table into launches if it takes longer than the device allows for a dispatch or a
/// loop. If a method is named and cannot run all problems, no problem runs.
///
///     dp::ArrayList x, y;
///     for (const auto& [left, right] : words) { x.add(left); y.add(right); }
///     VKALGO_TRY(auto edit, dp::Recurrence::builtin("edit-distance"));
///     VKALGO_TRY(auto distances, dp::solve_batch(runner, edit, {words.size(), {{"x", x.view()}, {"y", y.view()}}}));
///
/// Errors, with the field that they are about in `where`:
///   "input NAME"   invalid_argument: the input is missing; it has another type; its offsets do not ascend, or exceed
///                  the data; the number of its arrays is neither one nor the number of problems; a chosen array does
///                  not exist
///   "problem P"    the error that solve() would return for problem P, counted from 0
///   "method"       no method has that name, or it cannot run this batch or one of its problems (unsupported)
///   "memory_limit" too_large: not even one problem fits
///   "outputs"      unsupported: only single runs have outputs
/// and those of solve().
Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options = {});

/// A solver for any number of batches of one recurrence. It keeps its device memory between batches, since an H200
/// takes a second to allocate 9 GiB. Several threads may call solve() at once. The host then works for one call while
/// the device works for another, and the device goes from one call to the next without a pause. Two or three threads
/// keep the device busy.
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

    /// Solves a batch as solve_batch() does; solve_batch() makes a new solver for each call. While several threads call
    /// solve(), `upload_milliseconds` includes the uploads of all these calls. Timed runs (`repeat`, `warm_up`) exclude
    /// other threads. Errors: those of solve_batch().
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

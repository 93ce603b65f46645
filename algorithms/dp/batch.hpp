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

/// Arrays of an input, one behind the other: views, that live as long as the batch is used.
struct BatchInput {
    ElementType type = ElementType::u8;
    /// elements of all arrays, packed
    std::span<const std::byte> data;
    /// Array k is elements [offsets[k], offsets[k + 1]), so there is one more than there are arrays. Ascending.
    std::span<const std::uint64_t> offsets;
    /// Optional. The number of the array that each problem takes. Empty: problem p takes array p or, where there is one
    /// array, that one.
    std::span<const std::uint32_t> chosen = {};

    /// How many arrays there are.
    std::size_t arrays() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    /// The number of the array that problem p takes.
    std::size_t array_of(std::size_t p) const { return !chosen.empty() ? chosen[p] : arrays() == 1 ? 0 : p; }
    /// Elements of array k.
    std::uint64_t length(std::size_t k) const { return offsets[k + 1] - offsets[k]; }
};

/// Arrays that own their elements, to be filled one by one.
class ArrayList {
public:
    /// Of elements of that type.
    explicit ArrayList(ElementType type = ElementType::u8) : type_(type) {}
    /// Appends an array of bytes or characters; the type is u8.
    void add(std::string_view letters) { add_bytes(std::as_bytes(std::span(letters))); }
    /// Appends an array; T is as large as an element.
    template <class T>
        requires std::is_arithmetic_v<T>
    void add(std::span<const T> values) {
        add_bytes(std::as_bytes(values));
    }
    /// What a batch takes; valid until the next add().
    BatchInput view() const { return {type_, data_, offsets_}; }
    /// How many arrays there are.
    std::size_t size() const { return offsets_.size() - 1; }

private:
    void add_bytes(std::span<const std::byte> bytes);

    ElementType type_;
    std::vector<std::byte> data_;
    std::vector<std::uint64_t> offsets_{0};
};

/// A cell of two indices, in less memory than a Cell.
struct CellPlace {
    std::int32_t i = 0, j = 0;
    bool operator==(const CellPlace&) const = default;
    /// The same as a Cell.
    Cell cell() const { return {i, j}; }
};

/// Many instances of one recurrence.
struct Batch {
    /// How many problems there are.
    std::size_t count = 0;
    /// An input of one array is every problem's: a matrix of scores, say.
    std::map<std::string, BatchInput, std::less<>> inputs;
    /// Of all problems; declared defaults fill in what is missing.
    Params params = {};
    /// Of all problems, where the recurrence's sizes use them.
    std::int64_t n = 0, m = 0;

    /// Problem p by itself, its inputs copied.
    Instance instance(std::size_t p) const;
};

/// The problems x[r] against y[c] for rows r of [first_row, end_row) and all c, row by row: what `chosen` of both
/// inputs is, for a batch of (end_row - first_row) * columns problems.
struct PairNumbers {
    std::vector<std::uint32_t> rows, columns;
    /// Rows and columns count from 0.
    static PairNumbers of(std::uint32_t first_row, std::uint32_t end_row, std::uint32_t columns);
};

/// What solve_batch() is asked for.
struct BatchOptions {
    /// one of batch_methods(), by name; empty: the fastest that can
    std::string method;
    /// also the traceback of each problem
    bool solution = false;
    /// also the cell of each answer that is searched for (`answer max all`): searches without it are faster
    bool cells = true;
    /// progress, cancellation, memory limit, timed runs
    CallOptions call;
    /// what the tests force; null everywhere else
    const TestKnobs* knobs = nullptr;
};

/// The tracebacks of a batch. Those over neighbouring cells take a byte per step.
class BatchPaths {
public:
    /// Steps of problem p, from its answer cell on, as Solution::path has them.
    std::vector<PathRecord> path(std::size_t p) const;
    /// The cell that the traceback of problem p reached: the base cell; none where there is no traceback.
    std::optional<Cell> end(std::size_t p) const;
    /// How many steps problem p has.
    std::size_t steps(std::size_t p) const;

    /// For those who fill it: room for the tracebacks of so many problems, none of which has any step.
    void resize(std::size_t problems) { tracebacks_.resize(problems); }
    /// For those who fill it: room for so many more steps to neighbours, without which it grows as it is filled.
    void make_room(std::size_t moves);
    /// Sets the traceback of problem p.
    void put(std::size_t p, std::span<const PathRecord> records, std::optional<Cell> end);
    /// The same, of steps to neighbours from `begin` on: bit 0 of a move is set if it changes the row, bit 1 for the
    /// column, and the decision is above them. `towards`: what a change adds to the index, 1 or -1.
    void put(std::size_t p, std::span<const std::uint8_t> moves, Cell begin, Cell end, Cell towards);
    /// The moves of problem p, as put() takes them; none where its steps are kept whole.
    std::optional<std::span<const std::uint8_t>> moves(std::size_t p) const;

private:
    struct Traceback {
        /// its steps are [first, first + count) of moves_ where it is compact, else of records_
        std::uint64_t first = 0;
        std::uint32_t count = 0;
        bool is_compact = false, has_end = false;
        std::int8_t down = 0, right = 0;
        CellPlace begin, end;
    };
    std::vector<Traceback> tracebacks_;
    std::vector<std::uint8_t> moves_;
    std::vector<PathRecord> records_;
};

/// What solve_batch() gives back.
struct BatchSolution {
    /// that ran; of several, the one that ran most problems
    std::string method;
    ElementType answer_type = ElementType::u32;
    /// of each problem, size_of(answer_type) bytes, in the order of the batch; of one that is not ok, the number that
    /// stands for that
    std::vector<std::byte> answers;
    /// of each problem; as Solution::status
    std::vector<AnswerStatus> statuses;
    /// of each problem: the cell whose value is the answer; without BatchOptions::cells {-1, -1} where none was noted
    std::vector<CellPlace> cells;
    /// with BatchOptions::solution
    BatchPaths paths;
    /// cells of all tables
    double table_cells = 0;
    CallReport call;
    std::string plan_summary;

    /// The answer of problem p; none where it is not ok.
    std::optional<Number> answer(std::size_t p) const;
    /// All answers as numbers of just that type; empty for another.
    template <class T>
        requires std::is_arithmetic_v<T>
    std::span<const T> answers_as() const {
        return answer_type == element_type_of<T>()
                   ? std::span<const T>(reinterpret_cast<const T*>(answers.data()), statuses.size())
                   : std::span<const T>();
    }
    /// Problem p as solve() would give it, without table and times. Errors: those of shape_of.
    Result<Solution> solution(const RecurrenceHeader& header, const Batch& batch, std::size_t p) const;
};

/// The names that BatchOptions::method takes: of those of methods() that solve batches.
std::vector<std::string_view> batch_methods();

/// Solves many problems of one recurrence at once: as many beside each other as the device runs, sorted by size,
/// transfers beside computing. Recurrences of class local have kernels for it, a subgroup for each problem:
///   "bit-parallel"  the answers of recurrences like lcs and edit-distance; 32 cells per word
///   "packed-f16"    the scores of recurrences like align-local, where their cells are not asked for: two problems in
///                   the 16-bit halves of each word; scores that do not fit are found again by team
///   "team"          every other local recurrence; with BatchOptions::solution tables are kept as long as it takes to
///                   trace back over them
///   "single"        one problem after another, each on the whole device: what no kernel runs or runs slower
/// Tables that take longer than the device lets a dispatch or its loops run are cut into launches ("team" and
/// "bit-parallel"). A method that is named runs all problems, or none.
///
///     dp::ArrayList x, y;
///     for (const auto& [left, right] : words) { x.add(left); y.add(right); }
///     VKALGO_TRY(auto edit, dp::Recurrence::builtin("edit-distance"));
///     VKALGO_TRY(auto distances, dp::solve_batch(runner, edit, {words.size(), {{"x", x.view()}, {"y", y.view()}}}));
///
/// Errors, with the field that they are about in `where`:
///   "input NAME"   invalid_argument: missing, offsets that do not ascend or go beyond the data, another type, another
///                  number of arrays than problems, an array that is not there
///   "problem P"    what solve() would say about that problem, counted from 0
///   "method"       there is none of that name, or it cannot run this (unsupported), or not one of the problems
///   "memory_limit" too_large: not even one problem fits
///   "outputs"      unsupported: outputs belong to single runs
/// and those of solve().
Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options = {});

/// Solves batches of one recurrence, as many as come, with memory that it keeps: an H200 takes a second to make 9 GiB.
/// solve() may be called by several threads at once: what the host does for one call then runs beside what the device
/// does for another, and the device goes from one to the next without a pause. Two or three threads keep it busy.
///
///     dp::BatchSolver solver(runner, edit);
///     while (next(batch)) {
///         VKALGO_TRY(auto distances, solver.solve(batch));
///     }
class BatchSolver {
public:
    /// Both outlive it, and nobody else uses the runner while solve() runs.
    BatchSolver(Runner& runner, const Recurrence& recurrence);
    BatchSolver(BatchSolver&&) noexcept;
    BatchSolver& operator=(BatchSolver&&) noexcept;
    /// Waits for what is still under way.
    ~BatchSolver();

    /// As solve_batch(), which is this with a solver of its own. `upload_milliseconds` of what several threads solve at
    /// the same time is of all of them. Timed runs (`repeat`, `warm_up`) are by one thread alone. Errors: those of
    /// solve_batch().
    Result<BatchSolution> solve(const Batch& batch, const BatchOptions& options = {});

    /// Frees what it keeps on the device; the next call makes it anew. Waits for what is under way.
    void release();
    /// Bytes on the device that it keeps now.
    std::uint64_t device_bytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo::dp

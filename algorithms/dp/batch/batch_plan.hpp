#pragma once

// Internal to batches: how a method would run many problems, and which problems run at once. Pure data.
#include "../../../engine/device_profile.hpp"
#include "../method/method.hpp"
#include "../method/prediction.hpp"
#include "../method/testing.hpp"
#include "batch_shapes.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::dp {

class BatchKernels;
struct BatchCallFacts;

/// Facts about the shapes of all problems. collect() is called for each shape.
struct BatchFacts {
    /// The methods whose kernels would read beyond an input (BatchMethod::reads_within).
    std::vector<const Method*> beyond;
    /// The largest `bound` of all problems; meaningless if the header has no `bound`.
    std::int64_t bound = 0;

    /// Adds the facts about one shape.
    void collect(const RecurrenceHeader& header, const Shape& shape, std::optional<std::int64_t> own_bound);
    /// Returns whether the inputs of all problems have every element that the kernels of this method read.
    bool suffice(const Method& method) const;
};

/// The data from which a method plans a batch. All of it must outlive the plan.
struct BatchRequest {
    const RecurrenceHeader& header;
    const CheckedBatch& batch;
    const BatchFacts& facts;
    const BatchOptions& options;
    const DeviceProfile& profile;
    TestKnobs knobs;
};

/// Seconds that kernels of batches take, measured on an H200 and on llvmpipe with two cores.
struct BatchCosts {
    /// Seconds per cell on one processor by method `team`. If a cell has several fields, these are the seconds per
    /// field.
    double cell = 0;
    /// The number of processors that work at once.
    double processors = 1;
    /// Costs of dispatches, steps and bits.
    CostTable table;

    /// Returns the costs for the device's kind, with its number of processors.
    static BatchCosts of(const DeviceProfile& profile);
};

/// How kernels run a problem.
struct BatchFit {
    /// The index in BatchPlan::sizes.
    std::size_t size = 0;
    /// Whether several launches, one after another, compute the problem's table.
    bool is_cut = false;
    bool operator==(const BatchFit&) const = default;
};

/// How a method would run a batch. Methods derive their own plans from it. If `sizes` is empty, there are no kernels of
/// batches: the problems are solved one after another, each on the whole device.
struct BatchPlan {
    BatchPlan() = default;
    BatchPlan(const BatchPlan&) = default;
    BatchPlan& operator=(const BatchPlan&) = delete;
    virtual ~BatchPlan() = default;

    /// The method whose plan this is; set by plan_batch().
    const Method* method = nullptr;
    const RecurrenceHeader* header = nullptr;
    bool solution = false;
    /// Lanes per team, and teams per workgroup.
    std::uint32_t lanes = 32, teams = 1;
    bool shared_lanes = false;
    /// Number of problems that a team runs at once: 1 or 2.
    std::uint32_t problems_per_team = 1;
    /// The sizes for which kernels are made, ascending. A lane of size s has s * rows_per_size rows. A problem takes
    /// the smallest size with which one strip holds all its rows. If no size is that large, it takes several strips of
    /// the largest size or, if mixes_sizes() is true, of a smaller size that leaves fewer rows idle.
    std::vector<std::uint32_t> sizes;
    std::uint32_t rows_per_size = 1;
    /// Columns per step.
    std::int64_t step_columns = 1;
    /// The first row and column that kernels compute. Kernels stop at the answer cell if `ends_at_answer` is set,
    /// otherwise at the end of the table.
    std::int64_t first_row = 0, first_column = 0;
    bool ends_at_answer = false;
    /// Whether kernels traverse rows and columns in reverse.
    bool reflect_rows = false, reflect_columns = false;
    /// For an answer that is searched for: whether kernels note its cell.
    bool finds_cells = true;
    /// The method for problems that these kernels do not run, or whose answers by these kernels may be wrong. Empty:
    /// such problems are solved one after another.
    std::string_view fallback;

    // Limits for the problems that run at once; set by begin_plan().
    std::uint32_t max_loop_iterations = 0;
    /// Limits, in bytes, of a chunk's device memory, of one binding, of one input that is sent at once, and of tables.
    /// A single problem may exceed the limits of inputs and tables if each of its buffers fits a binding.
    std::uint64_t chunk_bytes = 0, binding_bytes = 0, input_bytes = 0, table_bytes = 0;
    /// Limit of the cells of a chunk. A chunk of at most `chunk_problems` problems may have more cells.
    double chunk_cells = 0;
    std::size_t chunk_problems = 1;
    BatchCosts cost;

    // Set by choose_kernels().
    /// Indexed by number_of(): whether some problem needs the kernels with this index.
    std::vector<bool> used;
    /// If the kernels are predicted to take longer than this for a problem by itself, they do not run the problem. It
    /// is then left to the fallback or to solve().
    double most_seconds = std::numeric_limits<double>::infinity();

    // Functions that a method defines.
    /// Returns the steps per launch of a cut table.
    virtual std::int64_t launch_steps(std::size_t size) const = 0;
    /// Returns the number of launches that compute a problem's table.
    virtual std::int64_t launches(const BatchItem& item, const BatchFit& fit) const = 0;
    /// Returns the number of cells of a problem's table that are kept on the device.
    virtual std::uint64_t table_cells(const BatchItem& item, const BatchFit& fit) const = 0;
    /// Returns the number of elements that pass from strip to strip and from launch to launch. Each has row_bytes()
    /// bytes.
    virtual std::uint64_t row_cells(const BatchItem& item, const BatchFit& fit) const = 0;
    virtual std::uint64_t row_bytes() const = 0;
    /// Predicted seconds. `alone`: of a problem that runs by itself. `share`: by how much the problem lengthens a run
    /// that keeps all processors busy.
    struct Seconds {
        double alone = 0, share = 0;
    };
    virtual Seconds seconds(const BatchItem& item, const BatchFit& fit) const = 0;
    /// Makes the kernels of the plan. Errors: those of compiling and of Context::kernel.
    virtual Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& call) const = 0;

    // Functions whose results follow from the members above; defined in batch_fit.cpp.
    /// Returns the number of rows that kernels compute; interior_columns() returns the number of columns.
    std::int64_t interior_rows(const BatchItem& item) const;
    std::int64_t interior_columns(const BatchItem& item) const;
    /// Returns the number of strips of a problem with kernels of that size.
    std::int64_t strips(const BatchItem& item, std::size_t size) const;
    /// Returns the number of steps of all strips of a problem with kernels of that size.
    std::int64_t steps(const BatchItem& item, std::size_t size) const;
    /// Returns the index of the kernels for a fit. Each size has kernels for whole tables and kernels for cut tables.
    static std::size_t number_of(const BatchFit& fit) { return 2 * fit.size + (fit.is_cut ? 1 : 0); }
    /// Returns how kernels run a problem, or nullopt if they do not run it.
    std::optional<BatchFit> fit_of(const BatchItem& item) const;
    /// Returns the reason why fit_of() returns nullopt for a problem.
    std::string no_fit(const BatchItem& item) const;
    /// Returns the number of words of a problem's traceback.
    std::uint64_t move_words(const BatchItem& item) const;
    /// Returns whether answers are searched for and their cells noted.
    bool notes_cells() const { return finds_cells && header->answer.searches(); }

protected:
    /// Returns the loop iterations that one invocation needs for a whole problem.
    virtual std::int64_t iterations(const BatchItem& item, std::size_t size) const = 0;
    /// Returns the number of base cells that a search visits.
    virtual std::int64_t base_cells(const BatchItem& /*item*/) const { return 0; }
    /// Returns whether several launches may compute a table.
    virtual bool cuts() const { return true; }
    /// Returns whether a problem of several strips may take a smaller size that leaves fewer rows idle.
    virtual bool mixes_sizes() const { return true; }

private:
    std::size_t size_of_item(const BatchItem& item) const;
    bool fits_one_launch(const BatchItem& item, std::size_t size) const;
    bool has_room(const BatchItem& item, const BatchFit& fit) const;
};

/// A cache of fit_of(), since many problems have the same lengths. The plan must not change while the cache is used.
class KnownFits {
public:
    explicit KnownFits(const BatchPlan& plan) : plan_(plan), known_(kKnown) {}

    /// Returns what BatchPlan::fit_of() returns for the problem.
    const std::optional<BatchFit>& of(const BatchItem& item) {
        const auto hash =
            static_cast<std::uint32_t>(item.rows) * 0x9E3779B1U ^ static_cast<std::uint32_t>(item.columns);
        Known& known = known_[hash % kKnown];
        if (known.rows != item.rows || known.columns != item.columns || known.answer_row != item.answer_row ||
            known.answer_column != item.answer_column) {
            known = {item.rows, item.columns, item.answer_row, item.answer_column, plan_.fit_of(item)};
        }
        return known.fit;
    }

private:
    static constexpr std::uint32_t kKnown = 1024;
    struct Known {
        std::int32_t rows = -1, columns = -1, answer_row = -1, answer_column = -1;
        std::optional<BatchFit> fit;
    };
    const BatchPlan& plan_;
    std::vector<Known> known_;
};

/// Plans by the method that the options name; without a name, by the method with the least time per cell. Errors:
/// unsupported ("method": the named method cannot run this batch, and why).
Result<std::unique_ptr<BatchPlan>> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch,
                                              const BatchFacts& facts, const BatchOptions& options,
                                              const DeviceProfile& profile);

/// How a method solves many problems at once.
struct BatchMethod {
    /// Returns the seconds per cell on a busy device, by which methods are compared. Infinity: the method is used only
    /// if no other method can run the batch. Errors: unsupported ("method": why the method does not run the batch).
    Result<double> (*cell_seconds)(const BatchRequest& request) = nullptr;
    /// Plans a batch that cell_seconds() has accepted.
    Result<std::unique_ptr<BatchPlan>> (*plan)(const BatchRequest& request) = nullptr;
    /// Returns whether kernels may skip the check for the end of an input in a table of that shape, because all
    /// elements that they read exist. Null: the kernels always check.
    bool (*reads_within)(const RecurrenceHeader& header, const Shape& shape) = nullptr;
};

/// Returns the error `unsupported` for a batch that the method of that name does not run.
Error refused_batch(std::string_view method, const std::string& why);
/// Checks that the sizes of the problems are known before the run (CheckedBatch::items). Errors: unsupported.
Result<void> check_sizes_are_known(std::string_view method, const BatchRequest& request);
/// Returns the most cells of a submission: as many as the device computes before a driver ends the submission.
double chunk_cells_of(const DeviceProfile& profile);
/// Sets the members that every plan needs: header, solution and limits.
void begin_plan(BatchPlan& plan, const BatchRequest& request);
/// Returns the frame of a very large table, for facts that are the same for all sizes: the reflections, and the base
/// rows and columns.
Frame large_frame(const RecurrenceHeader& header);
/// Chooses the lanes of a team (choose_team_lanes).
void choose_lanes(BatchPlan& plan, const BatchRequest& request);
/// Removes the sizes that would be used for few cells only.
void drop_rare_sizes(BatchPlan& plan, const CheckedBatch& batch);

/// Sets `used` and, with `any_method`, `most_seconds`. The batch is predicted to end sooner if the whole device solves
/// the problems that take longer than most_seconds, one after another, and kernels of the plan run the others.
void choose_kernels(BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, const BatchOptions& options,
                    const DeviceProfile& profile, bool any_method);

/// Checks that the plan's kernels run every problem whose table has cells. Errors: unsupported ("method"): the first
/// problem that the kernels do not run, and why.
Result<void> check_all_fit(const BatchPlan& plan, const CheckedBatch& checked);

/// A range of problems [first, end) of the batch, which run at once. For each input, in header order, it has the range
/// of elements that these problems read.
struct BatchRange {
    struct Elements {
        std::uint64_t begin = 0, end = 0;
        bool operator==(const Elements&) const = default;
    };
    std::size_t first = 0, end = 0;
    /// The number of problems in the range that kernels run. The range may also contain problems that kernels do not
    /// run.
    std::size_t problems = 0;
    std::vector<Elements> inputs;
    /// Sums over the problems that kernels run.
    std::uint64_t row_cells = 0, table_cells = 0, move_words = 0;
    double cells = 0;
};

/// Returns the largest range from `first` on that the plan allows at once. It is empty only if `first` is the end of
/// the batch. It may contain problems that kernels do not run; they do not count towards the limits.
BatchRange next_range(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, std::size_t first);

/// Steps per launch if loops may have any length. They take about half a second; drivers abort launches that take
/// several seconds.
inline constexpr std::int64_t kBatchDeviceSteps = std::int64_t{1} << 21;

/// Returns a / b, rounded up. `a` must not be negative, and `b` must be positive.
constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace vkalgo::dp

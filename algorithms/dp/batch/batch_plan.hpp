#pragma once

// Internal to batches: how a method would run many problems, and which of these run at once. Pure data.
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

/// What the shapes of all problems say together. collect() sees each.
struct BatchFacts {
    /// The methods whose kernels would read beyond an input (BatchMethod::reads_within).
    std::vector<const Method*> beyond;
    /// Of all values; meaningless where there is no `bound`.
    std::int64_t bound = 0;

    /// Takes a shape in.
    void collect(const RecurrenceHeader& header, const Shape& shape, std::optional<std::int64_t> own_bound);
    /// Returns whether the kernels of this method find every element that they read.
    bool suffice(const Method& method) const;
};

/// What a method plans a batch from. All of it outlives the plan.
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
    /// On one processor, a cell of one number, or one field of a cell that has several, by method `team`.
    double cell = 0;
    /// Processors that work at once.
    double processors = 1;
    /// Dispatches, steps and bits.
    CostTable table;

    /// Returns those of the device's kind and its processors.
    static BatchCosts of(const DeviceProfile& profile);
};

/// How kernels run a problem.
struct BatchFit {
    /// The index in BatchPlan::sizes.
    std::size_t size = 0;
    /// Several launches, one after another, compute its table.
    bool is_cut = false;
    bool operator==(const BatchFit&) const = default;
};

/// How a method would run a batch. Methods derive their own from it. Where there are no `sizes`, no kernel runs
/// anything: the problems are solved one after another, with the whole device for each.
struct BatchPlan {
    BatchPlan() = default;
    BatchPlan(const BatchPlan&) = default;
    BatchPlan& operator=(const BatchPlan&) = delete;
    virtual ~BatchPlan() = default;

    /// The method whose plan it is; set by plan_batch().
    const Method* method = nullptr;
    const RecurrenceHeader* header = nullptr;
    bool solution = false;
    /// Lanes of a team, and teams of a workgroup.
    std::uint32_t lanes = 32, teams = 1;
    bool shared_lanes = false;
    /// Problems that a team runs at once: 1 or 2.
    std::uint32_t problems_per_team = 1;
    /// What kernels are made for, ascending: each lane has `rows_per_size` rows for each. A problem takes the least
    /// that holds its rows in one strip, or the largest and several strips.
    std::vector<std::uint32_t> sizes;
    std::uint32_t rows_per_size = 1;
    /// Columns of a step.
    std::int64_t step_columns = 1;
    /// The first row and column that kernels compute. They stop at the answer if `ends_at_answer`, else at the end.
    std::int64_t first_row = 0, first_column = 0;
    bool ends_at_answer = false;
    /// Which way rows and columns run.
    bool reflect_rows = false, reflect_columns = false;
    /// Kernels note the cell of an answer that is searched for.
    bool finds_cells = true;
    /// The method for problems that these kernels do not run, or whose answers may be wrong; empty: they are solved one
    /// after another.
    std::string_view fallback;

    // Limits of what runs at once; set by plan_batch().
    std::uint32_t max_loop_iterations = 0;
    /// Bytes of device memory, of one binding, of one input that is sent, and of tables, unless one is larger.
    std::uint64_t chunk_bytes = 0, binding_bytes = 0, input_bytes = 0, table_bytes = 0;
    /// Cells, but so many problems whatever cells they have.
    double chunk_cells = 0;
    std::size_t chunk_problems = 1;
    BatchCosts cost;

    // Set by choose_kernels().
    /// By number_of(): some problem is run so.
    std::vector<bool> used;
    /// A problem that by itself takes longer, by prediction, is solved alone, which is faster.
    double most_seconds = std::numeric_limits<double>::infinity();

    // What a method says.
    /// Steps of one launch of a table that is cut.
    virtual std::int64_t launch_steps(std::size_t size) const = 0;
    /// Launches that share a problem's table.
    virtual std::int64_t launches(const BatchItem& item, const BatchFit& fit) const = 0;
    /// Cells of a table that are kept on the device.
    virtual std::uint64_t table_cells(const BatchItem& item, const BatchFit& fit) const = 0;
    /// What goes from strip to strip and from launch to launch, and the bytes of one.
    virtual std::uint64_t row_cells(const BatchItem& item, const BatchFit& fit) const = 0;
    virtual std::uint64_t row_bytes() const = 0;
    /// Predicted seconds of a problem by itself, and of its share of a device that is busy.
    struct Seconds {
        double alone = 0, share = 0;
    };
    virtual Seconds seconds(const BatchItem& item, const BatchFit& fit) const = 0;
    /// Makes its kernels. Errors: those of compiling; of Context::kernel.
    virtual Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& call) const = 0;

    // What follows from it (batch_fit.cpp).
    /// Rows or columns that kernels compute.
    std::int64_t interior_rows(const BatchItem& item) const;
    std::int64_t interior_columns(const BatchItem& item) const;
    /// Strips of a problem with kernels of that size.
    std::int64_t strips(const BatchItem& item, std::size_t size) const;
    /// Steps of all its strips.
    std::int64_t steps(const BatchItem& item, std::size_t size) const;
    /// The number of the kernels for that: sizes twice, for whole tables and for tables that are cut.
    static std::size_t number_of(const BatchFit& fit) { return 2 * fit.size + (fit.is_cut ? 1 : 0); }
    /// Returns how kernels run a problem; none: they do not.
    std::optional<BatchFit> fit_of(const BatchItem& item) const;
    /// Says why fit_of() has nothing for a problem.
    std::string no_fit(const BatchItem& item) const;
    /// Words of its traceback.
    std::uint64_t move_words(const BatchItem& item) const;
    /// Whether answers are searched for and their cells noted.
    bool notes_cells() const { return finds_cells && header->answer.searches(); }

protected:
    /// Loop iterations of an invocation for a whole problem.
    virtual std::int64_t iterations(const BatchItem& item, std::size_t size) const = 0;
    /// Base cells that a search looks at one by one.
    virtual std::int64_t base_cells(const BatchItem& /*item*/) const { return 0; }
    /// Whether several launches may compute a table.
    virtual bool cuts() const { return true; }
    /// Whether a smaller size is taken where that leaves fewer lanes idle.
    virtual bool mixes_sizes() const { return true; }

private:
    std::size_t size_of_item(const BatchItem& item) const;
    bool fits_one_launch(const BatchItem& item, std::size_t size) const;
    bool has_room(const BatchItem& item, const BatchFit& fit) const;
};

/// fit_of() of a plan that does not change meanwhile; remembers it, since many problems have the same lengths.
class KnownFits {
public:
    explicit KnownFits(const BatchPlan& plan) : plan_(plan), known_(kKnown) {}

    /// BatchPlan::fit_of().
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

/// Plans by the method that the options name, or by the one that takes the least time for a cell. Errors: unsupported
/// ("method": the one asked for cannot run this, and why).
Result<std::unique_ptr<BatchPlan>> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch,
                                              const BatchFacts& facts, const BatchOptions& options,
                                              const DeviceProfile& profile);

/// How a method solves many problems at once.
struct BatchMethod {
    /// Returns the seconds of a cell on a device that is busy, by which methods are compared; infinity for one that is
    /// taken where no other can. Errors: unsupported ("method": why it does not run the batch).
    Result<double> (*cell_seconds)(const BatchRequest& request) = nullptr;
    /// Plans a batch that cell_seconds() has passed.
    Result<std::unique_ptr<BatchPlan>> (*plan)(const BatchRequest& request) = nullptr;
    /// Returns whether every cell of a table of that shape finds the elements that kernels read without looking for the
    /// end of an input. Null: they always look.
    bool (*reads_within)(const RecurrenceHeader& header, const Shape& shape) = nullptr;
};

/// The error "unsupported" of a batch that the method of that name does not run.
Error refused_batch(std::string_view method, const std::string& why);
/// Errors: unsupported: the sizes of the problems do not follow from the lengths of their inputs.
Result<void> check_sizes_are_known(std::string_view method, const BatchRequest& request);
/// Sets what every plan has: header, solution and limits.
void begin_plan(BatchPlan& plan, const BatchRequest& request);
/// A table that is as large as any: where its regions are does not depend on the size.
Frame large_frame(const RecurrenceHeader& header);
/// Chooses the lanes of a team: a subgroup, or 32 invocations that exchange through shared memory.
void choose_lanes(BatchPlan& plan, const BatchRequest& request);
/// Leaves out the sizes that few cells would take.
void drop_rare_sizes(BatchPlan& plan, const CheckedBatch& batch);

/// Sets `used` and, with `any_method`, most_seconds: problems beyond it are solved sooner one after another, with
/// the whole device for each, while kernels of the plan run the others.
void choose_kernels(BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, const BatchOptions& options,
                    const DeviceProfile& profile, bool any_method);

/// Errors: unsupported ("method"): the first problem that no kernel of the plan runs, and why.
Result<void> check_all_fit(const BatchPlan& plan, const CheckedBatch& checked);

/// Problems [first, end) of the batch, which run at once, and what of each input they take, in header order.
struct BatchRange {
    struct Elements {
        std::uint64_t begin = 0, end = 0;
        bool operator==(const Elements&) const = default;
    };
    std::size_t first = 0, end = 0;
    /// Problems that kernels run; others lie among them.
    std::size_t problems = 0;
    std::vector<Elements> inputs;
    /// Of all its problems.
    std::uint64_t row_cells = 0, table_cells = 0, move_words = 0;
    double cells = 0;
};

/// Returns as many problems from `first` on as the plan allows at once; one at least. Those that are solved alone are
/// passed over.
BatchRange next_range(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, std::size_t first);

/// Steps of a launch where loops may be of any length: half a second, about. Drivers end what takes seconds.
inline constexpr std::int64_t kBatchDeviceSteps = std::int64_t{1} << 21;

/// Rounds up, of numbers that are not negative.
constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace vkalgo::dp

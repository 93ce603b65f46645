#pragma once

// Internal to batches: which kernels run which problems, and which of these run at once. Pure data.
#include "../../../engine/device_profile.hpp"
#include "../method/prediction.hpp"
#include "../methods/bit_parallel/bit_parallel_plan.hpp"
#include "batch_shapes.hpp"
#include "packed_f16_plan.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// What the shapes of all problems say together; collect() sees each.
struct BatchFacts {
    /// every element that lanes keep for an interior cell is there
    bool inputs_suffice = true;
    /// of cells with bits: every cell finds the elements that it compares
    bool elements_suffice = true;
    /// of cells that look scores up: every cell finds its symbols
    bool symbols_suffice = true;
    /// of all values; meaningless where there is no `bound`
    std::int64_t bound = 0;

    /// Takes a shape in.
    void collect(const RecurrenceHeader& header, const Shape& shape, std::optional<std::int64_t> own_bound);
};

/// Seconds that kernels of batches take on one processor, measured on an H200 and on llvmpipe with two cores: a cell of
/// one number by `team`, or one field of a cell that has several, and a cell by `packed-f16`.
struct BatchCosts {
    double cell = 0, packed_f16_cell = 0;
    /// that work at once
    double processors = 1;
    /// dispatches, steps and bits
    CostTable table;

    /// Of the device's kind and its processors.
    static BatchCosts of(const DeviceProfile& profile);
};

/// How a batch runs.
struct BatchPlan {
    /// Which kernels: a subgroup per problem, of cells (team) or words of differences (bits); some lanes of one per
    /// pair of problems (packed_f16); none: one by one.
    enum class Kernels : std::uint8_t { single, team, bits, packed_f16 } kernels = Kernels::single;
    const RecurrenceHeader* header = nullptr;
    bool solution = false;
    std::uint32_t lanes = 32, teams = 1;
    bool shared_lanes = false;
    /// Rows (team, packed_f16) or words of 32 rows (bits) per lane that kernels are made for, ascending. A problem
    /// takes the least that holds its rows in one strip, or the largest and several strips.
    std::vector<std::uint32_t> sizes;
    /// of team
    bool region_test = false, inputs_suffice = false, reflect_rows = false, reflect_columns = false;
    std::int64_t first_row = 0, first_column = 0;
    /// of a search: values are small enough for keys (batch_answer.glsl)
    bool keys = false;
    /// of a profile of scores; 0: there is none
    std::uint32_t symbols = 0;
    /// of bits: symbols
    std::uint32_t digits = 2;
    /// of packed-f16
    std::optional<PackedF16Numbers> packed_f16;
    std::uint32_t packed_f16_workgroups = 0;
    std::uint32_t max_loop_iterations = 0;
    /// of what runs at once: bytes of device memory, of one binding, of one input that is sent, and of tables, unless
    /// one is larger; cells, but so many problems whatever cells they have
    std::uint64_t chunk_bytes = 0, binding_bytes = 0, input_bytes = 0, table_bytes = 0;
    double chunk_cells = 0;
    std::size_t chunk_problems = 1;

    BatchCosts cost;
    /// by number_of(): problems that run so are there
    std::vector<bool> used;
    /// of a problem by itself, by prediction: one that takes longer is solved alone, which is faster
    double most_seconds = std::numeric_limits<double>::infinity();

    /// "team"
    const char* method() const;
    /// Rows or columns that kernels compute.
    std::int64_t interior_rows(const BatchItem& item) const;
    std::int64_t interior_columns(const BatchItem& item) const;
    /// Strips of a problem with kernels of that size.
    std::int64_t strips(const BatchItem& item, std::size_t size) const;
    /// What the bits kernels are like for a size.
    BitsShape bits_shape(std::size_t size) const;

    // batch_fit.cpp: how much of a problem one launch computes, and what it needs.

    /// Of the kernels for that: sizes twice, for whole tables and for tables that are cut.
    static std::size_t number_of(const BatchFit& fit) { return 2 * fit.size + (fit.is_cut ? 1 : 0); }
    /// How kernels run a problem; none: it is solved alone.
    std::optional<BatchFit> fit_of(const BatchItem& item) const;
    /// Why fit_of() has nothing for a problem: "its row takes ...".
    std::string no_fit(const BatchItem& item) const;
    /// Of a table that is cut: steps of a launch (team), or blocks of 8 columns of one strip (bits).
    std::int64_t launch_steps(std::size_t size) const;
    /// Launches that share its table.
    std::int64_t launches(const BatchItem& item, const BatchFit& fit) const;
    /// Blocks whose symbols one launch takes apart, of bits.
    std::int64_t symbol_blocks() const;
    /// Cells that are kept: with tracebacks, of its table; of bits words between launches.
    std::uint64_t table_cells(const BatchItem& item, const BatchFit& fit) const;
    /// What goes from strip to strip and from launch to launch: cells (team), blocks of 8 columns (bits), or groups of
    /// 4 (packed_f16).
    std::uint64_t row_cells(const BatchItem& item, const BatchFit& fit) const;
    /// Bytes of one of these, with what is made of the column's inputs beforehand.
    std::uint64_t row_bytes() const;
    /// Words of its traceback.
    std::uint64_t move_words(const BatchItem& item) const;
    /// Predicted seconds of a problem by itself, and of its share of a device that is busy.
    struct Seconds {
        double alone = 0, share = 0;
    };
    Seconds seconds(const BatchItem& item, const BatchFit& fit) const;

private:
    std::size_t size_of_item(const BatchItem& item) const;
    std::int64_t steps(const BatchItem& item, std::size_t size) const;
    std::int64_t base_cells(const BatchItem& item) const;
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

/// Errors: unsupported ("method": the one asked for cannot run this, and why).
Result<BatchPlan> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch, const BatchFacts& facts,
                             const BatchOptions& options, const DeviceProfile& profile);

/// Sets `used` and, with `any_method`, most_seconds: problems beyond it are solved sooner one after another, with
/// the whole device for each, while kernels of the plan run the others.
void choose_kernels(BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, const BatchOptions& options,
                    const DeviceProfile& profile, bool any_method);

/// Errors: unsupported ("method"): the first problem that no kernel of the plan runs, and why.
Result<void> check_all_fit(const BatchPlan& plan, const CheckedBatch& checked);

/// Invocations that take the symbols of a problem apart, of bits.
inline constexpr std::uint32_t kBitsSymbolsWorkgroup = 32;

/// Problems [first, end) of the batch, which run at once, and what of each input they take, in header order.
struct BatchChunk {
    struct Elements {
        std::uint64_t begin = 0, end = 0;
        bool operator==(const Elements&) const = default;
    };
    std::size_t first = 0, end = 0;
    /// that kernels run; others lie among them
    std::size_t problems = 0;
    std::vector<Elements> inputs;
    /// of all its problems
    std::uint64_t row_cells = 0, table_cells = 0, move_words = 0;
    double cells = 0;
};

/// As many problems from `first` on as the plan allows at once; one at least. Those that are solved alone are passed
/// over.
BatchChunk next_chunk(const BatchPlan& plan, const Batch& batch, const CheckedBatch& checked, std::size_t first);

}  // namespace vkalgo::dp

#pragma once

// Internal to batches: which kernels run which problems, and which of these run at once. Pure data.
#include "../../engine/device_profile.hpp"
#include "batch_shapes.hpp"
#include "bits_plan.hpp"
#include "halves_plan.hpp"

#include <array>
#include <cstdint>
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

/// How a batch runs.
struct BatchPlan {
    /// Which kernels: a subgroup per problem, of cells (team) or words of differences (bits); some lanes of one per
    /// pair of problems (halves); none: one by one.
    enum class Kernels : std::uint8_t { single, team, bits, halves } kernels = Kernels::single;
    const RecurrenceHeader* header = nullptr;
    bool solution = false;
    std::uint32_t lanes = 32, teams = 1;
    bool shared_lanes = false;
    /// Rows (team, halves) or words of 32 rows (bits) per lane that kernels are made for, ascending. A problem takes
    /// the least that holds its rows in one strip, or the largest and several strips.
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
    /// of halves
    std::optional<HalvesNumbers> halves;
    std::uint32_t halves_workgroups = 0;
    std::uint32_t max_loop_iterations = 0;
    /// of what runs at once: bytes of device memory, of one binding, of one input that is sent, and of tables, unless
    /// one is larger; cells
    std::uint64_t chunk_bytes = 0, binding_bytes = 0, input_bytes = 0, table_bytes = 0;
    double chunk_cells = 0;

    /// "team"
    const char* method() const;
    /// The number in `sizes` for a problem; none: it is solved alone.
    std::optional<std::size_t> size_of_item(const BatchItem& item) const;
    /// Rows or columns that kernels compute.
    std::int64_t interior_rows(const BatchItem& item) const;
    std::int64_t interior_columns(const BatchItem& item) const;
    /// of a problem with that size
    std::int64_t strips(const BatchItem& item, std::size_t size) const;
    /// of its kept table
    std::uint64_t table_cells(const BatchItem& item, std::size_t size) const;
    /// of what goes from strip to strip: cells (team), blocks of 8 columns (bits), or groups of 4 (halves)
    std::uint64_t row_cells(const BatchItem& item) const;
    /// Bytes of one of these, with what is made of the column's inputs beforehand.
    std::uint64_t row_bytes() const;
    /// of its walk
    std::uint64_t move_words(const BatchItem& item) const;
    /// What the bits kernels are like for a size.
    BitsShape bits_shape(std::size_t size) const;
};

/// Errors: unsupported ("method": the one asked for cannot run this, and why).
Result<BatchPlan> plan_batch(const RecurrenceHeader& header, const CheckedBatch& batch, const BatchFacts& facts,
                             const BatchOptions& options, const DeviceProfile& profile);

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

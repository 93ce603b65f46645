// Internal to algorithms/sort/, its tests and its benchmark: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "pratt_plan.hpp"
#include "sort.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// A tile of onesweep: invocations of a workgroup, items of each, rounds in which they pass through shared memory.
struct SweepShape {
    std::uint32_t threads = 256;
    std::uint32_t each = 16;
    std::uint32_t rounds = 1;
};

/// How the work is cut.
struct SortTuning {
    /// invocations of a workgroup
    std::uint32_t threads = 256;
    /// pratt: items and rows of a tile; powers of 2, as many items at least as twice the threads
    PrattShape pratt;
    /// pratt-pure, and pratt from so many keys on: a tile is one column in the registers of an invocation; its rows, at
    /// most 128; invocations of a workgroup
    std::uint64_t pratt_columns_from = 0;
    std::uint32_t pratt_column_rows = 64;
    std::uint32_t pratt_column_threads = 64;
    /// pratt, where keys are merged in parts: items of a tile, at least twice `threads`; neighbours of a row at least;
    /// powers of 2
    std::uint64_t pratt_merge_tile = 8192;
    std::uint64_t pratt_merge_columns = 8;
    /// radix: items per invocation; bits of a digit, a divisor of 32; invocations that rank digits together by ballots,
    /// the subgroup's, or 1 without
    std::uint32_t radix_threads = 256;
    std::uint32_t each = 8;
    std::uint32_t bits = 8;
    std::uint32_t lanes = 1;
    /// radix: not by ballots, but by runs, of at least so many items each where that leaves few of them; 0: by ballots
    std::uint32_t radix_run = 0;
    /// onesweep, for many keys and for at most few_keys of them; polls of a tile in vain before it is counted where it
    /// is missed
    SweepShape sweep, few_sweep;
    std::uint64_t few_keys = 0;
    std::uint32_t sweep_patience = 4096;
    /// onesweep: which workgroup gets which tile (reversed is the worst order there is, for tests)
    enum class SweepOrder : std::uint8_t { workgroup, ticket, reversed } sweep_order = SweepOrder::workgroup;
    /// Not empty, in tests: the method's kernel that ranks digits, by `lanes` that are no subgroups.
    std::span<const std::uint32_t> rank_spirv;
    /// counting: invocations of a workgroup, vectors of 16 bytes that each writes
    std::uint32_t counting_threads = 256;
    std::uint32_t counting_vectors = 8;
    /// shell-...: invocations of a workgroup, of one that has a whole class, and of one that has a run; workgroups of a
    /// dispatch that may turn out to have nothing left to do; items that shared memory holds; loop iterations of an
    /// invocation in one dispatch where the device sets no limit
    std::uint32_t shell_threads = 64;
    std::uint32_t shell_class_threads = 128;
    std::uint32_t shell_run_threads = 32;
    std::uint32_t shell_groups = 2048;
    std::uint32_t shell_held = 4000;
    std::uint64_t shell_loops = 1U << 18;
};

SortTuning sort_tuning(const SortOptions& options, const DeviceProfile& profile);

/// What a method takes: milliseconds per dispatch, picoseconds per item, and per byte of it, of each pass.
struct SortPassCost {
    double dispatch, key, byte;
};

/// What the methods take on a kind of device, for SortPlan::predicted_ms; no result depends on it but the choice of
/// "auto".
struct SortCosts {
    SortPassCost onesweep, radix;
    /// of a key and of a bin
    SortPassCost counting;
    /// milliseconds per dispatch; picoseconds per byte of an item, of all keys and of each loop iteration, whichever
    /// takes longer: few tiles wait for one another's barriers, many for the memory; per byte of columns
    struct {
        double dispatch, byte, loop, column_byte;
    } pratt;
};
SortCosts sort_costs(const DeviceProfile& profile);

/// Milliseconds of `dispatches` whose kernels pass `items` through memory so many times.
double predict_passes(const SortPassCost& cost, std::uint64_t dispatches, std::uint32_t passes, std::uint64_t items,
                      std::uint32_t item_bytes);

/// plan_sort and Sort::create with numbers of the caller's own.
Result<SortPlan> plan_tuned_sort(const SortParams& params, const DeviceProfile& profile, const SortTuning& tuning);
Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning);

/// 32-bit words of a key and its value together.
inline std::uint32_t sort_item_words(const SortOptions& options) {
    return (size_of(options.type) + 3) / 4 + (options.values ? 1 : 0);
}

}  // namespace vkalgo

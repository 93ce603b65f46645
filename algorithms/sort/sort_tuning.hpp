// Internal to algorithms/sort/, its tests and its benchmark: numbers tuned on devices, apart from the plan.
#pragma once

#include "pratt_plan.hpp"
#include "sort.hpp"

#include <cstdint>
#include <span>

namespace vkalgo {

/// A tile of onesweep: invocations of a workgroup, items of each invocation, and rounds in which they pass through
/// shared memory.
struct SweepShape {
    std::uint32_t threads = 256;
    std::uint32_t each = 16;
    std::uint32_t rounds = 1;
};

/// How the work is divided among workgroups and invocations.
struct SortTuning {
    /// `pratt`, except for tiles in registers: invocations of a workgroup.
    std::uint32_t threads = 256;
    /// `pratt`: items and rows of a tile; powers of 2, with at least twice as many items as threads.
    PrattShape pratt;
    /// `pratt-pure`, and `pratt` from pratt_columns_from keys on: a tile is one column in the registers of an
    /// invocation. The three numbers: the number of keys from which `pratt` does so; the rows of a tile, at most 128;
    /// the invocations of a workgroup.
    std::uint64_t pratt_columns_from = 0;
    std::uint32_t pratt_column_rows = 64;
    std::uint32_t pratt_column_threads = 64;
    /// `pratt` with keys merged in parts: items of a tile, at least twice `threads`; least number of columns of a tile.
    /// Powers of 2.
    std::uint64_t pratt_merge_tile = 8192;
    std::uint64_t pratt_merge_columns = 8;
    /// `radix`: invocations of a workgroup; items per invocation. `radix` and `onesweep`: bits of a digit, a divisor of
    /// 32; invocations that rank digits together by ballots: those of a subgroup, or 1 without ballots.
    std::uint32_t radix_threads = 256;
    std::uint32_t each = 8;
    std::uint32_t bits = 8;
    std::uint32_t lanes = 1;
    /// `radix` by runs: the wanted number of items per run, from which the number of workgroups follows. 0: `radix`
    /// does not sort by runs.
    std::uint32_t radix_run = 0;
    /// `onesweep`: the shape for many keys, and the shape for at most few_keys keys; how often an empty link is polled
    /// again, after the first poll, before the waiting workgroup counts the digits of the link's tile itself.
    SweepShape sweep, few_sweep;
    std::uint64_t few_keys = 0;
    std::uint32_t sweep_patience = 4096;
    /// `onesweep`: which workgroup gets which tile (`reversed` is the worst possible order, for tests).
    enum class SweepOrder : std::uint8_t { workgroup, ticket, reversed } sweep_order = SweepOrder::workgroup;
    /// If not empty (only in tests): SPIR-V that replaces the method's kernel that ranks digits. In that kernel, the
    /// `lanes` invocations that rank digits together are not a subgroup.
    std::span<const std::uint32_t> rank_spirv;
    /// `counting`: invocations of a workgroup; vectors of 16 bytes that each invocation writes.
    std::uint32_t counting_threads = 256;
    std::uint32_t counting_vectors = 8;
    /// `shell-...`: invocations of a workgroup, of a workgroup that owns a whole class, and of a workgroup that owns a
    /// run; workgroups of a dispatch that may have nothing left to do; items that shared memory holds; loop iterations
    /// of an invocation in one dispatch if the device sets no limit.
    std::uint32_t shell_threads = 64;
    std::uint32_t shell_class_threads = 128;
    std::uint32_t shell_run_threads = 32;
    std::uint32_t shell_groups = 2048;
    std::uint32_t shell_held = 4000;
    std::uint64_t shell_loops = 1U << 18;
};

SortTuning sort_tuning(const SortOptions& options, const DeviceProfile& profile);

/// The cost of a method: milliseconds per dispatch; per pass, picoseconds per item and per byte of an item.
struct SortPassCost {
    double dispatch, key, byte;
};

/// The costs of the methods on a kind of device, for SortPlan::predicted_ms. Only the choice of "auto" depends on them.
struct SortCosts {
    SortPassCost onesweep, radix;
    /// Costs per key and per bin.
    SortPassCost counting;
    /// `dispatch`: milliseconds per dispatch. `byte`: picoseconds per key and byte of an item. `loop`: picoseconds per
    /// loop iteration of an invocation and byte of an item. Of these two times of a pass the longer one counts, since
    /// few tiles wait for barriers and many tiles wait for memory. `column_byte`: like `byte`, if tiles are columns.
    struct {
        double dispatch, byte, loop, column_byte;
    } pratt;
};
SortCosts sort_costs(const DeviceProfile& profile);

/// Returns the milliseconds of `dispatches` dispatches whose kernels read and write `items` items `passes` times.
double predict_passes(const SortPassCost& cost, std::uint64_t dispatches, std::uint32_t passes, std::uint64_t items,
                      std::uint32_t item_bytes);

/// Do what plan_sort and Sort::create do, with the caller's own tuning.
Result<SortPlan> plan_tuned_sort(const SortParams& params, const DeviceProfile& profile, const SortTuning& tuning);
Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning);

/// Returns the 32-bit words of a key and its value together.
inline std::uint32_t sort_item_words(const SortOptions& options) {
    return (size_of(options.type) + 3) / 4 + (options.values ? 1 : 0);
}

}  // namespace vkalgo

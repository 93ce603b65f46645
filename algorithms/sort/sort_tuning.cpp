#include "algorithms/sort/sort_tuning.hpp"

#include "shaders/sort/sort.h"

#include <algorithm>
#include <bit>

namespace vkalgo {

namespace {

/// Returns the shape of a tile. Each invocation has as many items as pass through the shared memory in `rounds` rounds,
/// but at most `most_each`.
SweepShape sweep_shape(const SortOptions& options, const DeviceProfile& profile, const SortTuning& tuning,
                       std::uint32_t most_each, std::uint32_t rounds) {
    SweepShape shape{.threads = profile.type == DeviceType::discrete ? 512 : tuning.radix_threads};
    shape.threads =
        std::bit_floor(std::min({shape.threads, profile.max_workgroup_invocations, profile.max_workgroup_size[0]}));
    while (tuning.lanes > 1 && shape.threads > tuning.lanes && !profile.full_subgroups(shape.threads)) {
        shape.threads /= 2;
    }
    const std::uint64_t digits = std::uint64_t{1} << tuning.bits;
    // Shared memory besides the pool: a word per digit, a word per team, and one more word.
    const auto room = [&] {
        const std::uint64_t beside = digits + shape.threads / tuning.lanes + 1;
        return profile.shared_memory / 4 > beside ? profile.shared_memory / 4 - beside : 0;
    };
    while (shape.threads > tuning.lanes && shape.threads / tuning.lanes * digits > room()) {
        shape.threads /= 2;
    }
    const std::uint32_t key_words = (size_of(options.type) + 3) / 4;
    const auto round_each = static_cast<std::uint32_t>(room() / key_words / shape.threads);
    shape.each = std::clamp(rounds * round_each, 1U, most_each);
    shape.rounds = std::min(rounds, shape.each);
    return shape;
}

/// Measured on an H200 with u32: onesweep from 2^16 to 2^28 keys, radix from 2^16 to 2^26, both without and with
/// values, and pratt from 2^20 to 2^26 keys without values. onesweep was measured with u64 too. Not measured: counting,
/// pratt of one dispatch, pratt with values, merges of parts.
constexpr SortCosts kDiscreteCosts{.onesweep = {0.0055, 1.6, 1.05},
                                   .radix = {0.0055, 5, 5.05},
                                   .counting = {0.0055, 0, 2},
                                   .pratt = {0.0055, 2.85, 3500, 0.62}};
/// Measured on llvmpipe with two cores, from 2 to 2^18 keys, u32 and u64, without and with values; counting of u8 and
/// u16 up to 2^20; pratt up to 2^22. radix by runs, u32 from 2^10 to 2^16 and u64 with values up to 200,000.
constexpr SortCosts kSoftwareCosts{.onesweep = {0.095, 47000, 1640},
                                   .radix = {0.065, 6500, 600},
                                   .counting = {0.05, 0, 11000},
                                   .pratt = {0.02, 0, 0, 600}};

/// Returns the assumed costs of another GPU (not measured): a twentieth of an H200's memory bandwidth, and twice its
/// time per dispatch.
constexpr SortPassCost slower(const SortPassCost& cost) {
    return {2 * cost.dispatch, 20 * cost.key, 20 * cost.byte};
}
constexpr SortCosts kOtherCosts{.onesweep = slower(kDiscreteCosts.onesweep),
                                .radix = slower(kDiscreteCosts.radix),
                                .counting = slower(kDiscreteCosts.counting),
                                .pratt = {2 * kDiscreteCosts.pratt.dispatch, 20 * kDiscreteCosts.pratt.byte,
                                          2 * kDiscreteCosts.pratt.loop, 20 * kDiscreteCosts.pratt.column_byte}};

}  // namespace

SortCosts sort_costs(const DeviceProfile& profile) {
    return profile.type == DeviceType::discrete   ? kDiscreteCosts
           : profile.type == DeviceType::software ? kSoftwareCosts
                                                  : kOtherCosts;
}

double predict_passes(const SortPassCost& cost, std::uint64_t dispatches, std::uint32_t passes, std::uint64_t items,
                      std::uint32_t item_bytes) {
    return static_cast<double>(dispatches) * cost.dispatch +
           1e-9 * passes * static_cast<double>(items) * (cost.key + cost.byte * item_bytes);
}

SortTuning sort_tuning(const SortOptions& options, const DeviceProfile& profile) {
    SortTuning tuning;
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    tuning.threads = std::min(std::bit_floor(most), 512U);
    tuning.counting_threads = std::min(std::bit_floor(most), tuning.counting_threads);
    const std::uint32_t with_ballots = std::min(std::bit_floor(most), 256U);
    const bool ballots = profile.subgroup_ballot && profile.subgroup_size <= with_ballots &&
                         profile.full_subgroups(profile.subgroup_size);
    tuning.lanes = ballots ? profile.subgroup_size : 1;
    tuning.bits = ballots ? 8 : 4;
    tuning.radix_threads = ballots ? with_ballots : std::min(std::bit_floor(most), 64U);
    // The counters of all teams must fit half of the shared memory.
    while ((ballots && !profile.full_subgroups(tuning.radix_threads)) ||
           4 * (std::uint64_t{tuning.radix_threads} / tuning.lanes << tuning.bits) > profile.shared_memory / 2) {
        tuning.radix_threads /= 2;
    }
    // Without guaranteed progress, the workgroup that owns a tile may not run, and so not publish its counts, while
    // another workgroup waits for them.
    tuning.sweep_patience = profile.cross_workgroup_progress ? 4096 : 16;
    tuning.sweep_order =
        profile.cross_workgroup_progress ? SortTuning::SweepOrder::workgroup : SortTuning::SweepOrder::ticket;
    const bool discrete = profile.type == DeviceType::discrete;
    // On an H200, 512 invocations leave 128 registers to each. For 2^26 keys of one word, 44 keys per invocation in two
    // rounds take 2.3 ms, 22 in one round 2.7 ms. With values, whose targets also take registers, 44 keys per
    // invocation are half as fast as 22.
    tuning.sweep = sweep_shape(options, profile, tuning, discrete ? 44 : 16, options.values || !discrete ? 1 : 2);
    tuning.few_sweep = sweep_shape(options, profile, tuning, 8, 1);
    tuning.few_keys = std::uint64_t{1} << 22;
    const bool software = profile.type == DeviceType::software;
    tuning.radix_run = software && profile.shared_memory >= 4 * (VKALGO_SORT_RUN_THREADS << tuning.bits) ? 2560 : 0;
    tuning.shell_class_threads = software ? 16 : 128;
    tuning.shell_run_threads = software ? 8 : 32;
    tuning.shell_groups = software ? 16 : 2048;
    // Two words of shared memory hold the flags of passes.
    tuning.shell_held = (profile.shared_memory / 4 - 2) / sort_item_words(options);
    // On software devices shared memory is not faster than buffers. For 2^22 keys an H200 takes 1.35 ms with tiles and
    // 1.10 ms with columns, for 2^20 keys 0.27 and 0.39 ms. Columns of 64 rows instead of 32 are slower on the H200
    // (1.34 ms for 2^22 keys). llvmpipe takes three seconds to compile a kernel with 64 rows if items have two words.
    tuning.pratt_columns_from = software ? 0 : (std::uint64_t{1} << 21) + 1;
    tuning.pratt_column_rows = software && sort_item_words(options) == 1 ? 64 : 32;
    // A tile of columns is as wide as the unit in which memory is read: 32 bytes.
    tuning.pratt.tile = std::bit_floor(profile.shared_memory / 4 / sort_item_words(options));
    tuning.pratt_merge_tile = tuning.pratt.tile;
    tuning.pratt_merge_columns = 32 / size_of(options.type);
    tuning.pratt.rows = tuning.pratt.tile / tuning.pratt_merge_columns;
    return tuning;
}

}  // namespace vkalgo

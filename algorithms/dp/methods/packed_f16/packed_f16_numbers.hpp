#pragma once

// Internal to method `packed-f16`: what its kernels are told of costs and scores. Pure data.
#include "../../../../engine/device_profile.hpp"
#include "../../instance/instance.hpp"
#include "../../method/testing.hpp"
#include "../../recurrence/header.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::dp {

/// What kernels are given, of all problems of a batch.
struct PackedF16Numbers {
    /// Costs of gaps: of the first symbol, and of each other.
    std::int32_t open = 0, extend = 0;
    /// Of all scores and of 0, and of all scores.
    std::int32_t least = 0, greatest = 0;
    /// That rows and columns may have.
    std::uint32_t letters = 0, symbols = 0;
    /// Invocations of a workgroup.
    std::uint32_t workgroup = 64;
    /// Of one dispatch: each has profiles of its own.
    std::uint32_t most_workgroups = 0;
    /// Each takes several sets of pairs, one after another; else there are more dispatches.
    bool takes_several = true;

    /// Bytes of the profiles of a workgroup.
    std::uint64_t profile_bytes() const { return std::uint64_t{workgroup} * 2 * (symbols + 1) * 4; }
    /// Kernels hold values that are less by this: what is left of the exact numbers where a score has too much.
    std::int32_t shift() const { return 1024 + least; }
    /// Answers below it are exact.
    std::int32_t doubtful() const;
};

/// Reads costs, scores and symbols, of a recurrence that has RecurrenceHeader::packed_f16. Errors: unsupported: they do
/// not fit 16 bits, or are not the same for all problems; says why.
Result<PackedF16Numbers> packed_f16_numbers(const RecurrenceHeader& header, const Instance& common);

/// Checks that the device runs the kernels. Errors: unsupported; says why not.
Result<void> check_packed_f16_device(const DeviceProfile& profile, std::uint32_t lanes);

/// Chooses workgroups for a device.
void choose_packed_f16_workgroups(PackedF16Numbers& numbers, const DeviceProfile& profile, const TestKnobs& knobs);

/// Returns the scores of all letters, as packed_f16.comp takes them.
std::vector<std::uint32_t> packed_f16_scores(const RecurrenceHeader& header, const Instance& common,
                                             const PackedF16Numbers& numbers);

}  // namespace vkalgo::dp

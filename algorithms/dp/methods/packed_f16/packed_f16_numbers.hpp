#pragma once

// Internal to method `packed-f16`: the costs and scores that its kernels use. Pure data.
#include "../../../../engine/device_profile.hpp"
#include "../../instance/instance.hpp"
#include "../../method/testing.hpp"
#include "../../recurrence/header.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::dp {

/// Numbers that kernels use for all problems of a batch.
struct PackedF16Numbers {
    /// Costs of a gap's first symbol, and of each further symbol.
    std::int32_t open = 0, extend = 0;
    /// The least of 0 and all scores, and the greatest score.
    std::int32_t least = 0, greatest = 0;
    /// One more than the greatest symbol that rows may have, and than the greatest symbol that columns may have.
    std::uint32_t letters = 0, symbols = 0;
    /// Invocations per workgroup.
    std::uint32_t workgroup = 64;
    /// Maximum workgroups of one dispatch. Each workgroup has its own profiles.
    std::uint32_t most_workgroups = 0;
    /// Whether a workgroup takes several sets of pairs, one after another. If false, a workgroup takes one set, and
    /// there are more dispatches.
    bool takes_several = true;

    /// Returns the bytes of a workgroup's profiles.
    std::uint64_t profile_bytes() const { return std::uint64_t{workgroup} * 2 * (symbols + 1) * 4; }
    /// Returns the number that kernels subtract from all values. The least value is then -shift(). This value stays
    /// exact even if the largest excess() of packed_f16.comp is subtracted from it.
    std::int32_t shift() const { return 1024 + least; }
    /// Returns the least answer that may be wrong. Answers below it are exact.
    std::int32_t doubtful() const;
};

/// Reads costs, scores and symbols of a recurrence that has RecurrenceHeader::packed_f16. Errors: unsupported, with the
/// reason, for example that the numbers do not fit in 16 bits, or that they differ between problems.
Result<PackedF16Numbers> packed_f16_numbers(const RecurrenceHeader& header, const Instance& common);

/// Checks that the device runs the kernels. Errors: unsupported, with the reason.
Result<void> check_packed_f16_device(const DeviceProfile& profile, std::uint32_t lanes);

/// Chooses the size and number of workgroups for a device.
void choose_packed_f16_workgroups(PackedF16Numbers& numbers, const DeviceProfile& profile, const TestKnobs& knobs);

/// Returns the scores of all pairs of a row's and a column's symbol, in the form that packed_f16.comp reads.
std::vector<std::uint32_t> packed_f16_scores(const RecurrenceHeader& header, const Instance& common,
                                             const PackedF16Numbers& numbers);

}  // namespace vkalgo::dp

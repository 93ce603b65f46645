#pragma once

#include "segmented_sort.hpp"
#include "sort_call.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace vkalgo {

/// What a call does with device memory: all keys are there at once.
struct SegmentedSortCallPlan {
    SegmentedSortPlan plan;
    /// bytes of device memory, buffer by buffer; staging is the runner's
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + values_bytes + offsets_bytes + scratch_bytes + staging_bytes;
    }
};

/// A pure function of its arguments: for `count` keys in `segments` segments. Of options.call it looks at memory_limit.
/// Errors: those of plan_segmented_sort; too_large (beyond the memory, more than 2^32 - 1 segments).
Result<SegmentedSortCallPlan> plan_segmented_sort_call(const SortCallOptions& options, std::uint64_t count,
                                                       std::uint64_t segments, const DeviceProfile& profile);

/// What a call tells beside the keys.
struct SegmentedSortResult {
    SegmentedSortPlan plan;
    CallReport report;
};

/// Sorts each segment of whole keys of options.sort.type, and a value per key with them unless `values` is empty, in
/// place. Segment s begins at offsets[s] and ends before offsets[s + 1]: the first offset is 0, the last the number of
/// keys. With options.sort.indices the values are written only: they end as the places where the keys stood, in the
/// whole array. An error leaves all as it was.
/// Errors: those of plan_segmented_sort_call; invalid_argument (offsets, as segment_offsets_error() has them; a number
/// of values that is not that of the keys; a part of a key); cancelled; the runner's.
Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SortCallOptions& options);

/// The same by a plan of plan_segmented_sort_call, which is run as it is and says all but `call`; of that memory_limit
/// has no effect here. Errors: those of segmented_sort_in_place but for plan_segmented_sort_call; invalid_argument (a
/// plan of other keys or segments, or with values where there are none).
Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SegmentedSortCallPlan& plan, const CallOptions& call);

/// The same for keys of a type of C++, as sort() takes them.
///
///     auto sorted = vkalgo::segmented_sort(runner, std::span(distances), row_offsets);
template <class Key>
    requires std::is_arithmetic_v<Key>
Result<SegmentedSortResult> segmented_sort(Runner& runner, std::span<Key> keys, std::span<const std::uint32_t> offsets,
                                           std::span<std::uint32_t> values = {}, SortCallOptions options = {}) {
    options.sort.type = element_type_of<Key>();
    return segmented_sort_in_place(runner, std::as_writable_bytes(keys), values, offsets, options);
}

}  // namespace vkalgo

#pragma once

#include "segmented_sort.hpp"
#include "sort_call.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace vkalgo {

/// How a call uses device memory: all keys are in memory at once.
struct SegmentedSortCallPlan {
    SegmentedSortPlan plan;
    /// Bytes of device memory, buffer by buffer; the runner owns the staging memory.
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + values_bytes + offsets_bytes + scratch_bytes + staging_bytes;
    }
};

/// Plans a call for `count` keys in `segments` segments; a pure function of its arguments. Of options.call only
/// memory_limit is used. Errors: those of plan_segmented_sort; too_large (more than the memory, more than 2^32 - 1
/// segments).
Result<SegmentedSortCallPlan> plan_segmented_sort_call(const SortCallOptions& options, std::uint64_t count,
                                                       std::uint64_t segments, const DeviceProfile& profile);

/// What a call returns besides the keys and values, which it sorts in place.
struct SegmentedSortResult {
    SegmentedSortPlan plan;
    CallReport report;
};

/// Sorts each segment in place. `keys` holds the bytes of whole keys of type options.sort.type. If `values` is not
/// empty, moves one value with each key. Segment s begins at offsets[s] and ends before offsets[s + 1]; the first
/// offset is 0, the last the number of keys. With options.sort.indices the values are only written: they become the
/// positions of the keys in the original array. On an error keys and values keep their old contents, unless the device
/// fails during the download. Errors: those of plan_segmented_sort_call; invalid_argument (wrong offsets, see
/// segment_offsets_error(); a number of values other than that of the keys; an incomplete key; no timed run);
/// cancelled; those of the runner.
Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SortCallOptions& options);

/// Sorts each segment in place with a plan of plan_segmented_sort_call. The plan runs unchanged and contains all
/// options except `call`; call.memory_limit has no effect here. Errors: those of segmented_sort_in_place except those
/// of plan_segmented_sort_call; invalid_argument (a plan for another number of keys or segments; values that only the
/// plan or only the call has).
Result<SegmentedSortResult> segmented_sort_in_place(Runner& runner, std::span<std::byte> keys,
                                                    std::span<std::uint32_t> values,
                                                    std::span<const std::uint32_t> offsets,
                                                    const SegmentedSortCallPlan& plan, const CallOptions& call);

/// Sorts each segment of keys of a C++ type, as sort() takes them, in place.
///
///     auto sorted = vkalgo::segmented_sort(runner, std::span(distances), row_offsets);
template <class Key>
    requires Element<Key>
Result<SegmentedSortResult> segmented_sort(Runner& runner, std::span<Key> keys, std::span<const std::uint32_t> offsets,
                                           std::span<std::uint32_t> values = {}, SortCallOptions options = {}) {
    options.sort.type = element_type_of<Key>();
    return segmented_sort_in_place(runner, std::as_writable_bytes(keys), values, offsets, options);
}

}  // namespace vkalgo

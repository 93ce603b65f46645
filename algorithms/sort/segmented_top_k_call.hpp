#pragma once

#include "segmented_sort.hpp"
#include "top_k_call.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// How a call uses device memory: all keys are in memory at once. They are sorted segment by segment with their
/// positions, and the first positions of each segment are gathered.
struct SegmentedTopKCallPlan {
    TopKOptions options;
    SegmentedSortPlan sort;
    /// The number of keys wanted from each segment, and the number of keys that all segments together yield.
    std::uint64_t k = 0;
    std::uint64_t found = 0;
    /// Bytes of device memory, buffer by buffer; the runner owns the staging memory.
    std::uint64_t keys_bytes = 0;
    std::uint64_t order_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    /// Bytes of the found keys' ranks in the order of all keys, and of their positions in the array.
    std::uint64_t ranks_bytes = 0;
    std::uint64_t positions_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the dispatches of the sort and the gather.
    std::uint64_t dispatches() const { return sort.dispatches + 1; }
    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + order_bytes + offsets_bytes + ranks_bytes + positions_bytes + scratch_bytes + staging_bytes;
    }
};

/// Plans a call for the first k keys of each segment; a pure function of its arguments. Segment s begins at offsets[s]
/// and ends before offsets[s + 1]; the first offset is 0, the last the number of keys. Of options.call only
/// memory_limit is used. Errors: those of plan_segmented_sort; invalid_argument (wrong offsets, see
/// segment_offsets_error(); values together with indices); too_large (more than the memory).
Result<SegmentedTopKCallPlan> plan_segmented_top_k_call(const TopKCallOptions& options,
                                                        std::span<const std::uint32_t> offsets, std::uint64_t k,
                                                        const DeviceProfile& profile);

/// The keys found: for each segment, k whole keys in order, or all its keys if it has fewer. With values or indices,
/// `values` has one value or index per key. Indices are positions in the whole array.
struct SegmentedTopKResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> values;
    /// The found keys of segment s begin at index offsets[s] of the found keys and end before offsets[s + 1].
    std::vector<std::uint32_t> offsets;
    SegmentedTopKCallPlan plan;
    CallReport report;
};

/// Finds the k largest or smallest keys of each segment. `keys` holds the bytes of whole keys of type options.top.type.
/// If `values` is not empty, the values of the found keys are returned too; with options.top.indices, their indices.
/// Among equal keys, the first in the segment are found. Errors: those of plan_segmented_top_k_call; invalid_argument
/// (the number of values differs from the number of keys, an incomplete key, no timed run); cancelled; those of the
/// runner.
Result<SegmentedTopKResult> segmented_top_k_of(Runner& runner, std::span<const std::byte> keys,
                                               std::span<const std::uint32_t> values,
                                               std::span<const std::uint32_t> offsets, std::uint64_t k,
                                               const TopKCallOptions& options);

/// Finds the first keys of each segment with a plan of plan_segmented_top_k_call for these offsets. The plan runs
/// unchanged and contains all options except `call`; call.memory_limit has no effect here. Errors: those of
/// segmented_top_k_of except those of plan_segmented_top_k_call; invalid_argument (a plan for other segments; values
/// that only the plan or only the call has).
Result<SegmentedTopKResult> segmented_top_k_of(Runner& runner, std::span<const std::byte> keys,
                                               std::span<const std::uint32_t> values,
                                               std::span<const std::uint32_t> offsets,
                                               const SegmentedTopKCallPlan& plan, const CallOptions& call);

/// Finds the first k keys of each segment, for keys of a C++ type, as sort() takes them.
///
///     auto best = vkalgo::segmented_top_k(runner, std::span(scores), rows, 10, {}, {.top = {.indices = true}});
template <class Key>
    requires Element<std::remove_const_t<Key>>
Result<SegmentedTopKResult> segmented_top_k(Runner& runner, std::span<Key> keys, std::span<const std::uint32_t> offsets,
                                            std::uint64_t k, std::span<const std::uint32_t> values = {},
                                            TopKCallOptions options = {}) {
    options.top.type = element_type_of<std::remove_const_t<Key>>();
    return segmented_top_k_of(runner, std::as_bytes(keys), values, offsets, k, options);
}

}  // namespace vkalgo

#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace vkalgo {

/// What is sorted in every segment, and how.
struct SegmentedSortOptions {
    /// The options of Sort. The sort is stable, so equal keys of a segment keep their order. `indices` are positions in
    /// the whole array.
    SortOptions sort = {};
    /// The largest number of segments that a recording takes; at least 1. The segments' numbers are sorted by the bits
    /// of most_segments - 1, rounded up to a multiple of 8 bits, so more bits take more passes over all items.
    std::uint32_t most_segments = 65536;
};

/// The input of a plan.
struct SegmentedSortParams {
    SegmentedSortOptions options;
    /// The number of keys of all segments, at most 2^32 - 1. With a count on the device it is the upper limit.
    std::uint64_t count = 0;
    /// The number of segments, 1 to options.most_segments.
    std::uint64_t segments = 1;
};

/// What `record` will do.
struct SegmentedSortPlan {
    SegmentedSortOptions options;
    std::uint64_t count = 0;
    std::uint64_t segments = 0;
    /// The sort of all keys, and then the sort of the segments' numbers. The second sort is not used if most_segments
    /// is 1.
    SortPlan by_key;
    SortPlan by_segment;
    std::uint64_t keys_bytes = 0;
    /// Bytes of SegmentedSortArguments::values; 0 without values.
    std::uint64_t values_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;
    /// Predicted milliseconds: those of both sorts, and an estimate for the other dispatches.
    double predicted_ms = 0;
};

/// Plans a segmented sort; a pure function of its arguments that needs no device.
/// Errors: those of plan_sort; invalid_argument (0 segments, or more than most_segments); too_large.
Result<SegmentedSortPlan> plan_segmented_sort(const SegmentedSortParams& params, const DeviceProfile& profile);

/// `keys`, and `values` with them, are sorted in place. Arguments that are written must not share a byte with any other
/// argument.
struct SegmentedSortArguments {
    /// As in SortArguments.
    BufferView keys;
    /// As in SortArguments.
    BufferView values = {};
    /// segments + 1 ascending uint32: the start of each segment, then the number of keys. The first segment begins at 0
    /// and the last one ends with the keys, whatever the first and the last offset are. A segment may be empty. If the
    /// offsets do not ascend, only the order of the result is undefined. Offset: a multiple of
    /// storage_offset_alignment.
    BufferView offsets;
    /// At least the bytes that SegmentedSort::scratch returns. Offset: a multiple of storage_offset_alignment and of
    /// 16.
    BufferView scratch = {};
    /// The number of keys of all segments.
    std::uint64_t count = 0;
    std::uint64_t segments = 1;
    /// As in SortArguments.
    BufferView count_buffer = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct SegmentedSortAccess {
    ArgumentAccess keys;
    ArgumentAccess values;
    ArgumentAccess offsets;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
};

/// Sorts each segment of an array by itself, in place: by a stable argsort of all keys, and then a stable argsort of
/// the numbers of their segments. The lengths and the number of the segments hardly change the time: one giant segment
/// takes as long as millions of small segments, some of them empty.
///
///     auto sort = SegmentedSort::create(context, {.sort = {.type = ElementType::f32}, .most_segments = rows});
///     sort->record(recorder,
///                  {.keys = distances, .offsets = offsets, .scratch = scratch, .count = n, .segments = rows});
///
/// vkalgo and the caller have the duties that Sort describes.
class SegmentedSort {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_segmented_sort and Context::kernel.
    static Result<SegmentedSort> create(Context& context, const SegmentedSortOptions& options);
    /// Takes the kernels for plan.options. `record` then follows this plan for plan.count keys in plan.segments
    /// segments. Errors: those of create().
    static Result<SegmentedSort> create_planned(Context& context, const SegmentedSortPlan& plan);

    /// Returns the scratch that `record` needs. Errors: those of plan_segmented_sort.
    static Result<ScratchNeed> scratch(const SegmentedSortParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const SegmentedSortOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<SegmentedSortAccess> access(const SegmentedSortArguments& arguments) const;

    /// Records the whole sort. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_segmented_sort; invalid_argument for a view that is missing, too small, badly aligned or overlaps another,
    /// for a recorder of another context, and for a sort that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const SegmentedSortArguments& arguments) const;

private:
    struct Plans;
    /// Returns the plan for these arguments: the kept one, or a new one.
    Result<std::shared_ptr<const SegmentedSortPlan>> plan(const SegmentedSortArguments& arguments) const;

    Context* context_ = nullptr;
    SegmentedSortOptions options_;
    std::shared_ptr<Plans> plans_;
    Sort by_key_, by_segment_;
    std::shared_ptr<const Kernel> copy_, mark_, gather_keys_, gather_words_, gather_values_;
};

/// Sorts each segment by itself on the processor, stably, for tests and --verify. `offsets` are those of
/// SegmentedSortArguments. Errors: those of sort_reference; invalid_argument for offsets for which
/// segment_offsets_error() is not empty.
Result<void> segmented_sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                      std::span<const std::uint32_t> offsets, const SortOptions& options);

/// Returns what is wrong with the offsets of segments of `count` keys: no segment at all, a first offset that is not 0,
/// an offset that is less than the one before, or a last offset that is not the count. Returns an empty string if the
/// offsets are right.
std::string segment_offsets_error(std::span<const std::uint32_t> offsets, std::uint64_t count);

}  // namespace vkalgo

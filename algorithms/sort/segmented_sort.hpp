#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace vkalgo {

/// What is sorted in every segment, and how.
struct SegmentedSortOptions {
    /// As Sort takes them. The method is stable: equal keys of a segment keep their order. `indices` are places in the
    /// whole array.
    SortOptions sort = {};
    /// A recording takes no more segments than this; at least 1. Each power of 256 costs a pass over all items.
    std::uint32_t most_segments = 65536;
};

/// What a plan is made from.
struct SegmentedSortParams {
    SegmentedSortOptions options;
    /// keys of all segments, at most 2^32 - 1; with a count on the device the most there may be
    std::uint64_t count = 0;
    /// 1 to options.most_segments
    std::uint64_t segments = 1;
};

/// What `record` will do.
struct SegmentedSortPlan {
    SegmentedSortOptions options;
    std::uint64_t count = 0;
    std::uint64_t segments = 0;
    /// the order of all keys, and then that of the segments' numbers
    SortPlan by_key;
    SortPlan by_segment;
    std::uint64_t keys_bytes = 0;
    /// of SegmentedSortArguments::values, 0 without
    std::uint64_t values_bytes = 0;
    std::uint64_t offsets_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
    /// Milliseconds that it is expected to take: those of both sorts, and an estimate for what lies between them.
    double predicted_ms = 0;
};

/// A pure function of its arguments: needs no device.
/// Errors: those of plan_sort; invalid_argument (no segment, or more than most_segments); too_large.
Result<SegmentedSortPlan> plan_segmented_sort(const SegmentedSortParams& params, const DeviceProfile& profile);

/// Sorted in place. What is written shares no byte with anything else here.
struct SegmentedSortArguments {
    /// As SortArguments has them.
    BufferView keys;
    /// As SortArguments has them.
    BufferView values = {};
    /// Where each segment begins, and the count: segments + 1 uint32, ascending. The first segment begins at 0 and the
    /// last one ends with the keys, whatever the first and the last offset say; a segment may be empty. Of offsets that
    /// do not ascend only the order of the result is undefined. Offset: a multiple of storage_offset_alignment.
    BufferView offsets;
    /// As many bytes as SegmentedSort::scratch says. Offset: a multiple of storage_offset_alignment, and of 16.
    BufferView scratch = {};
    /// keys of all segments
    std::uint64_t count = 0;
    std::uint64_t segments = 1;
    /// As SortArguments has it.
    BufferView count_buffer = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct SegmentedSortAccess {
    ArgumentAccess keys;
    ArgumentAccess values;
    ArgumentAccess offsets;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
};

/// Sorts each segment of an array by itself, in place: by a stable argsort of all keys and then of the numbers of their
/// segments, so that neither lengths of segments nor their number matter much: one giant segment, millions of small
/// ones and empty ones take the same time.
///
///     auto sort = SegmentedSort::create(context, {.sort = {.type = ElementType::f32}, .most_segments = rows});
///     sort->record(recorder,
///                  {.keys = distances, .offsets = offsets, .scratch = scratch, .count = n, .segments = rows});
///
/// vkalgo does, and the caller does, what Sort says.
class SegmentedSort {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_segmented_sort and Context::kernel.
    static Result<SegmentedSort> create(Context& context, const SegmentedSortOptions& options);
    /// The same for plan.options. `record` then follows this plan for plan.count keys and plan.segments.
    static Result<SegmentedSort> create_planned(Context& context, const SegmentedSortPlan& plan);

    /// Bytes needed besides the arguments. Errors: those of plan_segmented_sort.
    static Result<ScratchNeed> scratch(const SegmentedSortParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const SegmentedSortOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<SegmentedSortAccess> access(const SegmentedSortArguments& arguments) const;

    /// Records the whole sort. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_segmented_sort; invalid_argument for a view that is missing, too small, badly aligned or
    /// that overlaps another, for a recorder of another context or a sort that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const SegmentedSortArguments& arguments) const;

private:
    struct Plans;
    /// Made for the first recording of so many keys and segments.
    Result<std::shared_ptr<const SegmentedSortPlan>> plan(const SegmentedSortArguments& arguments) const;

    Context* context_ = nullptr;
    SegmentedSortOptions options_;
    std::shared_ptr<Plans> plans_;
    Sort by_key_, by_segment_;
    std::shared_ptr<const Kernel> copy_, mark_, gather_keys_, gather_words_;
};

/// Each segment by itself on the processor, stable; `offsets` as SegmentedSortArguments has them. For tests and
/// --verify. Errors: those of sort_reference; invalid_argument for offsets that segment_offsets_error() speaks of.
Result<void> segmented_sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                      std::span<const std::uint32_t> offsets, const SortOptions& options);

/// What is wrong with offsets of segments of `count` keys: there is not one at least, the first is not 0, one is less
/// than the one before, the last is not the count. Empty: nothing.
std::string segment_offsets_error(std::span<const std::uint32_t> offsets, std::uint64_t count);

}  // namespace vkalgo

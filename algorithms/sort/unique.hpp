#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

/// What the array holds.
struct UniqueOptions {
    /// Type of the keys.
    ElementType type = ElementType::u32;
};

/// The input of a plan.
struct UniqueParams {
    UniqueOptions options;
    /// The number of keys, at most 2^32 - 1. With a count on the device it is the upper limit.
    std::uint64_t count = 0;
};

/// What `record` will do.
struct UniquePlan {
    UniqueOptions options;
    std::uint64_t count = 0;
    /// Upper limit of the number of distinct keys: the smaller of the count and the number of different keys of the
    /// type.
    std::uint64_t most = 0;
    std::uint64_t tiles = 0;
    std::uint64_t keys_bytes = 0;
    std::uint64_t distinct_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;
    /// Predicted milliseconds; an estimate.
    double predicted_ms = 0;
};

/// Plans a search for distinct keys; a pure function of its arguments that needs no device. Errors: those of plan_sort
/// and plan_scan; too_large.
Result<UniquePlan> plan_unique(const UniqueParams& params, const DeviceProfile& profile);

/// Arguments that are written must not share a byte with any other argument. Offsets: multiples of
/// storage_offset_alignment.
struct UniqueArguments {
    /// `count` keys, sorted in either direction; the view reaches to the end of the last word. Only read. If the keys
    /// are not sorted, the result is the first key of each run of equal keys, as far as there is room.
    BufferView keys;
    /// Room for UniquePlan::most keys; the view reaches to the end of the last word. Receives the keys found, in their
    /// order. Bytes after these keys are not changed.
    BufferView distinct;
    /// Room for UniquePlan::most uint32: how often each distinct key occurs in the array.
    BufferView counts;
    /// Optional: a uint32, the number of keys returned. Offset: a multiple of 4.
    BufferView found = {};
    /// At least the bytes that Unique::scratch returns. Offset: also a multiple of 16.
    BufferView scratch = {};
    std::uint64_t count = 0;
    /// As in SortArguments.
    BufferView count_buffer = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct UniqueAccess {
    ArgumentAccess keys, distinct, counts, found, scratch, count_buffer;
};

/// Finds the distinct keys of a sorted array, and how often each occurs in it. Keys are equal if their bits are: -0 is
/// not 0, and NaN equals itself.
///
///     auto unique = Unique::create(context, {.type = ElementType::u32});
///     unique->record(recorder, {.keys = sorted, .distinct = words, .counts = counts, .found = found,
///                               .scratch = scratch, .count = n});
///
/// vkalgo and the caller have the duties that Sort describes.
class Unique {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_unique and Context::kernel.
    static Result<Unique> create(Context& context, const UniqueOptions& options);
    /// Takes the kernels for plan.options. `record` then follows this plan for plan.count keys. Errors: those of
    /// create().
    static Result<Unique> create_planned(Context& context, const UniquePlan& plan);

    /// Returns the scratch that `record` needs. Errors: those of plan_unique.
    static Result<ScratchNeed> scratch(const UniqueParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const UniqueOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<UniqueAccess> access(const UniqueArguments& arguments) const;

    /// Records the whole search. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_unique; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, for a
    /// recorder of another context, and for an object that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const UniqueArguments& arguments) const;

private:
    struct Plans;
    /// Returns the plan for these arguments: the kept one, or a new one.
    Result<std::shared_ptr<const UniquePlan>> plan(const UniqueArguments& arguments) const;

    Context* context_ = nullptr;
    UniqueOptions options_;
    std::shared_ptr<Plans> plans_;
    std::shared_ptr<const Scan> scan_;
    std::shared_ptr<const Kernel> count_heads_, move_heads_, count_repeats_, store_;
};

}  // namespace vkalgo

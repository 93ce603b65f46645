#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

/// What stands in the array.
struct UniqueOptions {
    /// of the keys
    ElementType type = ElementType::u32;
};

/// What a plan is made from.
struct UniqueParams {
    UniqueOptions options;
    /// keys, at most 2^32 - 1; with a count on the device the most there may be
    std::uint64_t count = 0;
};

/// What `record` will do.
struct UniquePlan {
    UniqueOptions options;
    std::uint64_t count = 0;
    /// distinct keys, at most: the count or, if that is less, how many keys the type has
    std::uint64_t most = 0;
    std::uint64_t tiles = 0;
    std::uint64_t keys_bytes = 0;
    std::uint64_t distinct_bytes = 0;
    std::uint64_t counts_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
    /// Milliseconds that it is expected to take, an estimate.
    double predicted_ms = 0;
};

/// A pure function of its arguments: needs no device. Errors: those of plan_sort and plan_scan; too_large.
Result<UniquePlan> plan_unique(const UniqueParams& params, const DeviceProfile& profile);

/// What is written shares no byte with anything else here. Offsets: multiples of storage_offset_alignment.
struct UniqueArguments {
    /// `count` keys that are sorted either way, to the end of the last word; only read. Of keys that are not sorted,
    /// keys differ from the one before where a run of equal ones begins, and as many of these as fit are given.
    BufferView keys;
    /// Room for UniquePlan::most keys, to the end of the last word; those found, in their order. Bytes beyond them keep
    /// what they are.
    BufferView distinct;
    /// As many uint32: how often each stands in the array.
    BufferView counts;
    /// Optional: a uint32, how many are given. Offset: a multiple of 4.
    BufferView found = {};
    /// As many bytes as Unique::scratch says. Offset: a multiple of 16 as well.
    BufferView scratch = {};
    std::uint64_t count = 0;
    /// As SortArguments has it.
    BufferView count_buffer = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct UniqueAccess {
    ArgumentAccess keys, distinct, counts, found, scratch, count_buffer;
};

/// The distinct keys of a sorted array, and how often each stands in it. Keys are equal if their bits are: -0 is not 0,
/// and NaN equals itself.
///
///     auto unique = Unique::create(context, {.type = ElementType::u32});
///     unique->record(recorder, {.keys = sorted, .distinct = words, .counts = counts, .found = found,
///                               .scratch = scratch, .count = n});
///
/// vkalgo does, and the caller does, what Sort says.
class Unique {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_unique and Context::kernel.
    static Result<Unique> create(Context& context, const UniqueOptions& options);
    /// The same for plan.options. `record` then follows this plan for plan.count keys.
    static Result<Unique> create_planned(Context& context, const UniquePlan& plan);

    /// Bytes needed besides the arguments. Errors: those of plan_unique.
    static Result<ScratchNeed> scratch(const UniqueParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const UniqueOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<UniqueAccess> access(const UniqueArguments& arguments) const;

    /// Records the whole work. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_unique; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context or an object that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const UniqueArguments& arguments) const;

private:
    struct Plans;
    /// Made for the first recording of so many keys.
    Result<std::shared_ptr<const UniquePlan>> plan(const UniqueArguments& arguments) const;

    Context* context_ = nullptr;
    UniqueOptions options_;
    std::shared_ptr<Plans> plans_;
    std::shared_ptr<const Scan> scan_;
    std::shared_ptr<const Kernel> count_heads_, move_heads_, count_repeats_, store_;
};

}  // namespace vkalgo

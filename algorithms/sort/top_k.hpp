#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace vkalgo {

/// Which keys are wanted.
struct TopKOptions {
    /// Type of the keys.
    ElementType type = ElementType::u32;
    /// True: the smallest keys, in ascending order. False: the largest keys, in descending order. For floats this order
    /// begins with NaN with a sign, NaN, infinity.
    bool smallest = false;
    /// The 32-bit value of each key is returned with it: TopKArguments::values and top_values.
    bool values = false;
    /// Instead of values: the index of each key is returned in top_values.
    bool indices = false;
};

/// The input of a plan.
struct TopKParams {
    TopKOptions options;
    /// The number of keys, at most 2^32 - 1. With a count on the device it is the upper limit.
    std::uint64_t count = 0;
    /// The number of keys wanted, at most 2^32 - 1; if there are fewer keys, all are found.
    std::uint64_t k = 0;
};

/// What `record` will do.
struct TopKPlan {
    TopKOptions options;
    std::uint64_t count = 0;
    /// Upper limit of the keys found: the smaller of count and k.
    std::uint64_t k = 0;
    /// The sort of the keys found.
    SortPlan sort;
    std::uint64_t tiles = 0;
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t top_keys_bytes = 0;
    std::uint64_t top_values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;
    /// Predicted milliseconds: those of the sort, and an estimate for the other dispatches.
    double predicted_ms = 0;
};

/// Plans a search; a pure function of its arguments that needs no device.
/// Errors: those of plan_sort; invalid_argument (k above 2^32 - 1; both values and indices).
Result<TopKPlan> plan_top_k(const TopKParams& params, const DeviceProfile& profile);

/// Arguments that are written must not share a byte with any other argument. Offsets: multiples of
/// storage_offset_alignment.
struct TopKArguments {
    /// `count` keys; the view reaches to the end of the last word. Only read.
    BufferView keys;
    /// With TopKOptions::values: one uint32 per key. Only read.
    BufferView values = {};
    /// Room for k keys, or for `count` keys if `count` is less; the view reaches to the end of the last word. Bytes
    /// after the keys found are not changed.
    BufferView top_keys;
    /// With values or indices: room for one uint32 per key of top_keys.
    BufferView top_values = {};
    /// Optional: a uint32, the number of keys found. Offset: a multiple of 4.
    BufferView found = {};
    /// At least the bytes that TopK::scratch returns. Offset: also a multiple of 16.
    BufferView scratch = {};
    std::uint64_t count = 0;
    std::uint64_t k = 0;
    /// As in SortArguments.
    BufferView count_buffer = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct TopKAccess {
    ArgumentAccess keys, values, top_keys, top_values, found, scratch, count_buffer;
};

/// Finds the k largest or smallest keys, in order. Among equal keys, the first of the array are taken and come first,
/// so the result is the same on every device and at every run. The k-th key is found digit by digit from the highest
/// digit, with one read of the keys per digit. One more read counts the chosen keys of each tile. Then only tiles with
/// chosen keys are read again, and the chosen keys are sorted.
///
///     auto top = TopK::create(context, {.type = ElementType::f32, .indices = true});
///     top->record(recorder, {.keys = scores, .top_keys = best, .top_values = indices, .scratch = scratch,
///                            .count = n, .k = 10});
///
/// vkalgo and the caller have the duties that Sort describes.
class TopK {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_top_k and Context::kernel.
    static Result<TopK> create(Context& context, const TopKOptions& options);
    /// Takes the kernels for plan.options. `record` then follows this plan for plan.count keys and plan.k. Errors:
    /// those of create().
    static Result<TopK> create_planned(Context& context, const TopKPlan& plan);

    /// Returns the scratch that `record` needs. Errors: those of plan_top_k.
    static Result<ScratchNeed> scratch(const TopKParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const TopKOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<TopKAccess> access(const TopKArguments& arguments) const;

    /// Records the whole search. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_top_k; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, for a
    /// recorder of another context, and for a search that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const TopKArguments& arguments) const;

private:
    struct Plans;
    /// Returns the plan for these arguments: the kept one, or a new one.
    Result<std::shared_ptr<const TopKPlan>> plan(const TopKArguments& arguments) const;

    Context* context_ = nullptr;
    TopKOptions options_;
    std::shared_ptr<Plans> plans_;
    Sort sort_;
    std::shared_ptr<const Scan> scan_;
    std::shared_ptr<const Kernel> count_digits_, choose_digit_, count_selected_, move_selected_, store_;
};

}  // namespace vkalgo

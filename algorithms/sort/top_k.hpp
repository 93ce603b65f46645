#pragma once

#include "sort.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace vkalgo {

/// Which keys are wanted.
struct TopKOptions {
    /// of the keys
    ElementType type = ElementType::u32;
    /// The smallest keys, the smallest first; else the largest, the largest first: NaN with a sign, NaN, infinity, ...
    bool smallest = false;
    /// The 32-bit value of each key is wanted with it: TopKArguments::values and top_values.
    bool values = false;
    /// Instead: its place among the keys, in top_values.
    bool indices = false;
};

/// What a plan is made from.
struct TopKParams {
    TopKOptions options;
    /// keys, at most 2^32 - 1; with a count on the device the most there may be
    std::uint64_t count = 0;
    /// how many keys are wanted, at most 2^32 - 1; if there are fewer, all are found
    std::uint64_t k = 0;
};

/// What `record` will do.
struct TopKPlan {
    TopKOptions options;
    std::uint64_t count = 0;
    /// what is found at most: the smaller of count and k
    std::uint64_t k = 0;
    /// the order of what is found
    SortPlan sort;
    std::uint64_t tiles = 0;
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t top_keys_bytes = 0;
    std::uint64_t top_values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
    /// Milliseconds that it is expected to take: those of the sort, and an estimate for what goes before it.
    double predicted_ms = 0;
};

/// A pure function of its arguments: needs no device.
/// Errors: those of plan_sort; invalid_argument (k beyond 2^32 - 1; both values and indices).
Result<TopKPlan> plan_top_k(const TopKParams& params, const DeviceProfile& profile);

/// What is written shares no byte with anything else here. Offsets: multiples of storage_offset_alignment.
struct TopKArguments {
    /// `count` keys, to the end of the last word; only read
    BufferView keys;
    /// With TopKOptions::values: as many uint32; only read.
    BufferView values = {};
    /// Room for k keys, or for `count` if that is less, to the end of the last word. Bytes beyond those found keep what
    /// they are.
    BufferView top_keys;
    /// With values or indices: as many uint32.
    BufferView top_values = {};
    /// Optional: a uint32, how many were found. Offset: a multiple of 4.
    BufferView found = {};
    /// As many bytes as TopK::scratch says. Offset: a multiple of 16 as well.
    BufferView scratch = {};
    std::uint64_t count = 0;
    std::uint64_t k = 0;
    /// As SortArguments has it.
    BufferView count_buffer = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct TopKAccess {
    ArgumentAccess keys, values, top_keys, top_values, found, scratch, count_buffer;
};

/// The k largest or smallest keys in order. Of equal keys those that stand first are taken, and come first, so that the
/// result is the same by every device and at every run. The k-th key is found by its digits, from the highest, each by
/// one reading of the keys; one more counts what is chosen, and the rest reads and sorts little but that.
///
///     auto top = TopK::create(context, {.type = ElementType::f32, .indices = true});
///     top->record(recorder, {.keys = scores, .top_keys = best, .top_values = places, .scratch = scratch,
///                            .count = n, .k = 10});
///
/// vkalgo does, and the caller does, what Sort says.
class TopK {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_top_k and Context::kernel.
    static Result<TopK> create(Context& context, const TopKOptions& options);
    /// The same for plan.options. `record` then follows this plan for plan.count keys and plan.k.
    static Result<TopK> create_planned(Context& context, const TopKPlan& plan);

    /// Bytes needed besides the arguments. Errors: those of plan_top_k.
    static Result<ScratchNeed> scratch(const TopKParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const TopKOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<TopKAccess> access(const TopKArguments& arguments) const;

    /// Records the whole search. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_top_k; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context or a search that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const TopKArguments& arguments) const;

private:
    struct Plans;
    /// Made for the first recording of so many keys and so many wanted.
    Result<std::shared_ptr<const TopKPlan>> plan(const TopKArguments& arguments) const;

    Context* context_ = nullptr;
    TopKOptions options_;
    std::shared_ptr<Plans> plans_;
    Sort sort_;
    std::shared_ptr<const Scan> scan_;
    std::shared_ptr<const Kernel> count_digits_, choose_digit_, count_selected_, move_selected_, store_;
};

}  // namespace vkalgo

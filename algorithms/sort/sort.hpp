#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "sort_plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;
class Histogram;
class Scan;
struct SortChoices;

/// `keys`, and `values` with them, are sorted in place. `keys`, `values` and `scratch` must not share a byte with each
/// other or with any other argument.
struct SortArguments {
    /// `count` packed keys of the options' type; the view reaches to the end of the last word, and bytes of that word
    /// after the keys are not changed. Offset: a multiple of storage_offset_alignment, and for keys of 8 and 16 bits a
    /// multiple of 16 too. May be null if count is 0.
    BufferView keys;
    /// With SortOptions::values: one uint32 per key, or one uint64 if `value_bits` is 64. With `indices` the values are
    /// only written. Offset: a multiple of storage_offset_alignment.
    BufferView values = {};
    /// At least the bytes that Sort::scratch returns; may be null if that is 0. Offset: a multiple of 16 and of
    /// storage_offset_alignment.
    BufferView scratch = {};
    /// The number of keys.
    std::uint64_t count = 0;
    /// A uint32 on the device with the number of keys. `count` is then the upper limit. Only that number of keys is
    /// sorted, and later keys are not changed. Optional; not allowed if keys are sorted in parts (SortPlan::part).
    /// Offset: a multiple of 4.
    BufferView count_buffer = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct SortAccess {
    ArgumentAccess keys;
    ArgumentAccess values;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
};

/// Sorts keys, and values with them, in place.
///
///     auto sort = Sort::create(context, {.type = ElementType::f32, .values = true});
///     sort->record(recorder, {.keys = depths, .values = indices, .scratch = scratch, .count = n});
///
/// vkalgo records dispatches, fills of scratch and the barriers between them. The caller does everything that Recorder
/// requires, creates the buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers
/// and this object until the fence is signalled. The caller reports its own accesses to the recorder by `assume` and
/// `hand_over`, or records its own barriers before and after, for the accesses that access() returns.
class Sort {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_sort and Context::kernel.
    static Result<Sort> create(Context& context, const SortOptions& options);
    /// Takes the kernels for plan.options. `record` then follows this plan for plan.count keys. Errors: those of
    /// create().
    static Result<Sort> create_planned(Context& context, const SortPlan& plan);

    /// Returns the scratch that `record` needs. Errors: those of plan_sort.
    static Result<ScratchNeed> scratch(const SortParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options given to create().
    const SortOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments, which it finds by recording without a command buffer. Errors:
    /// those of record.
    Result<SortAccess> access(const SortArguments& arguments) const;

    /// Records the whole sort. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_sort; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, for a
    /// recorder of another context, and for a sort that was never created; unsupported for a count on the device if
    /// keys are sorted in parts; those of the recorder.
    Result<void> record(Recorder& recorder, const SortArguments& arguments) const;

private:
    friend Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning);

    static Result<Sort> create(Context& context, const SortOptions& options, std::shared_ptr<const SortTuning> tuning);
    /// Records a sort by the plan's method, after the fill of the indices if there are any.
    Result<void> record_method(Recorder& recorder, const SortArguments& arguments, const SortPlan& plan) const;
    /// Records a sort with SortPlan::by_indices.
    Result<void> record_pairs(Recorder& recorder, const SortArguments& arguments, const SortPlan& plan) const;
    /// Returns the plan for this number of keys: the kept one, or a new one.
    Result<std::shared_ptr<const SortPlan>> plan(std::uint64_t count) const;

    struct Plans;
    struct MethodKernels {
        const SortMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };
    Context* context_ = nullptr;
    SortOptions options_;
    std::shared_ptr<const SortTuning> tuning_;
    std::shared_ptr<const SortChoices> choices_;
    std::shared_ptr<Plans> plans_;
    std::vector<MethodKernels> methods_;
    /// Not null if a method needs a scan.
    std::shared_ptr<const Scan> scan_;
    /// Not null if a method sorts only keys of 8 and 16 bits; by_bins_ only if there are values too.
    std::shared_ptr<const Histogram> histogram_;
    std::shared_ptr<const Sort> by_bins_;
    /// Not null with SortOptions::indices or values of 64 bits. The next two kernels are not null only with values of
    /// 64 bits.
    std::shared_ptr<const Kernel> fill_indices_;
    std::shared_ptr<const Kernel> copy_, gather_;
};

}  // namespace vkalgo

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

/// Sorted in place. `keys`, `values` and `scratch` share no byte with anything else here.
struct SortArguments {
    /// `count` keys of the type of the options, packed, to the end of the last word; what it holds beyond the keys is
    /// left as it is. Offset: a multiple of storage_offset_alignment, for keys of 8 and 16 bits of 16 as well. May be
    /// null if count is 0.
    BufferView keys;
    /// With SortOptions::values: as many uint32; with `indices` they are written only. Offset: a multiple of
    /// storage_offset_alignment.
    BufferView values = {};
    /// As many bytes as Sort::scratch says; may be null if that is 0. Offset: a multiple of storage_offset_alignment.
    BufferView scratch = {};
    /// keys
    std::uint64_t count = 0;
    /// A uint32 on the device that says how many keys there are; `count` is then the most there may be, and keys beyond
    /// them are left as they are. Optional; not with keys that are sorted in parts (SortPlan::part). Offset: a multiple
    /// of 4.
    BufferView count_buffer = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
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
/// vkalgo does: record dispatches and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class Sort {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_sort and Context::kernel.
    static Result<Sort> create(Context& context, const SortOptions& options);
    /// The same for plan.options. `record` then follows this plan for plan.count keys.
    static Result<Sort> create_planned(Context& context, const SortPlan& plan);

    /// Bytes needed besides the arguments. Errors: those of plan_sort.
    static Result<ScratchNeed> scratch(const SortParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const SortOptions& options() const { return options_; }

    /// How `record` would touch these arguments, found out by recording without a command buffer. Errors: those of
    /// record.
    Result<SortAccess> access(const SortArguments& arguments) const;

    /// Records the whole sort. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_sort; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context than the sort was created for or a sort that was never
    /// created; unsupported for a count on the device where keys are sorted in parts; the recorder's.
    Result<void> record(Recorder& recorder, const SortArguments& arguments) const;

private:
    friend Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning);

    static Result<Sort> create(Context& context, const SortOptions& options, std::shared_ptr<const SortTuning> tuning);
    /// Made for the first recording of so many keys.
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
    /// of methods that need one
    std::shared_ptr<const Scan> scan_;
    std::shared_ptr<const Histogram> histogram_;
    std::shared_ptr<const Sort> by_bins_;
    /// with SortOptions::indices
    std::shared_ptr<const Kernel> fill_indices_;
};

}  // namespace vkalgo

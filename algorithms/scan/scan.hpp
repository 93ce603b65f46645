#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "scan_plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// What is written (`results`, `total`, `scratch`) must not share a byte with any other argument, except that `results`
/// may be the same view as `values`.
struct ScanArguments {
    /// `count` packed elements of the options' type. Offset: a multiple of 16 and of storage_offset_alignment. May be
    /// null if count is 0.
    BufferView values;
    /// `count` elements; the rules of `values` apply. The view must either be that of `values`, to scan in place, or
    /// not overlap it.
    BufferView results;
    /// With ScanOptions::segmented: one bit per element, scan_heads_bytes(count) bytes. Bit i % 32 of word i / 32 is
    /// set if a segment begins at element i; a segment always begins at element 0. Offset: a multiple of
    /// storage_offset_alignment.
    BufferView heads = {};
    /// The bytes that Scan::scratch returns; may be null if that is 0. Offset: a multiple of 16 and of
    /// storage_offset_alignment.
    BufferView scratch = {};
    /// Number of elements.
    std::uint64_t count = 0;
    /// Optional: a uint32 on the device with the number of elements. `count` is then the largest possible number, and
    /// results after the last element are not written. Offset: a multiple of 4.
    BufferView count_buffer = {};
    /// Optional: one element, the sum of all elements; if segmented, the sum of the last segment. Without elements, it
    /// is the operator's identity. Offset: a multiple of 4.
    BufferView total = {};
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct ScanAccess {
    ArgumentAccess values;
    ArgumentAccess results;
    ArgumentAccess heads;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
    ArgumentAccess total;
};

/// Prefix sums: result i is the sum of the elements up to i (inclusive), or of the elements before i (exclusive). "Sum"
/// means the result of ScanOptions::op. The first result of an exclusive scan (if segmented, of each segment) is the
/// operator's identity: 0 for add, the greatest value for min, the least value for max (f32 and f64: the infinities).
///
///     auto scan = Scan::create(context, {.type = ElementType::u32, .kind = ScanKind::exclusive});
///     scan->record(recorder, {.values = counts, .results = offsets, .scratch = scratch, .count = n});
///
/// All methods and all runs give the same results, except for f32 and f64 sums. The order of their additions depends on
/// the method and the device. With the method look-back it also depends on the run; ScanOptions::reproducible excludes
/// look-back.
///
/// vkalgo records the dispatches and the barriers between them; with look-back, it first records a fill of scratch. The
/// caller does what Recorder requires, creates the buffers with kUsage and the scratch with the usage of its
/// ScratchNeed, and keeps the buffers and this object until the fence is signalled. The caller either reports its own
/// accesses to the recorder with `assume` and `hand_over`, or records its own barriers before and after, for the
/// accesses that access() returns.
class Scan {
public:
    /// Takes the kernels that these options may need on this device from the context's cache. Errors: those of
    /// plan_scan and Context::kernel.
    static Result<Scan> create(Context& context, const ScanOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_scan.
    static Result<ScratchNeed> scratch(const ScanParams& params, const DeviceProfile& profile);

    /// The buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns the options passed to create().
    const ScanOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments, by recording without a command buffer. Errors: those of
    /// record.
    Result<ScanAccess> access(const ScanArguments& arguments) const;

    /// Records the whole scan. Thread-safe. Does not submit, wait or allocate device memory. Errors: those of
    /// plan_scan; invalid_argument for a view that is missing, too small, badly aligned or that overlaps another, for
    /// more than 2^32 - 1 elements with a count on the device, for a recorder of another context than the scan was
    /// created for, or for a scan that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const ScanArguments& arguments) const;

private:
    friend Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

    static Result<Scan> create(Context& context, const ScanOptions& options, std::shared_ptr<const ScanTuning> tuning);
    Result<ScanPlan> plan(std::uint64_t count) const;
    /// Returns the plan for `count` elements: the kept one, or a new one.
    Result<std::shared_ptr<const ScanPlan>> kept_plan(std::uint64_t count) const;

    struct Plans;
    struct MethodKernels {
        const ScanMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };
    Context* context_ = nullptr;
    ScanOptions options_;
    /// The caller's own tuning. Null: each plan takes the tuning of its method.
    std::shared_ptr<const ScanTuning> tuning_;
    std::shared_ptr<Plans> plans_;
    std::vector<MethodKernels> methods_;
};

}  // namespace vkalgo

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

/// What is written (`results`, `total`, `scratch`) shares no byte with anything else here, except that `results` may be
/// `values` itself.
struct ScanArguments {
    /// `count` elements of the type of the options, packed. Offset: a multiple of 16 and of storage_offset_alignment.
    /// May be null if count is 0.
    BufferView values;
    /// As many elements, the same rules; the very bytes of `values` or none of them.
    BufferView results;
    /// With ScanOptions::segmented: a bit per element, scan_heads_bytes(count) bytes. Bit i % 32 of word i / 32 is set
    /// where a segment begins at element i; element 0 begins one in any case. Offset: a multiple of
    /// storage_offset_alignment.
    BufferView heads = {};
    /// As many bytes as Scan::scratch says; may be null if that is 0. Offset: a multiple of storage_offset_alignment.
    BufferView scratch = {};
    /// elements
    std::uint64_t count = 0;
    /// A uint32 on the device that says how many elements there are; `count` is then the most there may be, and results
    /// beyond the elements are left as they are. Optional. Offset: a multiple of 4.
    BufferView count_buffer = {};
    /// Optional: one element, the sum of all; with segments of the last one. The operator's identity if there are none.
    /// Offset: a multiple of 4.
    BufferView total = {};
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct ScanAccess {
    ArgumentAccess values;
    ArgumentAccess results;
    ArgumentAccess heads;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
    ArgumentAccess total;
};

/// Prefix sums: result i is the sum of the elements up to i, or before i; "sum" is what ScanOptions::op makes of them.
/// The operator's identity begins an exclusive scan: 0; for min the greatest value, for max the least (f32: the
/// infinities).
///
///     auto scan = Scan::create(context, {.type = ElementType::u32, .kind = ScanKind::exclusive});
///     scan->record(recorder, {.values = counts, .results = offsets, .scratch = scratch, .count = n});
///
/// The results are the same by every method and at every run, but for f32 sums, whose order of additions follows the
/// method, the device and, for the method look-back, the run (ScanOptions::reproducible leaves that one out).
///
/// vkalgo does: record a fill of scratch, dispatches and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class Scan {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_scan and Context::kernel.
    static Result<Scan> create(Context& context, const ScanOptions& options);

    /// Bytes needed besides the arguments. Errors: those of plan_scan.
    static Result<ScratchNeed> scratch(const ScanParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// As given to create().
    const ScanOptions& options() const { return options_; }

    /// How `record` would touch these arguments, found out by recording without a command buffer. Errors: those of
    /// record.
    Result<ScanAccess> access(const ScanArguments& arguments) const;

    /// Records the whole scan. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_scan; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for more than 2^32 - 1 elements with a count on the device, for a recorder of another context
    /// than the scan was created for or a scan that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const ScanArguments& arguments) const;

private:
    friend Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning);

    static Result<Scan> create(Context& context, const ScanOptions& options, std::shared_ptr<const ScanTuning> tuning);
    Result<ScanPlan> plan(std::uint64_t count) const;
    /// Made for the first recording of so many elements.
    Result<std::shared_ptr<const ScanPlan>> kept_plan(std::uint64_t count) const;

    struct Plans;
    struct MethodKernels {
        const ScanMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };
    Context* context_ = nullptr;
    ScanOptions options_;
    /// none: that of the method which a plan takes
    std::shared_ptr<const ScanTuning> tuning_;
    std::shared_ptr<Plans> plans_;
    std::vector<MethodKernels> methods_;
};

}  // namespace vkalgo

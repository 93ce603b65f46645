#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "histogram_plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;

/// `counts` and `scratch` must not share a byte with each other or with any other argument. Offsets: multiples of
/// storage_offset_alignment, except that of count_buffer.
struct HistogramArguments {
    /// Values of the options' type, packed or in rows. Offset: also a multiple of 16. Size: at least plan.values_bytes.
    /// May be null if count is 0.
    BufferView values;
    /// The result: plan.counters uint32 per histogram. These are the counters of bins 0 to bins - 1, then the number of
    /// values outside the range and, for floating-point types, the number of NaN among them. With weights, or if
    /// options.counters is 64, each counter has 64 bits, the low word first. With weights it is a sum; with weights of
    /// f32 it holds the bits of an f64.
    BufferView counts;
    /// At least the bytes that Histogram::scratch returns; may be null if that is 0.
    BufferView scratch = {};
    /// The number of pixels (that is, of values if a pixel has one channel), at most 2^32 - 1. Ignored if the options
    /// have rows.
    std::uint64_t count = 0;
    /// A uint32 on the device with the number of pixels, at any offset that is a multiple of 4 (for example the
    /// instanceCount of a draw); `count` is then the upper limit. Optional; must be null if the options have rows.
    BufferView count_buffer = {};
    /// Adds to what `counts` holds instead of clearing it first. With weights of f32, an f64 in `counts` is the sum of
    /// earlier recordings. It becomes one of the summands of the exact sum, which is rounded once.
    bool add_to_counts = false;
    /// If the options have edges: edge_words(rule()).
    BufferView edges = {};
    /// If the options have segments: segments + 1 ascending uint32. Segment s is the values from offset s up to, not
    /// including, offset s + 1. Values before the first offset or from the last offset on belong to no segment.
    BufferView offsets = {};
    /// If the options have weights: one weight per counted pixel, packed, row by row.
    BufferView weights = {};
    /// The region to count, if the options have rows.
    HistogramRows rows = {};
    /// If an input with segments is counted in parts: the number of pixels of the whole input that come before this
    /// part, because offsets count from the start of the whole input. first + count must be below 2^32.
    std::uint32_t first = 0;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct HistogramAccess {
    ArgumentAccess values;
    ArgumentAccess counts;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
    ArgumentAccess edges;
    ArgumentAccess offsets;
    ArgumentAccess weights;
};

/// Counts how many values fall into each bin; bins have equal width or lie between edges. bin_rule.hpp defines which
/// value belongs to which bin. The counts are exact for every input and equal for all methods, as long as no counter
/// exceeds 2^32 - 1 (with add_to_counts the caller must ensure that, or ask for 64-bit counters). For values in the
/// host's memory see histogram_call.hpp, for texels of an image see image_histogram.hpp.
///
///     auto histogram = Histogram::create(context, {.type = ElementType::u8});
///     histogram->record(recorder, {.values = image, .counts = counts, .count = width * height});
///
/// vkalgo records a fill of `counts` (unless add_to_counts is set), fills of tables in scratch, dispatches and the
/// barriers between them. The caller does everything that Recorder requires, creates the buffers with kInputUsage and
/// kCountsUsage, and keeps the buffers and this object until the fence is signalled. The caller reports its own
/// accesses to the recorder by `assume` and `hand_over`, or records its own barriers before and after, for the accesses
/// that access() returns.
class Histogram {
public:
    /// Takes the kernels that these options may need on this device from the context's cache, which makes them at their
    /// first use. Errors: those of plan_histogram and Context::kernel.
    static Result<Histogram> create(Context& context, const HistogramOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_histogram.
    static Result<ScratchNeed> scratch(const HistogramParams& params, const DeviceProfile& profile);

    /// Buffer usage that `values` and all other read-only arguments need, and buffer usage that `counts` needs.
    static constexpr VkBufferUsageFlags kInputUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns the options given to create().
    const HistogramOptions& options() const { return options_; }
    /// Returns the rule that gives the bin of a value.
    const BinRule& rule() const { return rule_; }

    /// Returns how `record` would access these arguments; to find out, it records without a command buffer. Errors:
    /// those of record.
    Result<HistogramAccess> access(const HistogramArguments& arguments) const;

    /// Records the whole count. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_histogram; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, for a
    /// count_buffer if the options have rows, for a recorder of another context, and for a histogram that was never
    /// created; too_large (first + count above 2^32 - 1 with segments); those of the recorder.
    Result<void> record(Recorder& recorder, const HistogramArguments& arguments) const;

private:
    struct Plans;
    /// Returns the plan for these arguments: the kept one, or a new one.
    Result<std::shared_ptr<const HistogramPlan>> plan(const HistogramArguments& arguments) const;

    struct MethodKernels {
        const HistogramMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };

    /// Records the dispatches of the method. The method counts into counters of its own width and uses `scratch_bytes`
    /// of scratch.
    void record_method(Recorder& recorder, const HistogramArguments& arguments, const HistogramPlan& plan,
                       const BufferView& counts, std::uint64_t scratch_bytes) const;

    Context* context_ = nullptr;
    HistogramOptions options_;
    BinRule rule_;
    std::shared_ptr<Plans> plans_;
    std::vector<MethodKernels> methods_;
    /// The kernel that converts the plan's table to the result; null if the plan has no table.
    std::shared_ptr<const Kernel> convert_;
    std::uint32_t convert_threads_ = 0;
};

}  // namespace vkalgo

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

/// `counts` and `scratch` share no byte with each other or with anything else here.
struct HistogramArguments {
    /// Values of the type of the options, packed, or rows of them. Offset: a multiple of 16 and of
    /// storage_offset_alignment; size: at least plan.values_bytes. May be null if count is 0.
    BufferView values;
    /// The result: for each histogram plan.counters uint32, the counters of bins 0 to bins - 1, then how many values
    /// lay outside the range and, for floating-point types, how many of these were NaN. With weights each is a sum of
    /// 64 bits, the low word first, and so is each counter where options.counters is 64; with weights of f32 it is the
    /// bits of an f64.
    BufferView counts;
    /// As many bytes as Histogram::scratch says; may be null if that is 0.
    BufferView scratch = {};
    /// pixels (values, where they have one channel), at most 2^32 - 1; without meaning for options with rows
    std::uint64_t count = 0;
    /// A uint32 on the device that says how many values there are, at any multiple of 4 (the instanceCount of a draw,
    /// say); `count` is then the most there may be. Optional; none for options with rows.
    BufferView count_buffer = {};
    /// Adds to what `counts` holds instead of clearing it first. An f64 there is a sum of earlier recordings, and
    /// one of the numbers whose sum is rounded once.
    bool add_to_counts = false;
    /// edge_words(rule()), where the options have edges. Offset: a multiple of storage_offset_alignment.
    BufferView edges = {};
    /// Where the options have segments: segments + 1 ascending uint32. Segment s is the values from offset s up to, not
    /// including, offset s + 1; values before the first offset or from the last one on belong to none.
    BufferView offsets = {};
    /// Where the options have weights: one for each pixel that is counted, packed, row by row.
    BufferView weights = {};
    /// where the options have rows
    HistogramRows rows = {};
    /// Pixels before these, where an input with segments is counted part by part: offsets count from its beginning.
    /// With `count` below 2^32.
    std::uint32_t first = 0;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct HistogramAccess {
    ArgumentAccess values;
    ArgumentAccess counts;
    ArgumentAccess scratch;
    ArgumentAccess count_buffer;
    ArgumentAccess edges;
    ArgumentAccess offsets;
    ArgumentAccess weights;
};

/// Counts how many values fall into each bin, of even width or between edges; bin_rule.hpp says which value belongs
/// where. Exact for every input and the same by every method, as long as no counter passes 2^32 - 1 (with add_to_counts
/// the caller sees to that, or asks for counters of 64 bits). Values in the host's memory are counted by
/// histogram_call.hpp, texels of an image by image_histogram.hpp.
///
///     auto histogram = Histogram::create(context, {.type = ElementType::u8});
///     histogram->record(recorder, {.values = image, .counts = counts, .count = width * height});
///
/// vkalgo does: record a fill of `counts` (and of scratch), dispatches and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kInputUsage and kCountsUsage; tell
/// the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers from them to access() and
/// back; keep buffers and this object until the fence.
class Histogram {
public:
    /// Takes the kernels that these options may need on this device from the context's cache, made at their first use.
    /// Errors: those of plan_histogram and Context::kernel.
    static Result<Histogram> create(Context& context, const HistogramOptions& options);

    /// Bytes needed besides the arguments. Errors: those of plan_histogram.
    static Result<ScratchNeed> scratch(const HistogramParams& params, const DeviceProfile& profile);

    /// Buffer usage that `values` and all else that is only read need, and that `counts` needs.
    static constexpr VkBufferUsageFlags kInputUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    static constexpr VkBufferUsageFlags kCountsUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// As given to create().
    const HistogramOptions& options() const { return options_; }
    /// How a value finds its bin.
    const BinRule& rule() const { return rule_; }

    /// How `record` would touch these arguments, found out by recording without a command buffer. Errors: those of
    /// record.
    Result<HistogramAccess> access(const HistogramArguments& arguments) const;

    /// Records the whole count. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_histogram; invalid_argument for a view that is too small or badly aligned or overlaps
    /// another, and for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const HistogramArguments& arguments) const;

private:
    struct Plans;
    /// Made for the first recording of so many values.
    Result<std::shared_ptr<const HistogramPlan>> plan(const HistogramArguments& arguments) const;

    struct MethodKernels {
        const HistogramMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };

    /// What the method records, into counters of its own width, with `scratch_bytes` of scratch.
    void record_method(Recorder& recorder, const HistogramArguments& arguments, const HistogramPlan& plan,
                       const BufferView& counts, std::uint64_t scratch_bytes) const;

    Context* context_ = nullptr;
    HistogramOptions options_;
    BinRule rule_;
    std::shared_ptr<Plans> plans_;
    std::vector<MethodKernels> methods_;
    /// Makes the result of the table, where the plan has one; else null.
    std::shared_ptr<const Kernel> convert_;
    std::uint32_t convert_threads_ = 0;
};

}  // namespace vkalgo

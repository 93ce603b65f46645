#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "bin_rule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo {

struct HistogramMethod;

/// What a pixel adds to its bin: 1, or its weight.
enum class HistogramWeights : std::uint8_t { none, u32, f32 };

/// A region of pixels in rows, for example of an image in a buffer. A pixel is HistogramOptions::channels neighbouring
/// values.
struct HistogramRows {
    /// The number of counted pixels per row, and the number of rows.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Bytes from the start of a row to the start of the next, a multiple of the value's size; 0: x + width pixels.
    std::uint64_t stride = 0;
    /// The column and the row of the region's first pixel, from 0.
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    bool operator==(const HistogramRows&) const = default;
};

/// What is counted, and into which bins.
struct HistogramOptions {
    ElementType type = ElementType::u16;
    /// The number of bins: 1 to kMaxHistogramBins; 0: default_bins(type).
    std::uint32_t bins = 0;
    /// The range of the bins; if not set: whole_range(type).
    std::optional<HistogramRange> range = {};
    /// The name of one of histogram_methods() ("two-kernel", "atomic", "copies", "packed", "ranges", "global",
    /// "general"), or "auto": the fastest of them for the bins, count and device.
    std::string method = "auto";
    /// The number of chunks of a full window (`two-kernel`: of sections of each window), 1 to 65,535; 0: chosen by the
    /// plan. Rounding may give fewer chunks, and the loop budget of a device may require more.
    std::uint32_t blocks = 0;
    /// Invocations of a workgroup: from 1 to the smaller of profile.max_workgroup_invocations and
    /// profile.max_workgroup_size[0]; 0: chosen by the plan.
    std::uint32_t threads = 0;
    /// Bytes that scratch may take; 0: half the device's memory. The tables of packed and two-kernel stay within it.
    std::uint64_t max_scratch = 0;
    /// If not empty: the edges of the bins, instead of `bins` and `range`. BinRule defines which value belongs to which
    /// bin.
    std::vector<ExactNumber> edges = {};
    /// Interleaved values of a pixel, 1 to 4. Each counted channel has a histogram of its own, in the order of the
    /// channels.
    std::uint32_t channels = 1;
    /// Bit c is set if channel c is counted. 0: all channels are counted.
    std::uint32_t counted_channels = 0;
    /// Pixels lie in rows, and a region of them is counted (HistogramParams::rows).
    bool rows = false;
    /// The number of histograms, each of a range of neighbouring pixels given by offsets (HistogramArguments::offsets);
    /// 0: one histogram of all pixels. Requires one channel and no rows.
    std::uint32_t segments = 0;
    /// `u32`: counters are 64-bit sums. `f32`: counters are f64, on any device. Each is the exact sum of a recording's
    /// weights, rounded once to the nearest, so the order of pixels does not matter. An empty sum is 0. A sum is NaN if
    /// a weight is NaN or if there are infinite weights of both signs; it is infinite if there are infinite weights of
    /// one sign.
    HistogramWeights weights = HistogramWeights::none;
    /// Bits of a counter, 32 or 64. With 64, the values of any number of recordings can be added up (add_to_counts). A
    /// recording then takes scratch for 32-bit counters, which a last dispatch adds to the 64-bit counters. Sums of
    /// weights always have 64 bits; for weights of f32 a recording takes 44 bytes of scratch per counter.
    std::uint32_t counters = 32;
};

/// Returns the number of histograms: of counted channels or of segments.
std::uint32_t histograms_of(const HistogramOptions& options);

/// Returns true if every method can count with these options: one histogram of a list, with even bins and without
/// weights.
bool is_plain(const HistogramOptions& options);

/// Returns the bin rule of these options. Errors: those of make_bin_rule; invalid_argument (edges together with a range
/// or with another number of bins).
Result<BinRule> rule_of(const HistogramOptions& options);

/// The input of a plan: the options, and the size of the input.
struct HistogramParams {
    HistogramOptions options;
    /// The number of pixels (that is, of values if a pixel has one channel), at most 2^32 - 1. Ignored with
    /// options.rows; `rows` then gives the number.
    std::uint64_t count = 0;
    /// The region, with options.rows.
    HistogramRows rows = {};
};

/// The plan of what `record` will do; it determines every dispatch.
struct HistogramPlan {
    BinRule rule;
    /// The method; never null in a plan that plan_histogram made.
    const HistogramMethod* method = nullptr;
    std::uint64_t count = 0;
    /// Invocations of a workgroup.
    std::uint32_t threads = 0;
    /// Whether neighbouring values of the same bin are counted by one addition.
    bool merge = false;
    /// 32-bit words of shared memory for counters.
    std::uint32_t shared_words = 0;
    /// `copies`, `general`: counters per bin in shared memory; 0 if `general` counts in global memory.
    std::uint32_t copies = 1;
    /// `packed`: counters per word of shared memory.
    std::uint32_t fields = 1;
    /// `ranges`: workgroups per chunk.
    std::uint32_t ranges = 1;
    /// `ranges`: vectors that an invocation reads between two checks of the counters.
    std::uint32_t interval = 0;
    /// `general`: all edges are in shared memory.
    bool shared_edges = false;
    /// `general`: histograms whose counters are in shared memory together.
    std::uint32_t shared_histograms = 1;
    /// The rows, with the stride filled in.
    HistogramRows rows;

    /// The largest number of pixels whose values and weights each fit one binding; larger inputs are counted window by
    /// window.
    std::uint64_t window_values = 0;
    std::uint64_t windows = 0;

    /// Chunks of a full window; 0 for a method without chunks.
    std::uint32_t chunks = 0;
    /// Vectors of 16 bytes in a chunk.
    std::uint32_t vectors_per_chunk = 0;
    /// `general`: pixels per chunk.
    std::uint32_t pixels_per_chunk = 0;

    /// `two-kernel`: sections of each window; 0 for other methods.
    std::uint32_t blocks = 0;
    /// `two-kernel`: sections whose tables are in memory together.
    std::uint32_t blocks_at_once = 0;
    /// `two-kernel`: 32-bit words, or 64-bit values, that one dispatch counts of each section.
    std::uint32_t units_per_dispatch = 0;
    /// Reads per value that count towards HistogramTuning::part_reads: `threads` for two-kernel, 1 for other methods,
    /// even for `ranges`, whose workgroups read each value `ranges` times, mostly from the cache.
    std::uint32_t reads_per_value = 1;

    std::uint32_t histograms = 1;
    /// Counters per histogram: bins + 1, and one more for floating-point types.
    std::uint32_t counters = 0;
    /// 4, or 8 for sums and for 64-bit options.counters.
    std::uint32_t counter_bytes = 4;
    /// Bytes of the result: histograms * counters * counter_bytes.
    std::uint64_t counts_bytes = 0;
    /// Bytes of HistogramArguments::values.
    std::uint64_t values_bytes = 0;
    /// Bytes that the method's own tables may take.
    std::uint64_t scratch_room = 0;
    /// Bytes of HistogramArguments::edges; 0 without options.edges.
    std::uint64_t edges_bytes = 0;
    /// Bytes of scratch: the own tables of packed and two-kernel (the other methods have none), then table_bytes.
    std::uint64_t scratch_bytes = 0;
    /// The part of scratch_bytes for 32-bit counters that are added to 64-bit counters, or for exact sums that become
    /// f64; 0 if the method's counters are the result. It lies after the method's own scratch.
    std::uint64_t table_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch. The last test of a loop, which
    /// ends it, counts as an iteration.
    std::uint64_t loop_iterations = 0;
};

/// Plans a histogram; a pure function of its arguments that needs no device. Errors: those of rule_of; invalid_argument
/// (an unknown method; a method that counts only plain lists, for other options; channels, segments or rows that
/// exclude each other; blocks, threads, counters or a stride out of bounds; count above 2^32 - 1); unsupported (f64
/// with even bins on a device without 64-bit floating point); too_large (the result does not fit one storage buffer;
/// its table does not fit max_scratch; the chosen method does not fit the shared memory or the loop budget of the
/// device).
Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile);

/// Plans a histogram whose rule is already made from the options, for a caller that plans with these options often.
Result<HistogramPlan> plan_histogram(const HistogramOptions& options, std::uint64_t count, const HistogramRows& rows,
                                     const BinRule& rule, const DeviceProfile& profile);

/// Returns the methods that plans of these options may name, for any count: one or more for "auto", none for an unknown
/// name.
std::vector<const HistogramMethod*> histogram_candidates(const HistogramOptions& options, const DeviceProfile& profile);

/// Returns the bytes of a buffer that holds `count` values and that kernels can read in whole 32-bit words: rounded up
/// to 4.
std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count);

}  // namespace vkalgo

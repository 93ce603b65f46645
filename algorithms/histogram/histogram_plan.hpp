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

/// What a value adds to its bin: 1, or a weight of its pixel's.
enum class HistogramWeights : std::uint8_t { none, u32, f32 };

/// A region of pixels in rows: of an image in a buffer, say. A pixel is HistogramOptions::channels neighbouring values.
struct HistogramRows {
    /// pixels of each row, and rows, that are counted
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Bytes from the beginning of a row to that of the next, a multiple of the value's; 0: x + width pixels.
    std::uint64_t stride = 0;
    /// the region's first pixel and row
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    bool operator==(const HistogramRows&) const = default;
};

/// What is counted, into which bins.
struct HistogramOptions {
    ElementType type = ElementType::u16;
    /// 1 to kMaxHistogramBins; 0: default_bins(type)
    std::uint32_t bins = 0;
    /// none: whole_range(type)
    std::optional<HistogramRange> range = {};
    /// The name of one of histogram_methods() ("two-kernel", "atomic", "copies", "packed", "ranges", "global",
    /// "general"); "auto": the fastest of them by bins, count and device.
    std::string method = "auto";
    /// 0: chosen. two-kernel: sections of the input; else chunks; 1 to 65,535
    std::uint32_t blocks = 0;
    /// 0: chosen. Invocations of a workgroup; 1 to profile.max_workgroup_invocations
    std::uint32_t threads = 0;
    /// bytes that scratch may take; 0: half the device's memory. The tables of packed and two-kernel keep within it.
    std::uint64_t max_scratch = 0;
    /// Not empty: the edges of the bins, in place of `bins` and `range`; BinRule says which value belongs where.
    std::vector<ExactNumber> edges = {};
    /// Interleaved values of a pixel, 1 to 4. Each channel that is counted has a histogram of its own, in their order.
    std::uint32_t channels = 1;
    /// bit c: channel c is counted; 0: all of them
    std::uint32_t counted_channels = 0;
    /// Pixels lie in rows, of which a region is counted (HistogramParams::rows).
    bool rows = false;
    /// So many histograms, each of neighbouring pixels, by offsets (HistogramArguments::offsets); 0: one of all. Of one
    /// channel, without rows.
    std::uint32_t segments = 0;
    /// u32: counters are sums of 64 bits. f32: they are f64, on any device: the exact sum of a recording's weights,
    /// rounded once to the nearest, so that the order of pixels does not matter. A sum of nothing is 0. A weight that
    /// is NaN, or infinite ones of both signs, make NaN of it, other infinite ones infinity.
    HistogramWeights weights = HistogramWeights::none;
    /// Bits of a counter, 32 or 64: with 64, values of any number of recordings add up (add_to_counts). A recording
    /// then takes scratch for counters of 32 bits, which a last dispatch adds to those of 64. Sums of weights have 64;
    /// of f32 a recording takes 44 bytes of scratch per counter.
    std::uint32_t counters = 32;
};

/// How many histograms there are: of channels or segments.
std::uint32_t histograms_of(const HistogramOptions& options);

/// Whether any method counts this: one histogram of a list, by even bins, each value for 1.
bool is_plain(const HistogramOptions& options);

/// How values find their bins by these options. Errors: those of make_bin_rule; invalid_argument (edges beside a range
/// or another number of bins).
Result<BinRule> rule_of(const HistogramOptions& options);

/// What a plan is made from, beyond the options.
struct HistogramParams {
    HistogramOptions options;
    /// pixels (values, where they have one channel), at most 2^32 - 1; with options.rows the number follows from these
    std::uint64_t count = 0;
    /// with options.rows
    HistogramRows rows = {};
};

/// What `record` will do: everything it dispatches follows from this.
struct HistogramPlan {
    BinRule rule;
    /// never null after plan_histogram
    const HistogramMethod* method = nullptr;
    std::uint64_t count = 0;
    /// of a workgroup
    std::uint32_t threads = 0;
    /// neighbours of one bin are counted by one addition
    bool merge = false;
    /// counters in shared memory, 32-bit words
    std::uint32_t shared_words = 0;
    /// copies: counters per bin
    std::uint32_t copies = 1;
    /// packed: counters per word of shared memory
    std::uint32_t fields = 1;
    /// ranges: workgroups per chunk
    std::uint32_t ranges = 1;
    /// ranges: vectors that an invocation reads between two looks at the counters
    std::uint32_t interval = 0;
    /// general: all edges are in shared memory
    bool shared_edges = false;
    /// general: histograms whose counters are there together
    std::uint32_t shared_histograms = 1;
    /// the stride filled in
    HistogramRows rows;

    /// A storage buffer binds at most so many pixels; larger inputs are counted window by window.
    std::uint64_t window_values = 0;
    std::uint64_t windows = 0;

    /// of a full window; 0 for a method that has no chunks
    std::uint32_t chunks = 0;
    /// 16 bytes each
    std::uint32_t vectors_per_chunk = 0;
    /// general
    std::uint32_t pixels_per_chunk = 0;

    /// two-kernel: sections of each window; 0 for the others
    std::uint32_t blocks = 0;
    /// two-kernel: those whose tables are in memory together
    std::uint32_t blocks_at_once = 0;
    /// two-kernel: 32-bit words, or 64-bit values, of each section
    std::uint32_t units_per_dispatch = 0;
    /// invocations that read each value: two-kernel's threads; 1 for the others
    std::uint32_t reads_per_value = 1;

    std::uint32_t histograms = 1;
    /// of each: bins + 1, and one more for floating-point types
    std::uint32_t counters = 0;
    /// 4, or 8 for sums and for options.counters of 64
    std::uint32_t counter_bytes = 4;
    /// of the result: histograms * counters * counter_bytes
    std::uint64_t counts_bytes = 0;
    /// of HistogramArguments::values
    std::uint64_t values_bytes = 0;
    /// bytes that tables of the method's own may take
    std::uint64_t scratch_room = 0;
    /// of HistogramArguments::edges; 0 but for options.edges
    std::uint64_t edges_bytes = 0;
    /// 0 for all methods but packed and two-kernel, unless counters of 32 bits or sums of f32 are counted for others
    std::uint64_t scratch_bytes = 0;
    /// Of it, counters of 32 bits that are added to those of 64, or exact sums that become f64; they lie behind what
    /// the method needs.
    std::uint64_t table_bytes = 0;
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, each loop's last test included.
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments: needs no device. Errors: those of rule_of; invalid_argument (an unknown method,
/// one that counts plain lists alone, channels, segments or rows that do not go together, blocks, threads beyond their
/// bounds, count beyond 2^32 - 1); unsupported (f64 by even bins on a device without 64-bit floating point); too_large
/// (the result does not fit one storage buffer, or what becomes it max_scratch; the method wanted does not fit shared
/// memory or the loops of the device).
Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile);

/// The same with the rule already made from the options: what a caller does who plans the same options often.
Result<HistogramPlan> plan_histogram(const HistogramOptions& options, std::uint64_t count, const HistogramRows& rows,
                                     const BinRule& rule, const DeviceProfile& profile);

/// The methods that plans of these options may name, whatever the count: more than one for "auto"; none for an unknown
/// name.
std::vector<const HistogramMethod*> histogram_candidates(const HistogramOptions& options, const DeviceProfile& profile);

/// Bytes of a buffer that holds `count` values so that kernels can read whole 32-bit words: rounded up to 4.
std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count);

}  // namespace vkalgo

#pragma once

#include <vkalgo/engine/device_profile.hpp>
#include <vkalgo/engine/result.hpp>
#include <vkalgo/histogram/bin_rule.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo {

/// How to count. `automatic` picks one of the last three by bins, count and device.
enum class HistogramMethod : std::uint8_t {
    automatic,
    two_kernel,  ///< the student report's: a table a block without atomics, then the tables added one after another
    atomic,      ///< one global atomic a value: the naive baseline
    copies,      ///< several 32-bit counters a bin in shared memory; needs bins <= shared memory / 4 or so
    ranges,      ///< packed 16-bit counters in shared memory, several workgroups share a chunk
    global,      ///< global atomics, neighbours of one bin merged first
};

/// "auto", "two-kernel", "atomic", "copies", "ranges", "global".
const char* to_string(HistogramMethod method);

struct HistogramOptions {
    HistogramElement type = HistogramElement::u16;
    std::uint32_t bins = 0;               ///< 1 to kMaxHistogramBins; 0: default_bins(type)
    std::optional<HistogramRange> range;  ///< none: whole_range(type)
    HistogramMethod method = HistogramMethod::automatic;
    std::uint32_t blocks = 0;       ///< 0: chosen. two_kernel: sections of the input; else chunks; 1 to 65,535
    std::uint32_t threads = 0;      ///< 0: chosen. Invocations of a workgroup; 1 to profile.max_workgroup_invocations
    std::uint64_t max_scratch = 0;  ///< bytes that two_kernel's tables may take; 0: half the device's memory
};

struct HistogramParams {
    HistogramOptions options;
    std::uint64_t count = 0;  ///< values, at most 2^32 - 1
};

/// What `record` will do: everything it dispatches follows from this.
struct HistogramPlan {
    BinRule rule;
    HistogramMethod method = HistogramMethod::global;  ///< never automatic
    std::uint64_t count = 0;
    std::uint32_t threads = 0;       ///< of a workgroup
    bool merge = false;              ///< neighbours of one bin are counted by one addition
    std::uint32_t shared_words = 0;  ///< counters in shared memory, 32-bit words
    std::uint32_t copies = 1;        ///< copies: counters a bin
    std::uint32_t ranges = 1;        ///< ranges: workgroups a chunk
    std::uint32_t interval = 0;      ///< ranges: vectors an invocation reads between two looks at the counters

    /// A storage buffer binds at most so many values; larger inputs are counted window by window.
    std::uint64_t window_values = 0;
    std::uint64_t windows = 0;

    std::uint32_t chunks = 0;             ///< of a full window (not two_kernel)
    std::uint32_t vectors_per_chunk = 0;  ///< 16 bytes each

    std::uint32_t blocks = 0;              ///< two_kernel: sections of each window
    std::uint32_t blocks_at_once = 0;      ///< two_kernel: those whose tables are in memory together
    std::uint32_t words_per_dispatch = 0;  ///< two_kernel: of each section

    std::uint64_t counts_bytes = 0;   ///< of the result: (bins + 1) * 4
    std::uint64_t scratch_bytes = 0;  ///< 0 for all methods but two_kernel
    std::uint64_t dispatches = 0;
    /// Loop iterations of the busiest invocation in one dispatch, each loop's last test included.
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments: needs no device.
/// Errors: those of make_bin_rule; invalid_argument (blocks, threads beyond their bounds, count beyond 2^32 - 1); too_large
/// (the result does not fit one storage buffer; the method wanted does not fit shared memory or the loops of the device).
Result<HistogramPlan> plan_histogram(const HistogramParams& params, const DeviceProfile& profile);

/// The methods that plans of these options may name, whatever the count: more than one for `automatic`.
std::vector<HistogramMethod> histogram_methods(const HistogramOptions& options, const DeviceProfile& profile);

/// Bytes of a buffer that holds `count` values so that kernels can read whole 32-bit words: rounded up to 4.
std::uint64_t histogram_values_bytes(HistogramElement type, std::uint64_t count);

}  // namespace vkalgo

#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "bin_rule.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo {

/// How to count. `automatic` picks one of the last three by bins, count and device.
enum class HistogramMethod : std::uint8_t {
    automatic,
    /// the student report's: a table a block without atomics, then the tables added one after another
    two_kernel,
    /// one global atomic a value: the naive baseline
    atomic,
    /// several 32-bit counters a bin in shared memory; needs bins <= shared memory / 4 or so
    copies,
    /// packed 16-bit counters in shared memory, several workgroups share a chunk
    ranges,
    /// global atomics, neighbours of one bin merged first
    global,
};

/// "auto", "two-kernel", "atomic", "copies", "ranges", "global".
const char* to_string(HistogramMethod method);

struct HistogramOptions {
    ElementType type = ElementType::u16;
    /// 1 to kMaxHistogramBins; 0: default_bins(type)
    std::uint32_t bins = 0;
    /// none: whole_range(type)
    std::optional<HistogramRange> range;
    HistogramMethod method = HistogramMethod::automatic;
    /// 0: chosen. two_kernel: sections of the input; else chunks; 1 to 65,535
    std::uint32_t blocks = 0;
    /// 0: chosen. Invocations of a workgroup; 1 to profile.max_workgroup_invocations
    std::uint32_t threads = 0;
    /// bytes that two_kernel's tables may take; 0: half the device's memory
    std::uint64_t max_scratch = 0;
};

struct HistogramParams {
    HistogramOptions options;
    /// values, at most 2^32 - 1
    std::uint64_t count = 0;
};

/// What `record` will do: everything it dispatches follows from this.
struct HistogramPlan {
    BinRule rule;
    /// never automatic
    HistogramMethod method = HistogramMethod::global;
    std::uint64_t count = 0;
    /// of a workgroup
    std::uint32_t threads = 0;
    /// neighbours of one bin are counted by one addition
    bool merge = false;
    /// counters in shared memory, 32-bit words
    std::uint32_t shared_words = 0;
    /// copies: counters a bin
    std::uint32_t copies = 1;
    /// ranges: workgroups a chunk
    std::uint32_t ranges = 1;
    /// ranges: vectors an invocation reads between two looks at the counters
    std::uint32_t interval = 0;

    /// A storage buffer binds at most so many values; larger inputs are counted window by window.
    std::uint64_t window_values = 0;
    std::uint64_t windows = 0;

    /// of a full window (not two_kernel)
    std::uint32_t chunks = 0;
    /// 16 bytes each
    std::uint32_t vectors_per_chunk = 0;

    /// two_kernel: sections of each window
    std::uint32_t blocks = 0;
    /// two_kernel: those whose tables are in memory together
    std::uint32_t blocks_at_once = 0;
    /// two_kernel: of each section
    std::uint32_t words_per_dispatch = 0;

    /// of the result: (bins + 1) * 4
    std::uint64_t counts_bytes = 0;
    /// 0 for all methods but two_kernel
    std::uint64_t scratch_bytes = 0;
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
std::uint64_t histogram_values_bytes(ElementType type, std::uint64_t count);

}  // namespace vkalgo

#include "algorithms/histogram/call_options.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_tuning.hpp"

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

/// The fewest pixels of a part that are worth a submission.
constexpr std::uint64_t kLeastPart = 4096;

/// Sets the sizes of all buffers for parts of `values` pixels, without the method's own scratch.
void size_buffers(HistogramCallPlan& call, const HistogramOptions& options, std::uint64_t values) {
    const std::uint64_t value_bytes =
        Buffer::rounded(histogram_values_bytes(call.plan.rule.type, values * options.channels));
    const std::uint64_t weight_bytes = options.weights == HistogramWeights::none ? 0 : Buffer::rounded(values * 4);
    call.part_values = values;
    call.values_bytes = call.parts_at_once * value_bytes;
    call.offsets_bytes = options.segments == 0 ? 0 : Buffer::rounded((std::uint64_t{options.segments} + 1) * 4);
    call.weights_bytes = call.parts_at_once * weight_bytes;
    call.counts_bytes = Buffer::rounded(call.plan.counts_bytes);
    call.edges_bytes = call.plan.edges_bytes == 0 ? 0 : Buffer::rounded(call.plan.edges_bytes);
    call.scratch_bytes = call.plan.table_bytes == 0 ? 0 : Buffer::rounded(call.plan.table_bytes);
    call.staging_bytes = Runner::staging_bytes(
        std::max({value_bytes, call.edges_bytes, call.offsets_bytes, weight_bytes}), call.counts_bytes);
}

/// Returns the largest number of pixels per part, at most `wanted`, for which all buffers together take at most
/// `available` bytes; 0 if none exists. Binary search.
std::uint64_t values_that_fit(HistogramCallPlan call, const HistogramOptions& options, std::uint64_t wanted,
                              std::uint64_t available) {
    std::uint64_t fit = 0;
    std::uint64_t beyond = wanted + 1;
    while (beyond - fit > 1) {
        const std::uint64_t middle = fit + (beyond - fit) / 2;
        size_buffers(call, options, middle);
        (call.total_bytes() <= available ? fit : beyond) = middle;
    }
    return fit;
}

}  // namespace

Result<HistogramCallPlan> plan_histogram_call(const HistogramCallOptions& options, std::optional<std::uint64_t> count,
                                              const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    HistogramOptions own = complete_options(options);
    // Bytes per pixel of the larger buffer: values or weights.
    const std::uint64_t value_bytes =
        std::max<std::uint64_t>(pixel_bytes_of(own), own.weights == HistogramWeights::none ? 0 : 4);
    HistogramCallPlan call;
    VKALGO_TRY(call.plan, plan_histogram({own, 1}, profile));
    const std::uint64_t most_bytes =
        std::min({count ? tuning.part_bytes : tuning.stream_part_bytes, tuning.part_reads / call.plan.reads_per_value,
                  profile.max_allocation / 16 * 16});
    std::uint64_t part = std::min({count.value_or(kMaxCounted), kMaxCounted, most_bytes / value_bytes});
    call.parts_at_once = count && *count <= part ? 1 : 2;
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0) {
        const std::uint64_t wanted = std::max<std::uint64_t>(part, 1);
        std::uint64_t fit = values_that_fit(call, own, wanted, available);
        if (fit < wanted && call.parts_at_once == 1) {
            call.parts_at_once = 2;
            fit = values_that_fit(call, own, wanted, available);
        }
        const std::uint64_t least = std::max<std::uint64_t>(std::min(part, kLeastPart), 1);
        if (fit < least) {
            size_buffers(call, own, least);
            return Error{ErrorCode::too_large,
                         "a histogram of " + std::to_string(call.plan.rule.bins) +
                             (call.plan.rule.bins == 1 ? " bin" : " bins") + " needs at least " +
                             std::to_string(call.total_bytes()) + " bytes of device memory, but only " +
                             std::to_string(available) + " are available",
                         "memory_limit"};
        }
        part = std::min(part, fit);
    }
    if (count && *count > part) {
        // All parts have nearly equal sizes.
        const std::uint64_t parts = divide_up(*count, part);
        part = divide_up(*count, parts);
    }
    size_buffers(call, own, part);
    call.parts = !count ? 0 : part == 0 ? 1 : divide_up(*count, part);
    if (available != 0 && own.max_scratch == 0) {
        // At least 1, since 0 would mean half of the device's memory. With 1 byte, two-kernel has no tables in scratch
        // and counts one block after another.
        const std::uint64_t others = call.total_bytes() - call.scratch_bytes;
        own.max_scratch = std::max<std::uint64_t>((available - others) / 16 * 16, 1);
    }
    VKALGO_TRY(call.plan, plan_histogram({own, part}, profile));
    call.scratch_bytes = call.plan.scratch_bytes == 0 ? 0 : Buffer::rounded(call.plan.scratch_bytes);
    return call;
}

}  // namespace vkalgo

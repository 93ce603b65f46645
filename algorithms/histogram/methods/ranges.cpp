// Method `ranges`: packed 16-bit counters in shared memory, several workgroups per chunk
// (shaders/histogram/count_ranges.glsl).
#include "algorithms/histogram/histogram_method.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/count_ranges.hpp>
#include <vkalgo_spirv/histogram/count_ranges_f64.hpp>
#include <vkalgo_spirv/histogram/count_ranges_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_ranges_plain.hpp>
#include <vkalgo_spirv/histogram/count_ranges_wide.hpp>
#include <vkalgo_spirv/histogram/count_ranges_wide_plain.hpp>

#include <algorithm>

namespace vkalgo {

const HistogramMethod& histogram_method_ranges();

namespace histogram_detail {
namespace {

std::uint64_t ranges_for(std::uint64_t bins, const DeviceProfile& profile) {
    return divide_up(bins, 2 * std::uint64_t{counter_words(profile)});
}

int rank_ranges(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    // Bins whose 32-bit counters fit shared memory need no packing.
    const bool pays = bins > counter_words(profile) && ranges_for(bins, profile) <= tuning.most_ranges;
    return pays && count >= tuning.ranges_pay * bins ? 2 : 0;
}

Result<void> plan_ranges(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.private_threads, profile);
    plan.merge = true;
    plan.ranges = static_cast<std::uint32_t>(ranges_for(plan.rule.bins, profile));
    plan.shared_words = static_cast<std::uint32_t>(divide_up(divide_up(plan.rule.bins, plan.ranges), 2));
    const std::uint64_t safe = 65535 - VKALGO_RANGES_MOVED;
    const std::uint64_t per_vector = std::uint64_t{plan.threads} * (16 / size_of(plan.rule.type));
    plan.interval = static_cast<std::uint32_t>(safe / per_vector);
    if (plan.interval == 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(plan.threads) + " threads are too many for 16-bit counters; use at most " +
                         std::to_string(safe * size_of(plan.rule.type) / 16),
                     "threads"};
    }
    const std::uint64_t look = divide_up(plan.shared_words, plan.threads) + 1;
    return plan_chunks(plan, options,
                       {.most_chunks = tuning.ranges_chunks,
                        .least_values = tuning.ranges_values_per_bin * plan.rule.bins,
                        .counter_iterations = look,
                        .look_iterations = look},
                       profile);
}

std::vector<KernelInfo> ranges_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                       const DeviceProfile& profile) {
    return {choose_variant(VKALGO_HISTOGRAM_VARIANTS(count_ranges), plan, profile,
                           constants_of(plan, plan.threads, plan.ranges))};
}

std::string describe_ranges(const HistogramPlan& plan) {
    return chunks_in_words(plan) + ", each counted by " + std::to_string(plan.ranges) +
           (plan.ranges == 1 ? " workgroup" : " workgroups, one per range of bins,") + " with 16-bit counters in " +
           std::to_string(4 * plan.shared_words) + " bytes of shared memory";
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_ranges() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "ranges",
                                        .span = "histogram ranges",
                                        .summary = "16-bit counters in shared memory, a workgroup per range of bins",
                                        .rank = rank_ranges,
                                        .plan = plan_ranges,
                                        .kernels = ranges_kernels,
                                        .record = record_chunks,
                                        .describe = describe_ranges};
    return method;
}

}  // namespace vkalgo

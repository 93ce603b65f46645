// Method `copies`: several 32-bit counters per bin in shared memory (shaders/histogram/count_copies.glsl).
#include "algorithms/histogram/histogram_method.hpp"
#include <vkalgo_spirv/histogram/count_copies.hpp>
#include <vkalgo_spirv/histogram/count_copies_f64.hpp>
#include <vkalgo_spirv/histogram/count_copies_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_copies_plain.hpp>
#include <vkalgo_spirv/histogram/count_copies_wide.hpp>
#include <vkalgo_spirv/histogram/count_copies_wide_plain.hpp>

#include <algorithm>
#include <bit>

namespace vkalgo {

const HistogramMethod& histogram_method_copies();

namespace histogram_detail {
namespace {

int rank_copies(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) {
    // Clearing and adding up private counters costs about as much as counting copies_pay * bins values.
    return bins <= counter_words(profile) && count >= histogram_tuning(profile).copies_pay * bins ? 3 : 0;
}

Result<void> plan_copies(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    const std::uint32_t words = counter_words(profile);
    if (plan.rule.bins > words) {
        return Error{ErrorCode::too_large,
                     "with the method 'copies', at most " + std::to_string(words) +
                         " bins fit this device's shared memory of " + std::to_string(profile.shared_memory) +
                         " bytes, not " + std::to_string(plan.rule.bins) + "; use fewer bins, or the method 'auto'",
                     "bins"};
    }
    plan.threads = threads_of(options, tuning.private_threads, profile);
    plan.copies = std::min(tuning.most_copies, std::bit_floor(words / plan.rule.bins));
    plan.shared_words = plan.copies * plan.rule.bins;
    plan.merge = plan.copies < tuning.most_copies;
    return plan_chunks(
        plan, options,
        {.most_chunks = tuning.copies_chunks,
         // A chunk must have enough values to pay for adding up all its counters and starting its invocations.
         .least_values = std::max(tuning.copies_values_per_bin * plan.rule.bins,
                                  tuning.copies_least_vectors * plan.threads * 16 / size_of(plan.rule.type)),
         .counter_iterations = divide_up(plan.shared_words, plan.threads) + 1 +
                               divide_up(plan.rule.bins, plan.threads) * (plan.copies + 2) + 1,
         // The kernel counts four vectors per step, in an inner loop, so a vector takes fewer than two iterations.
         .vector_iterations = 2},
        profile);
}

std::vector<KernelInfo> copies_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                       const DeviceProfile& profile) {
    return {choose_variant(VKALGO_HISTOGRAM_VARIANTS(count_copies), plan, profile,
                           constants_of(plan, plan.threads, plan.copies))};
}

std::string describe_copies(const HistogramPlan& plan) {
    return chunks_in_words(plan) + ", " + copies_in_words(plan);
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_copies() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "copies",
                                        .span = "histogram copies",
                                        .summary = "one or several counters per bin in shared memory, for few bins",
                                        .rank = rank_copies,
                                        .plan = plan_copies,
                                        .kernels = copies_kernels,
                                        .record = record_chunks,
                                        .describe = describe_copies};
    return method;
}

}  // namespace vkalgo

// Method `global`: global atomics, neighbours of one bin merged first (shaders/histogram/count_global.glsl): for inputs
// so short or bins so many that private counters would cost more than they save.
#include "algorithms/histogram/histogram_method.hpp"
#include <vkalgo_spirv/histogram/count_global.hpp>
#include <vkalgo_spirv/histogram/count_global_f64.hpp>
#include <vkalgo_spirv/histogram/count_global_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_wide.hpp>
#include <vkalgo_spirv/histogram/count_global_wide_plain.hpp>

namespace vkalgo {

const HistogramMethod& histogram_method_global();

namespace {

using namespace histogram_detail;

int rank(std::uint64_t /*bins*/, std::uint64_t /*count*/, const DeviceProfile& /*profile*/) {
    return 1;
}

Result<void> plan_global(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.global_threads, profile);
    plan.merge = true;
    return plan_chunks(plan, options, {.most_chunks = tuning.global_chunks}, profile);
}

std::vector<HistogramKernel> kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                     const DeviceProfile& profile) {
    return {
        choose_variant(VKALGO_HISTOGRAM_VARIANTS(count_global), plan, profile, constants_of(plan, plan.threads, 1))};
}

std::string describe(const HistogramPlan& plan) {
    return chunks_in_words(plan);
}

}  // namespace

const HistogramMethod& histogram_method_global() {
    static const HistogramMethod method{.name = "global",
                                        .span = "histogram global",
                                        .summary = "global atomics, one for neighbours of one bin",
                                        .rank = rank,
                                        .plan = plan_global,
                                        .kernels = kernels,
                                        .record = record_chunks,
                                        .describe = describe};
    return method;
}

}  // namespace vkalgo

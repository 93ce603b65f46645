// Method `global`: global atomics; neighbouring values of the same bin are merged first
// (shaders/histogram/count_global.glsl). It is for short inputs and for many bins, where private counters would cost
// more than they save.
#include "algorithms/histogram/histogram_method.hpp"
#include <vkalgo_spirv/histogram/count_global.hpp>
#include <vkalgo_spirv/histogram/count_global_f64.hpp>
#include <vkalgo_spirv/histogram/count_global_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_wide.hpp>
#include <vkalgo_spirv/histogram/count_global_wide_plain.hpp>

namespace vkalgo {

const HistogramMethod& histogram_method_global();

namespace histogram_detail {
namespace {

int rank_global(std::uint64_t /*bins*/, std::uint64_t /*count*/, const DeviceProfile& /*profile*/) {
    return 1;
}

Result<void> plan_global(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.global_threads, profile);
    plan.merge = true;
    return plan_chunks(plan, options, {.most_chunks = tuning.global_chunks}, profile);
}

std::vector<KernelInfo> global_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                       const DeviceProfile& profile) {
    return {
        choose_variant(VKALGO_HISTOGRAM_VARIANTS(count_global), plan, profile, constants_of(plan, plan.threads, 1))};
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_global() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "global",
                                        .span = "histogram global",
                                        .summary = "global atomics, one atomic for neighbouring values of the same bin",
                                        .rank = rank_global,
                                        .plan = plan_global,
                                        .kernels = global_kernels,
                                        .record = record_chunks,
                                        .describe = chunks_in_words};
    return method;
}

}  // namespace vkalgo

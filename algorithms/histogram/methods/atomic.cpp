// Method `atomic`: one global atomic per value, without merging; the naive baseline
// (shaders/histogram/count_global.glsl).
#include "algorithms/histogram/histogram_method.hpp"
#include <vkalgo_spirv/histogram/count_global_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_plain.hpp>
#include <vkalgo_spirv/histogram/count_global_wide_plain.hpp>

namespace vkalgo {

const HistogramMethod& histogram_method_atomic();

namespace histogram_detail {
namespace {

Result<void> plan_atomic(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.global_threads, profile);
    return plan_chunks(plan, options, {.most_chunks = tuning.global_chunks}, profile);
}

std::vector<KernelInfo> atomic_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                       const DeviceProfile& profile) {
    // This method does not merge, so it needs no subgroup votes.
    const KernelInfo narrow{"histogram/count_global_plain", spirv::histogram_count_global_plain, {}};
    const KernelInfo wide{"histogram/count_global_wide_plain", spirv::histogram_count_global_wide_plain, {}};
    const KernelInfo f64{"histogram/count_global_f64_plain", spirv::histogram_count_global_f64_plain, {}};
    return {choose_variant({{{narrow, narrow}, {wide, wide}, {f64, f64}}}, plan, profile,
                           constants_of(plan, plan.threads, 1))};
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_atomic() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "atomic",
                                        .span = "histogram atomic",
                                        .summary = "one global atomic per value; the simplest method",
                                        .rank = rank_zero,
                                        .plan = plan_atomic,
                                        .kernels = atomic_kernels,
                                        .record = record_chunks,
                                        .describe = chunks_in_words};
    return method;
}

}  // namespace vkalgo

#include "algorithms/histogram/histogram.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr StageAccess kNone{};
constexpr StageAccess kRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr StageAccess kReadWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr StageAccess kFilled{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

Result<void> check_view(const BufferView& view, std::uint64_t bytes, std::uint64_t alignment, const char* name) {
    if (!view) {
        return Error{ErrorCode::invalid_argument, std::string("the view `") + name + "` is missing", name};
    }
    if (view.size < bytes) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the view `") + name + "` has " + std::to_string(view.size) + " bytes; " +
                         std::to_string(bytes) + " are needed",
                     name};
    }
    if (view.offset % alignment != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the view `") + name + "` starts at byte " + std::to_string(view.offset) +
                         ", which is no multiple of " + std::to_string(alignment),
                     name};
    }
    return {};
}

/// What is written shares no byte with anything else.
Result<void> check_apart(const BufferView& written, const char* name, const BufferView& other, const char* other_name) {
    const bool meet = written && written.buffer == other.buffer && written.offset < other.offset + other.size &&
                      other.offset < written.offset + written.size;
    if (meet) {
        return Error{
            ErrorCode::invalid_argument,
            std::string("the views `") + name + "` and `" + other_name + "` overlap; give each bytes of its own", name};
    }
    return {};
}

Result<void> check_arguments(const HistogramArguments& arguments, const HistogramPlan& plan,
                             const DeviceProfile& profile) {
    const std::uint64_t alignment = std::max<std::uint64_t>(profile.storage_offset_alignment, 4);
    VKALGO_CHECK(check_view(arguments.counts, plan.counts_bytes, alignment, "counts"));
    if (arguments.count == 0) {
        return {};
    }
    VKALGO_CHECK(check_view(arguments.values, histogram_values_bytes(plan.rule.type, arguments.count),
                            std::max<std::uint64_t>(alignment, 16), "values"));
    if (plan.scratch_bytes != 0) {
        VKALGO_CHECK(check_view(arguments.scratch, plan.scratch_bytes, alignment, "scratch"));
    }
    if (arguments.count_buffer) {
        VKALGO_CHECK(check_view(arguments.count_buffer, 4, alignment, "count_buffer"));
    }
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.values, "values"));
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.scratch, "scratch"));
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.count_buffer, "count_buffer"));
    VKALGO_CHECK(check_apart(arguments.scratch, "scratch", arguments.values, "values"));
    VKALGO_CHECK(check_apart(arguments.scratch, "scratch", arguments.count_buffer, "count_buffer"));
    return {};
}

}  // namespace

Result<Histogram> Histogram::create(Context& context, const HistogramOptions& options) {
    Histogram histogram;
    histogram.context_ = &context;
    histogram.options_ = options;
    // Constants do not depend on the count.
    VKALGO_TRY(const HistogramPlan any, plan_histogram({options, 1}, context.profile()));
    histogram.rule_ = any.rule;
    for (const HistogramMethod* method : histogram_candidates(options, context.profile())) {
        HistogramOptions own = options;
        own.method = method->name;
        VKALGO_TRY(const HistogramPlan plan, plan_histogram(own, 1, any.rule, context.profile()));
        MethodKernels made{method, {}};
        for (const HistogramKernel& wanted : method->kernels(plan, context.profile())) {
            VKALGO_TRY(std::shared_ptr<const Kernel> kernel,
                       context.kernel({wanted.name, wanted.spirv, wanted.constants, 0}));
            made.kernels.push_back(std::move(kernel));
        }
        histogram.methods_.push_back(std::move(made));
    }
    return histogram;
}

Result<ScratchNeed> Histogram::scratch(const HistogramParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const HistogramPlan plan, plan_histogram(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

HistogramAccess Histogram::first_access(const HistogramPlan& plan, bool add_to_counts) {
    HistogramAccess access;
    if (!add_to_counts) {
        access.counts = kFilled;
    }
    if (plan.count != 0) {
        access.values = kRead;
        access.count_buffer = kRead;
        access.counts = add_to_counts ? kReadWrite : kFilled;
        access.scratch = plan.scratch_bytes != 0 ? kFilled : kNone;
    }
    return access;
}

HistogramAccess Histogram::last_access(const HistogramPlan& plan, bool add_to_counts) {
    HistogramAccess access = first_access(plan, add_to_counts);
    if (plan.count != 0) {
        access.counts = kReadWrite;
        access.scratch = plan.scratch_bytes != 0 ? kReadWrite : kNone;
    }
    return access;
}

Result<void> Histogram::record(Recorder& recorder, const HistogramArguments& arguments) const {
    if (&recorder.context() != context_) {
        return Error{ErrorCode::invalid_argument,
                     context_ == nullptr ? "the histogram was never created"
                                         : "the recorder writes for another context than the histogram was created for",
                     "recorder"};
    }
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const HistogramPlan plan, plan_histogram(options_, arguments.count, rule_, profile));
    VKALGO_CHECK(check_arguments(arguments, plan, profile));
    const SpanScope span(recorder, plan.method->span);
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    if (!arguments.add_to_counts) {
        recorder.fill(counts, 0);
    }
    if (plan.count != 0) {
        const auto own = std::find_if(methods_.begin(), methods_.end(),
                                      [&](const MethodKernels& each) { return each.method == plan.method; });
        plan.method->record(
            {.recorder = recorder,
             .kernels = own->kernels,
             .plan = plan,
             .values = arguments.values,
             .counts = counts,
             .scratch = arguments.scratch ? arguments.scratch.slice(0, plan.scratch_bytes) : BufferView{},
             .count_words = arguments.count_buffer,
             .counted = arguments.count_buffer ? 1u : 0u});
    }
    return recorder.status();
}

}  // namespace vkalgo

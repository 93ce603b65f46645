#include "algorithms/histogram/histogram.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// The arguments, declared once: what is checked, and what access() reports on, in the order of HistogramAccess.
std::array<Argument, 7> declared(const HistogramArguments& arguments, const HistogramPlan& plan,
                                 const HistogramOptions& options, const DeviceProfile& profile) {
    const bool counted = plan.count != 0;
    return {{{.name = "values",
              .view = arguments.values,
              .bytes = counted ? plan.values_bytes : 0,
              // Kernels read the values sixteen bytes at a time.
              .alignment = std::max<std::uint64_t>(profile.storage_offset_alignment, 16),
              .access = Access::read,
              .usage = Histogram::kInputUsage},
             {.name = "counts",
              .view = arguments.counts,
              .bytes = plan.counts_bytes,
              .access = Access::read_write,
              .usage = Histogram::kCountsUsage},
             {.name = "scratch",
              .view = arguments.scratch,
              .bytes = counted ? plan.scratch_bytes : 0,
              .access = Access::read_write,
              .usage = ScratchNeed{}.usage},
             {.name = "count_buffer",
              .view = arguments.count_buffer,
              .bytes = counted ? 4u : 0u,
              .alignment = 4,
              .access = Access::read,
              .usage = Histogram::kInputUsage,
              .optional = true},
             {.name = "edges",
              .view = arguments.edges,
              .bytes = counted ? plan.edges_bytes : 0,
              .access = Access::read,
              .usage = Histogram::kInputUsage},
             {.name = "offsets",
              .view = arguments.offsets,
              .bytes = counted && options.segments != 0 ? (std::uint64_t{options.segments} + 1) * 4 : 0,
              .access = Access::read,
              .usage = Histogram::kInputUsage},
             {.name = "weights",
              .view = arguments.weights,
              .bytes = counted && options.weights != HistogramWeights::none ? plan.count * 4 : 0,
              .access = Access::read,
              .usage = Histogram::kInputUsage}}};
}

}  // namespace

Result<Histogram> Histogram::create(Context& context, const HistogramOptions& options) {
    Histogram histogram;
    histogram.context_ = &context;
    histogram.options_ = options;
    // Constants do not depend on the count.
    VKALGO_TRY(const HistogramPlan any, plan_histogram({options, 1, {1, 1}}, context.profile()));
    histogram.rule_ = any.rule;
    for (const HistogramMethod* method : histogram_candidates(options, context.profile())) {
        HistogramOptions own = options;
        own.method = method->name;
        VKALGO_TRY(const HistogramPlan plan, plan_histogram(own, 1, {1, 1}, any.rule, context.profile()));
        MethodKernels made{method, {}};
        for (const HistogramKernel& wanted : method->kernels(plan, own, context.profile())) {
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

Result<HistogramAccess> Histogram::access(const HistogramArguments& arguments) const {
    if (context_ == nullptr) {
        return Error{ErrorCode::invalid_argument, "the histogram was never created", "histogram"};
    }
    VKALGO_TRY(const HistogramPlan plan,
               plan_histogram(options_, arguments.count, arguments.rows, rule_, context_->profile()));
    const auto table = declared(arguments, plan, options_, context_->profile());
    VKALGO_TRY(const std::vector<ArgumentAccess> found,
               dry_accesses(*context_, table, [&](Recorder& recorder) { return record(recorder, arguments); }));
    return HistogramAccess{found[0], found[1], found[2], found[3], found[4], found[5], found[6]};
}

Result<void> Histogram::record(Recorder& recorder, const HistogramArguments& arguments) const {
    if (&recorder.context() != context_) {
        return Error{ErrorCode::invalid_argument,
                     context_ == nullptr ? "the histogram was never created"
                                         : "the recorder writes for another context than the histogram was created for",
                     "recorder"};
    }
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const HistogramPlan plan, plan_histogram(options_, arguments.count, arguments.rows, rule_, profile));
    VKALGO_CHECK(check_arguments(declared(arguments, plan, options_, profile), profile));
    if (options_.rows && arguments.count_buffer) {
        return Error{ErrorCode::invalid_argument, "rows have their number from the host", "count_buffer"};
    }
    const SpanScope span(recorder, plan.method->span);
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    if (!arguments.add_to_counts) {
        recorder.fill(counts, 0);
    }
    if (plan.count != 0) {
        const auto own = std::find_if(methods_.begin(), methods_.end(),
                                      [&](const MethodKernels& each) { return each.method == plan.method; });
        const BoundWord word =
            arguments.count_buffer ? bind_word(arguments.count_buffer.slice(0, 4), profile) : BoundWord{};
        plan.method->record(
            {.recorder = recorder,
             .kernels = own->kernels,
             .plan = plan,
             .values = arguments.values,
             .counts = counts,
             .scratch = arguments.scratch ? arguments.scratch.slice(0, plan.scratch_bytes) : BufferView{},
             .options = options_,
             .edges = plan.edges_bytes != 0 ? arguments.edges.slice(0, plan.edges_bytes) : BufferView{},
             .offsets = options_.segments != 0 ? arguments.offsets.slice(0, (std::uint64_t{options_.segments} + 1) * 4)
                                               : BufferView{},
             .weights = options_.weights != HistogramWeights::none ? arguments.weights : BufferView{},
             .count_words = word.view,
             .first_pixel = arguments.first,
             .counted = word.view ? word.index + 1 : 0});
    }
    return recorder.status();
}

}  // namespace vkalgo

#include "algorithms/histogram/histogram.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/recorded.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/add_wide.hpp>
#include <vkalgo_spirv/histogram/round_sums.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Declares the arguments, in the order of HistogramAccess, for the checks and for access().
std::array<Argument, 7> declared(const HistogramArguments& arguments, const HistogramPlan& plan,
                                 const HistogramOptions& options, const DeviceProfile& profile) {
    const bool counted = plan.count != 0;
    return {{{.name = "values",
              .view = arguments.values,
              .bytes = counted ? plan.values_bytes : 0,
              // Kernels read the values sixteen bytes at a time.
              .alignment = profile.vector_offset_alignment(),
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

struct Histogram::Plans : KeptPlans<std::pair<std::uint64_t, HistogramRows>, HistogramPlan> {};

Result<Histogram> Histogram::create(Context& context, const HistogramOptions& options) {
    Histogram histogram;
    histogram.plans_ = std::make_shared<Plans>();
    histogram.context_ = &context;
    histogram.options_ = options;
    // The rule and the constants of the kernels do not depend on the count, so a plan for one value has them too.
    VKALGO_TRY(const HistogramPlan any, plan_histogram({options, 1, {1, 1}}, context.profile()));
    histogram.rule_ = any.rule;
    for (const HistogramMethod* method : histogram_candidates(options, context.profile())) {
        HistogramOptions own = options;
        own.method = method->name;
        VKALGO_TRY(const HistogramPlan plan, plan_histogram(own, 1, {1, 1}, any.rule, context.profile()));
        MethodKernels made{method, {}};
        VKALGO_TRY(made.kernels, context.kernels(method->kernels(plan, own, context.profile())));
        histogram.methods_.push_back(std::move(made));
    }
    if (any.table_bytes != 0) {
        histogram.convert_threads_ = std::min(256u, histogram_detail::most_threads(context.profile()));
        const std::vector<SpecializationConstant> constants{{VKALGO_CONSTANT_THREADS, histogram.convert_threads_}};
        VKALGO_TRY(histogram.convert_,
                   options.weights == HistogramWeights::f32
                       ? context.kernel({"histogram/round_sums", spirv::histogram_round_sums, constants, 0})
                       : context.kernel({"histogram/add_wide", spirv::histogram_add_wide, constants, 0}));
    }
    return histogram;
}

Result<ScratchNeed> Histogram::scratch(const HistogramParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const HistogramPlan plan, plan_histogram(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

Result<std::shared_ptr<const HistogramPlan>> Histogram::plan(const HistogramArguments& arguments) const {
    const HistogramRows rows = options_.rows ? arguments.rows : HistogramRows{};
    const std::uint64_t count = options_.rows ? 0 : arguments.count;
    return plans_->get({count, rows},
                       [&] { return plan_histogram(options_, count, rows, rule_, context_->profile()); });
}

Result<HistogramAccess> Histogram::access(const HistogramArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "histogram"));
    VKALGO_TRY(const auto plan, this->plan(arguments));
    return accesses_of<HistogramAccess>(*context_, declared(arguments, *plan, options_, context_->profile()),
                                        [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> Histogram::record(Recorder& recorder, const HistogramArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "histogram"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, this->plan(arguments));
    const HistogramPlan& plan = *kept;
    VKALGO_CHECK(check_arguments(declared(arguments, plan, options_, profile), profile));
    if (options_.rows && arguments.count_buffer) {
        return Error{ErrorCode::invalid_argument,
                     "with rows, the number of values must come from the host, not from a buffer", "count_buffer"};
    }
    if (options_.segments != 0 && arguments.first > std::numeric_limits<std::uint32_t>::max() - arguments.count) {
        return Error{ErrorCode::too_large,
                     "positions in segments have 32 bits, so first + count must be less than 2^32", "first"};
    }
    const SpanScope span(recorder, plan.method->span);
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    if (!arguments.add_to_counts) {
        recorder.fill(counts, 0);
    }
    if (plan.count == 0) {
        return recorder.status();
    }
    const std::uint64_t own_scratch = plan.scratch_bytes - plan.table_bytes;
    if (plan.table_bytes == 0) {
        record_method(recorder, arguments, plan, counts, own_scratch);
        return recorder.status();
    }
    // The method counts into the table; a last dispatch converts the table's counters and adds them to the result.
    const BufferView table = arguments.scratch.slice(own_scratch, plan.table_bytes);
    recorder.fill(table, 0);
    record_method(recorder, arguments, plan, table, own_scratch);
    const auto counters = static_cast<std::uint32_t>(plan.counts_bytes / plan.counter_bytes);
    recorder.dispatch(*convert_, {counts, counts, table}, shader::AddWidePush{counters},
                      Groups::linear(divide_up(counters, convert_threads_), *context_));
    return recorder.status();
}

void Histogram::record_method(Recorder& recorder, const HistogramArguments& arguments, const HistogramPlan& plan,
                              const BufferView& counts, std::uint64_t scratch_bytes) const {
    const auto own = std::find_if(methods_.begin(), methods_.end(),
                                  [&](const MethodKernels& each) { return each.method == plan.method; });
    const BoundWord word =
        arguments.count_buffer ? bind_word(arguments.count_buffer.slice(0, 4), context_->profile()) : BoundWord{};
    plan.method->record({.recorder = recorder,
                         .kernels = own->kernels,
                         .plan = plan,
                         .options = options_,
                         .arguments = arguments,
                         .counts = counts,
                         .scratch = scratch_bytes != 0 ? arguments.scratch.slice(0, scratch_bytes) : BufferView{},
                         .count_words = word.view,
                         .counted = word.view ? word.index + 1 : 0});
}

}  // namespace vkalgo

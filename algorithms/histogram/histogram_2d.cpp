#include "algorithms/histogram/histogram_2d.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/histogram/axis_ordinals.hpp"
#include "algorithms/histogram/histogram_2d_parts.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/find_bins.hpp>
#include <vkalgo_spirv/histogram/find_bins_wide.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

static_assert(sizeof(shader::FindPush) <= 128);

/// Declares the arguments, in the order of Histogram2dAccess.
std::array<Argument, 7> declared_2d(const Histogram2dArguments& arguments, const Histogram2dPlan& plan,
                                    const Histogram2dOptions& options, const DeviceProfile& profile) {
    const bool counted = plan.count != 0;
    const bool weighted = counted && options.weights != HistogramWeights::none;
    const std::uint64_t vector = profile.vector_offset_alignment();
    return {
        {{.name = "x", .view = arguments.x, .bytes = plan.x_bytes},
         {.name = "y", .view = arguments.y, .bytes = plan.y_bytes},
         {.name = "edges", .view = arguments.edges, .bytes = counted ? plan.edges_bytes : 0},
         {.name = "counts",
          .view = arguments.counts,
          .bytes = plan.counts_bytes,
          .access = Access::read_write,
          .usage = Histogram::kCountsUsage},
         {.name = "scratch",
          .view = arguments.scratch,
          .bytes = counted ? plan.scratch_bytes : 0,
          .alignment = vector,
          .access = Access::read_write,
          .usage = ScratchNeed{}.usage},
         {.name = "count_buffer",
          .view = arguments.count_buffer,
          .bytes = counted ? 4u : 0u,
          .alignment = 4,
          .optional = true},
         {.name = "weights", .view = arguments.weights, .bytes = weighted ? plan.count * 4 : 0, .alignment = vector}}};
}

/// Appends the ordinals as the kernel reads them: one word each, or for 64-bit types two, the low word first.
void append_ordinals(const AxisOrdinals& ordinals, ElementType type, std::vector<std::uint32_t>& words) {
    for (const std::uint64_t ordinal : ordinals.ordinals) {
        words.push_back(static_cast<std::uint32_t>(ordinal));
        if (edge_bytes(type) == 8) {
            words.push_back(static_cast<std::uint32_t>(ordinal >> 32));
        }
    }
}

Result<std::shared_ptr<const Kernel>> find_kernel(Context& context, const AxisBins& bins, const Histogram2dPlan& plan,
                                                  bool shared_edges) {
    const std::uint32_t bits = 8 * size_of(bins.type);
    // The sign of a 64-bit value is in its high word.
    const std::uint32_t sign = is_signed(bins.type) ? 1U << ((bits - 1) % 32) : 0;
    KernelInfo kernel = bits < 64 ? KernelInfo{"histogram/find_bins", spirv::histogram_find_bins, {}}
                                  : KernelInfo{"histogram/find_bins_wide", spirv::histogram_find_bins_wide, {}};
    kernel.constants = {{VKALGO_CONSTANT_THREADS, plan.threads},
                        {VKALGO_CONSTANT_BYTES, bits / 8},
                        {VKALGO_CONSTANT_SIGN, sign},
                        {VKALGO_CONSTANT_BINS, bins.bins},
                        {VKALGO_CONSTANT_REAL, is_float(bins.type) ? 1U : 0U},
                        {VKALGO_CONSTANT_SHARED_EDGES, shared_edges ? bins.bins + 1 : 0}};
    return context.kernel(kernel);
}

}  // namespace

struct Histogram2d::Plans : KeptPlans<std::uint64_t, Histogram2dPlan> {};

Result<Histogram2d> Histogram2d::create(Context& context, const Histogram2dOptions& options) {
    Histogram2d histogram;
    histogram.context_ = &context;
    histogram.options_ = options;
    histogram.plans_ = std::make_shared<Plans>();
    // The kernels do not depend on the count.
    VKALGO_TRY(const Histogram2dPlan any, plan_histogram_2d({options, 1}, context.profile()));
    VKALGO_TRY(histogram.x_, make_axis_bins(options.x));
    VKALGO_TRY(histogram.y_, make_axis_bins(options.y));
    const AxisOrdinals x = ordinals_of(histogram.x_);
    const AxisOrdinals y = ordinals_of(histogram.y_);
    histogram.most_x_ = x.most;
    histogram.most_y_ = y.most;
    histogram.edge_words_.reserve(any.edges_bytes / 4);
    append_ordinals(x, options.x.type, histogram.edge_words_);
    histogram.edge_words_.resize(any.y_edges / 4);
    append_ordinals(y, options.y.type, histogram.edge_words_);
    VKALGO_TRY(Histogram counting,
               Histogram::create(context, counting_options(options, std::uint64_t{any.x_bins} * any.y_bins)));
    histogram.counting_ = std::make_shared<const Histogram>(std::move(counting));
    VKALGO_TRY(histogram.find_x_, find_kernel(context, histogram.x_, any, any.shared_x));
    VKALGO_TRY(histogram.find_y_, find_kernel(context, histogram.y_, any, any.shared_y));
    return histogram;
}

Result<ScratchNeed> Histogram2d::scratch(const Histogram2dParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const Histogram2dPlan plan, plan_histogram_2d(params, profile));
    return parts_of(plan).need;
}

Result<std::shared_ptr<const Histogram2dPlan>> Histogram2d::plan(const Histogram2dArguments& arguments) const {
    return plans_->get(arguments.count, [&] {
        return plan_histogram_2d({options_, arguments.count}, context_->profile());
    });
}

Result<Histogram2dAccess> Histogram2d::access(const Histogram2dArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "histogram"));
    VKALGO_TRY(const auto plan, this->plan(arguments));
    return accesses_of<Histogram2dAccess>(*context_, declared_2d(arguments, *plan, options_, context_->profile()),
                                          [&](Recorder& recorder) { return record(recorder, arguments); });
}

void Histogram2d::record_axis(Recorder& recorder, const Histogram2dArguments& arguments, const Histogram2dPlan& plan,
                              const BufferView& indices, bool is_y) const {
    const AxisBins& bins = is_y ? y_ : x_;
    const std::uint64_t value_bytes = size_of(bins.type);
    const std::uint64_t point_bytes = value_bytes * (options_.interleaved ? 2 : 1);
    const BufferView& values = is_y && !options_.interleaved ? arguments.y : arguments.x;
    const BufferView edges =
        arguments.edges.slice(is_y ? plan.y_edges : 0, (std::uint64_t{bins.bins} + 1) * edge_bytes(bins.type));
    for (std::uint64_t first = 0; first < plan.count; first += plan.window_points) {
        const std::uint64_t count = std::min(plan.window_points, plan.count - first);
        const shader::FindPush push{.count = word(count),
                                    .first_byte = is_y && options_.interleaved ? word(value_bytes) : 0,
                                    .point_bytes = word(point_bytes),
                                    .points_per_group = plan.points_per_group,
                                    .most = is_y ? most_y_ : most_x_,
                                    .follows = is_y ? 1U : 0U,
                                    .before = plan.x_bins};
        recorder.dispatch(is_y ? *find_y_ : *find_x_,
                          {values.slice(first * point_bytes, divide_up(count * point_bytes, 4) * 4), edges,
                           indices.slice(first * 4, count * 4)},
                          push, Groups::linear(divide_up(count, plan.points_per_group), *context_));
    }
}

Result<void> Histogram2d::record(Recorder& recorder, const Histogram2dArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "histogram"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, this->plan(arguments));
    const Histogram2dPlan& plan = *kept;
    VKALGO_CHECK(check_arguments(declared_2d(arguments, plan, options_, profile), profile));
    const SpanScope span(recorder, "histogram 2d");
    const bool counted = plan.count != 0;
    const Histogram2dParts parts = parts_of(plan);
    const auto part = [&](const ScratchLayout::Part& one) {
        return counted ? ScratchLayout::view(arguments.scratch, one) : BufferView{};
    };
    const BufferView indices = part(parts.indices);
    if (counted) {
        record_axis(recorder, arguments, plan, indices, false);
        record_axis(recorder, arguments, plan, indices, true);
    }
    return counting_->record(recorder, {.values = indices,
                                        .counts = arguments.counts,
                                        .scratch = part(parts.counting),
                                        .count = plan.count,
                                        .count_buffer = arguments.count_buffer,
                                        .add_to_counts = arguments.add_to_counts,
                                        .weights = arguments.weights});
}

}  // namespace vkalgo

// Method `general`: counts everything, also what other methods cannot count (shaders/histogram/count_general.glsl).
#include "algorithms/histogram/even_constants.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/count_general.hpp>
#include <vkalgo_spirv/histogram/count_general_f64.hpp>
#include <vkalgo_spirv/histogram/count_general_wide.hpp>

#include <algorithm>
#include <bit>

namespace vkalgo {

const HistogramMethod& histogram_method_general();

namespace histogram_detail {
namespace {

/// Returns the loop iterations of a binary search among `entries` entries.
std::uint64_t search_iterations(std::uint32_t entries) {
    return static_cast<std::uint64_t>(std::bit_width(entries)) + 2;
}

/// Returns the loop iterations of a pixel: the searches for its segment and for the bin of each channel, and the
/// carries of its weight.
std::uint64_t pixel_iterations(const BinRule& rule, const HistogramOptions& options) {
    // A NaN is counted twice: as outside and as NaN.
    const std::uint64_t carries = options.weights == HistogramWeights::f32 ? 2 * (VKALGO_SUM_DIGITS + 1) : 0;
    const std::uint64_t bin_search = rule.edges ? search_iterations(rule.bins) : bin_iterations(rule);
    const std::uint64_t segment_search = options.segments != 0 ? search_iterations(options.segments) : 0;
    return 2 + options.channels * (1 + bin_search + carries) + segment_search;
}

std::uint32_t layout_of(const HistogramOptions& options) {
    return options.segments != 0 ? VKALGO_LAYOUT_SEGMENTS : options.rows ? VKALGO_LAYOUT_ROWS : VKALGO_LAYOUT_LIST;
}

std::uint32_t weights_of(const HistogramOptions& options) {
    switch (options.weights) {
        case HistogramWeights::none:
            return VKALGO_WEIGHTS_NONE;
        case HistogramWeights::u32:
            return VKALGO_WEIGHTS_U32;
        case HistogramWeights::f32:
            return VKALGO_WEIGHTS_F32;
    }
    return VKALGO_WEIGHTS_NONE;
}

/// Returns 4 bits per channel: the histogram that the channel counts into, or 15 for none.
std::uint32_t channel_groups(const HistogramOptions& options) {
    std::uint32_t groups = 0;
    std::uint32_t next = 0;
    for (std::uint32_t channel = 0; channel < options.channels; ++channel) {
        const bool counted = options.counted_channels == 0 || (options.counted_channels >> channel & 1) != 0;
        groups |= (counted ? next++ : 15u) << (4 * channel);
    }
    return groups;
}

/// Divides the shared memory. Counters come first, since a global atomic costs more than a read of an edge from the
/// cache.
void share_memory(HistogramPlan& plan, const HistogramOptions& options, const HistogramTuning& tuning,
                  const DeviceProfile& profile) {
    const std::uint64_t words = counter_words(profile);
    const std::uint64_t edge_words = plan.edges_bytes / 4;
    const std::uint64_t one = std::uint64_t{plan.counters} * plan.counter_bytes / 4;
    // With segments, as many histograms as fit are in shared memory; with channels, all of them or none.
    const std::uint64_t least = options.segments != 0 ? 1 : plan.histograms;
    const bool fits = one * least <= words;
    plan.shared_edges = edge_words != 0 && edge_words + (fits ? one * least : 0) <= words;
    const std::uint64_t room = words - (plan.shared_edges ? edge_words : 0);
    plan.shared_histograms = static_cast<std::uint32_t>(
        fits ? std::min<std::uint64_t>({plan.histograms, std::max(room / one, least), tuning.general_segments})
             : plan.histograms);
    const std::uint64_t all = one * plan.shared_histograms;
    plan.copies = fits ? static_cast<std::uint32_t>(std::min<std::uint64_t>(tuning.general_copies, room / all)) : 0;
    plan.shared_words = static_cast<std::uint32_t>(plan.copies * all);
}

Result<void> plan_general(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.global_threads, profile);
    share_memory(plan, options, tuning, profile);
    const std::uint64_t pixels = window_count(plan);
    const std::uint64_t private_counters = std::uint64_t{plan.counters} * plan.shared_histograms;
    // Each counter takes, for each of its words, a loop over the copies.
    const std::uint64_t counter_iterations = 2 + plan.counter_bytes / 4 * (std::uint64_t{plan.copies} + 2);
    const std::uint64_t own =
        divide_up(plan.shared_words, plan.threads) + 1 +
        (plan.shared_edges ? divide_up(plan.rule.bins + std::uint64_t{1}, plan.threads) : 0) + 1 +
        (plan.copies != 0 ? divide_up(private_counters, plan.threads) * counter_iterations + 1 : 0) +
        (options.segments != 0 ? 2 * search_iterations(options.segments) : 0);
    const std::uint64_t per_value = pixel_iterations(plan.rule, options);
    const std::uint64_t budget = loop_budget(profile);
    if (own + per_value + 1 > budget) {
        return Error{ErrorCode::too_large,
                     "with " + std::to_string(plan.threads) + " threads for " + std::to_string(plan.rule.bins) +
                         " bins, a thread needs more loop iterations than this device allows, " +
                         std::to_string(budget) + "; use more threads or fewer bins",
                     "threads"};
    }
    std::uint64_t chunks = options.blocks;
    if (chunks == 0) {
        // A chunk must have enough pixels to pay for starting its invocations and for adding up all its counters.
        const std::uint64_t least = std::max<std::uint64_t>(plan.threads * tuning.general_values, plan.shared_words);
        chunks = std::clamp<std::uint64_t>(pixels / least, 1, tuning.general_chunks);
    }
    const std::uint64_t most = (budget - own - 1) / per_value * plan.threads;
    chunks = std::max(chunks, divide_up(pixels, most));
    plan.pixels_per_chunk = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(pixels, chunks), 1));
    plan.chunks = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(pixels, plan.pixels_per_chunk), 1));
    plan.loop_iterations = own + divide_up(plan.pixels_per_chunk, plan.threads) * per_value + 1;
    plan.dispatches = plan.windows;
    return {};
}

std::vector<KernelInfo> general_kernels(const HistogramPlan& plan, const HistogramOptions& options,
                                        const DeviceProfile& /*profile*/) {
    const KernelInfo narrow{"histogram/count_general", spirv::histogram_count_general, {}};
    const KernelInfo wide{"histogram/count_general_wide", spirv::histogram_count_general_wide, {}};
    const KernelInfo f64{"histogram/count_general_f64", spirv::histogram_count_general_f64, {}};
    KernelInfo kernel = size_of(plan.rule.type) < 8 ? narrow : plan.rule.kind == BinRule::Kind::scale ? f64 : wide;
    kernel.constants = constants_of(plan, plan.threads, plan.copies);
    const std::vector<SpecializationConstant> more{
        {VKALGO_CONSTANT_SHARED_EDGES, plan.shared_edges ? plan.rule.bins + 1 : 0},
        {VKALGO_CONSTANT_GROUPS, plan.shared_histograms},
        {VKALGO_CONSTANT_LAYOUT, layout_of(options)},
        {VKALGO_CONSTANT_CHANNELS, options.channels},
        {VKALGO_CONSTANT_CHANNEL_GROUPS, channel_groups(options)},
        {VKALGO_CONSTANT_WEIGHTS, weights_of(options)}};
    kernel.constants.insert(kernel.constants.end(), more.begin(), more.end());
    return {kernel};
}

/// A part of a buffer from byte `first` on, with its start moved back to where a binding may begin.
struct Bound {
    BufferView view;
    /// Bytes from the start of the view to byte `first`.
    std::uint64_t rest = 0;
};

Bound bound(const BufferView& view, std::uint64_t first, std::uint64_t bytes, const DeviceProfile& profile) {
    const std::uint64_t rest = first % profile.vector_offset_alignment();
    return {view.slice(first - rest, (rest + bytes + 3) / 4 * 4), rest};
}

void record_general(const HistogramRecording& recording) {
    const HistogramPlan& plan = recording.plan;
    const HistogramOptions& options = recording.options;
    const DeviceProfile& profile = recording.recorder.context().profile();
    const HistogramArguments& arguments = recording.arguments;
    const std::uint64_t pixel_bytes = std::uint64_t{size_of(plan.rule.type)} * options.channels;
    const BufferView edges = plan.edges_bytes != 0 ? arguments.edges.slice(0, plan.edges_bytes) : BufferView{};
    const BufferView offsets =
        options.segments != 0 ? arguments.offsets.slice(0, (std::uint64_t{options.segments} + 1) * 4) : BufferView{};
    for (std::uint64_t first = 0; first < plan.count; first += plan.window_values) {
        const std::uint64_t count = std::min(plan.window_values, plan.count - first);
        std::uint64_t begin = first * pixel_bytes;
        std::uint64_t bytes = count * pixel_bytes;
        if (options.rows) {
            const HistogramRows& rows = plan.rows;
            begin = (rows.y + first / rows.width) * rows.stride + rows.x * pixel_bytes;
            bytes = (count / rows.width - 1) * rows.stride + rows.width * pixel_bytes;
        }
        const Bound values = bound(arguments.values, begin, bytes, profile);
        Bound weights;
        if (options.weights != HistogramWeights::none) {
            weights = bound(arguments.weights, first * 4, count * 4, profile);
        }
        // A buffer that is missing is never read; the values are bound in its stead.
        const auto or_values = [&](const BufferView& view) { return view ? view : values.view; };
        const shader::GeneralPush push{.count = static_cast<std::uint32_t>(count),
                                       .first = static_cast<std::uint32_t>(first),
                                       .counted = recording.counted,
                                       .pixels_per_chunk = plan.pixels_per_chunk,
                                       .width = plan.rows.width,
                                       .stride = static_cast<std::uint32_t>(plan.rows.stride),
                                       .first_byte = static_cast<std::uint32_t>(values.rest),
                                       .first_weight = static_cast<std::uint32_t>(weights.rest / 4),
                                       .first_in_segments = static_cast<std::uint32_t>(arguments.first + first),
                                       .segments = options.segments};
        recording.recorder.dispatch(
            *recording.kernels[0],
            {values.view, or_values(recording.count_words), or_values(edges), or_values(offsets),
             or_values(weights.view), recording.counts},
            push, Groups::linear(divide_up(count, plan.pixels_per_chunk), recording.recorder.context()));
    }
}

std::string describe_general(const HistogramPlan& plan) {
    std::string text = chunks_in_words(plan);
    if (plan.copies != 0) {
        text += ", " + copies_in_words(plan);
    }
    if (plan.edges_bytes != 0) {
        text += std::string(", edges in ") + (plan.shared_edges ? "shared" : "global") + " memory";
    }
    return text;
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_general() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "general",
                                        .span = "histogram general",
                                        .summary = "everything, also edges, channels, rows, segments and weights",
                                        .rank = rank_zero,
                                        .general = true,
                                        .plan = plan_general,
                                        .kernels = general_kernels,
                                        .record = record_general,
                                        .describe = describe_general};
    return method;
}

}  // namespace vkalgo

// Method `general`: counts what the others leave out (shaders/histogram/count_general.glsl).
#include "algorithms/histogram/histogram_method.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/count_general.hpp>
#include <vkalgo_spirv/histogram/count_general_f64.hpp>
#include <vkalgo_spirv/histogram/count_general_wide.hpp>

#include <algorithm>
#include <bit>

namespace vkalgo {

const HistogramMethod& histogram_method_general();

namespace {

using namespace histogram_detail;

int rank(std::uint64_t /*bins*/, std::uint64_t /*count*/, const DeviceProfile& /*profile*/) {
    return 0;
}

/// Loop iterations of the search for a value's bin.
std::uint64_t search_iterations(const BinRule& rule) {
    return rule.edges ? std::bit_width(rule.bins) + std::uint64_t{2} : 0;
}

/// Shared memory goes to counters first, since a global atomic costs more than a read of an edge from the cache.
void share_memory(HistogramPlan& plan, const HistogramTuning& tuning, const DeviceProfile& profile) {
    const std::uint64_t words = counter_words(profile);
    const std::uint64_t edge_words = plan.edges_bytes / 4;
    plan.copies = plan.counters <= words ? 1 : 0;
    plan.shared_edges = edge_words != 0 && edge_words + std::uint64_t{plan.copies} * plan.counters <= words;
    if (plan.copies != 0) {
        const std::uint64_t room = words - (plan.shared_edges ? edge_words : 0);
        plan.copies = std::min(tuning.general_copies, static_cast<std::uint32_t>(room / plan.counters));
    }
    plan.shared_words = plan.copies * plan.counters;
}

Result<void> plan_general(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.global_threads, profile);
    share_memory(plan, tuning, profile);
    const std::uint64_t values = window_count(plan);
    const std::uint64_t own = divide_up(plan.shared_words, plan.threads) + 1 +
                              (plan.shared_edges ? divide_up(plan.rule.bins + std::uint64_t{1}, plan.threads) : 0) + 1 +
                              (plan.copies != 0 ? divide_up(plan.counters, plan.threads) * (plan.copies + 2) + 1 : 0);
    const std::uint64_t per_value = 1 + search_iterations(plan.rule);
    const std::uint64_t budget = loop_budget(profile);
    if (own + per_value + 1 > budget) {
        return Error{ErrorCode::too_large,
                     std::to_string(plan.threads) + " threads cannot keep " + std::to_string(plan.shared_words) +
                         " counters within this device's " + std::to_string(budget) +
                         " loop iterations; more threads can",
                     "threads"};
    }
    std::uint64_t chunks = options.blocks;
    if (chunks == 0) {
        // A chunk should be worth adding up all its counters.
        const std::uint64_t least = std::max<std::uint64_t>(plan.threads * tuning.general_values, plan.shared_words);
        chunks = std::clamp<std::uint64_t>(values / least, 1, tuning.general_chunks);
    }
    const std::uint64_t most = (budget - own - 1) / per_value * plan.threads;
    chunks = std::max(chunks, divide_up(values, most));
    plan.values_per_chunk = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(values, chunks), 1));
    plan.chunks = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(values, plan.values_per_chunk), 1));
    plan.loop_iterations = own + divide_up(plan.values_per_chunk, plan.threads) * per_value + 1;
    plan.dispatches = plan.windows;
    return {};
}

std::vector<HistogramKernel> kernels(const HistogramPlan& plan, const DeviceProfile& /*profile*/) {
    const HistogramKernel narrow{"histogram/count_general", spirv::histogram_count_general, {}};
    const HistogramKernel wide{"histogram/count_general_wide", spirv::histogram_count_general_wide, {}};
    const HistogramKernel f64{"histogram/count_general_f64", spirv::histogram_count_general_f64, {}};
    HistogramKernel kernel = size_of(plan.rule.type) < 8 ? narrow : plan.rule.kind == BinRule::Kind::scale ? f64 : wide;
    kernel.constants = constants_of(plan, plan.threads, plan.copies);
    kernel.constants.push_back({VKALGO_CONSTANT_SHARED_EDGES, plan.shared_edges ? plan.rule.bins + 1 : 0});
    return {kernel};
}

void record(const HistogramRecording& recording) {
    const HistogramPlan& plan = recording.plan;
    for (std::uint64_t number = 0; number < plan.windows; ++number) {
        const HistogramRecording::Window window = recording.window(number);
        const shader::GeneralPush push{window.count, window.first, recording.counted, plan.values_per_chunk};
        const BufferView& count_words = recording.count_words ? recording.count_words : window.values;
        const BufferView& edges = recording.edges ? recording.edges : window.values;
        recording.recorder.dispatch(
            *recording.kernels[0], {window.values, count_words, edges, recording.counts}, push,
            Groups::linear(divide_up(window.count, plan.values_per_chunk), recording.recorder.context()));
    }
}

std::string describe(const HistogramPlan& plan) {
    std::string text = chunks_in_words(plan);
    if (plan.copies != 0) {
        text += ", " + std::to_string(plan.copies) + " counters per bin in " + std::to_string(4 * plan.shared_words) +
                " bytes of shared memory";
    }
    if (plan.edges_bytes != 0) {
        text += std::string(", edges in ") + (plan.shared_edges ? "shared" : "global") + " memory";
    }
    return text;
}

}  // namespace

const HistogramMethod& histogram_method_general() {
    static const HistogramMethod method{.name = "general",
                                        .span = "histogram general",
                                        .summary = "what the others leave out: edges at any distance",
                                        .rank = rank,
                                        .general = true,
                                        .plan = plan_general,
                                        .kernels = kernels,
                                        .record = record,
                                        .describe = describe};
    return method;
}

}  // namespace vkalgo

#include "algorithms/histogram/histogram_method.hpp"

#include "algorithms/histogram/even_constants.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

const HistogramMethod* find_histogram_method(std::string_view name) {
    for (const HistogramMethod* method : histogram_methods()) {
        if (name == method->name) {
            return method;
        }
    }
    return nullptr;
}

HistogramRecording::Window HistogramRecording::window(std::uint64_t window) const {
    const std::uint64_t first = window * plan.window_values;
    const std::uint64_t count = std::min(plan.window_values, plan.count - first);
    return {arguments.values.slice(first * size_of(plan.rule.type), histogram_values_bytes(plan.rule.type, count)),
            static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
}

namespace histogram_detail {

static_assert(static_cast<std::uint32_t>(BinRule::Kind::same) == VKALGO_RULE_SAME &&
              static_cast<std::uint32_t>(BinRule::Kind::shift) == VKALGO_RULE_SHIFT &&
              static_cast<std::uint32_t>(BinRule::Kind::divide) == VKALGO_RULE_DIVIDE &&
              static_cast<std::uint32_t>(BinRule::Kind::scale) == VKALGO_RULE_FLOAT &&
              static_cast<std::uint32_t>(BinRule::Kind::shift_wide) == VKALGO_RULE_SHIFT_WIDE &&
              static_cast<std::uint32_t>(BinRule::Kind::divide_wide) == VKALGO_RULE_DIVIDE_WIDE &&
              static_cast<std::uint32_t>(BinRule::Kind::edges) == VKALGO_RULE_EDGES);
static_assert(sizeof(shader::HistogramPush) <= 128 && sizeof(shader::SectionsPush) <= 128 &&
              sizeof(shader::GeneralPush) <= 128);

std::uint32_t most_threads(const DeviceProfile& profile) {
    return std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
}

std::uint32_t threads_of(const HistogramOptions& options, std::uint32_t wanted, const DeviceProfile& profile) {
    return options.threads == 0 ? std::min(wanted, most_threads(profile)) : options.threads;
}

std::uint32_t add_threads(const DeviceProfile& profile) {
    return std::min(256u, most_threads(profile));
}

int rank_zero(std::uint64_t /*bins*/, std::uint64_t /*count*/, const DeviceProfile& /*profile*/) {
    return 0;
}

std::uint32_t counter_words(const DeviceProfile& profile) {
    return profile.shared_memory / 4 - 8;
}

std::uint64_t loop_budget(const DeviceProfile& profile) {
    return profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
}

std::vector<SpecializationConstant> constants_of(const HistogramPlan& plan, std::uint32_t threads,
                                                 std::uint32_t copies_or_ranges) {
    const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); };
    const BinRule& rule = plan.rule;
    std::vector<SpecializationConstant> constants;
    if (rule.kind == BinRule::Kind::scale) {
        constants = even_constants(rule);
    } else {
        constants = {{VKALGO_CONSTANT_RULE_A, low(rule.a)},
                     {VKALGO_CONSTANT_RULE_B, low(rule.b)},
                     {VKALGO_CONSTANT_RULE_C, low(rule.c)}};
    }
    constants.insert(constants.end(), {{VKALGO_CONSTANT_THREADS, threads},
                                       {VKALGO_CONSTANT_BYTES, size_of(rule.type)},
                                       // The sign of a 64-bit value is in its high word.
                                       {VKALGO_CONSTANT_SIGN, low(rule.sign) | high(rule.sign)},
                                       {VKALGO_CONSTANT_RULE, static_cast<std::uint32_t>(rule.kind)},
                                       {VKALGO_CONSTANT_WHOLE, rule.whole ? 1u : 0u},
                                       {VKALGO_CONSTANT_LOW, low(rule.low)},
                                       {VKALGO_CONSTANT_LOW_HIGH, high(rule.low)},
                                       {VKALGO_CONSTANT_SPAN, low(rule.span)},
                                       {VKALGO_CONSTANT_SPAN_HIGH, high(rule.span)},
                                       {VKALGO_CONSTANT_BINS, rule.bins},
                                       {VKALGO_CONSTANT_MERGE, plan.merge ? 1u : 0u},
                                       {VKALGO_CONSTANT_SHARED_WORDS, std::max(plan.shared_words, 1u)},
                                       {VKALGO_CONSTANT_COPIES, copies_or_ranges},
                                       {VKALGO_CONSTANT_INTERVAL, plan.interval},
                                       {VKALGO_CONSTANT_REAL, is_float(rule.type) ? 1u : 0u}});
    return constants;
}

KernelInfo choose_variant(const Variants& variants, const HistogramPlan& plan, const DeviceProfile& profile,
                          std::vector<SpecializationConstant> constants) {
    const int kind = size_of(plan.rule.type) < 8 ? 0 : is_float(plan.rule.type) ? 2 : 1;
    const bool votes = profile.subgroup_vote && profile.subgroup_ballot;
    KernelInfo kernel = variants.of[kind][votes ? 0 : 1];
    kernel.constants = std::move(constants);
    return kernel;
}

Result<void> plan_chunks(HistogramPlan& plan, const HistogramOptions& options, const ChunkWish& wish,
                         const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    const std::uint64_t per_vector = 16 / size_of(plan.rule.type);
    const std::uint64_t values = window_count(plan);
    const std::uint64_t vectors = values / per_vector;
    std::uint64_t chunks = options.blocks;
    if (chunks == 0) {
        chunks = std::min(vectors / (plan.threads * tuning.least_vectors), wish.most_chunks);
        if (wish.least_values != 0) {
            chunks = std::min(chunks, values / wish.least_values);
        }
    }
    chunks = std::max<std::uint64_t>(chunks, 1);
    // Chunks must be short enough for the device's loop budget.
    const std::uint64_t budget = loop_budget(profile);
    // The bin of each value is found once, and that of a vector's first value once more, for merging (tally_vector).
    const std::uint64_t search = bin_iterations(plan.rule);
    const std::uint64_t vector_iterations = wish.vector_iterations + (per_vector + 1) * search;
    const std::uint64_t counter_iterations = wish.counter_iterations + 2 * search;
    const std::uint64_t own = counter_iterations + 2 * (divide_up(plan.shared_words, plan.threads) + 4);
    std::uint64_t most = budget > own ? (budget - own) / vector_iterations : 0;
    if (wish.look_iterations != 0) {
        // A check of the counters follows each interval of vectors.
        most = most / (plan.interval + wish.look_iterations + 2) * plan.interval;
    }
    if (most == 0) {
        return Error{ErrorCode::too_large,
                     "with " + std::to_string(plan.threads) + " threads for " + std::to_string(plan.rule.bins) +
                         " bins, a thread needs more loop iterations than this device allows, " +
                         std::to_string(budget) + "; use more threads or fewer bins",
                     "threads"};
    }
    chunks = std::max(chunks, divide_up(vectors, most * plan.threads));
    plan.vectors_per_chunk = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(vectors, chunks), 1));
    plan.chunks = static_cast<std::uint32_t>(std::max<std::uint64_t>(divide_up(vectors, plan.vectors_per_chunk), 1));
    const std::uint64_t read = divide_up(std::min<std::uint64_t>(vectors, plan.vectors_per_chunk), plan.threads);
    plan.loop_iterations = counter_iterations + read * vector_iterations + 1;
    if (wish.look_iterations != 0) {
        const std::uint64_t looks = divide_up(read, plan.interval);
        // One more check follows the values after the last whole vector.
        plan.loop_iterations += 2 * looks + (looks + 1) * wish.look_iterations;
    }
    plan.dispatches = plan.windows;
    return {};
}

std::string chunks_in_words(const HistogramPlan& plan) {
    return std::to_string(plan.chunks) + (plan.chunks == 1 ? " chunk" : " chunks") + " per window";
}

std::string copies_in_words(const HistogramPlan& plan) {
    return std::to_string(plan.copies) + (plan.copies == 1 ? " counter" : " counters") + " per bin in " +
           std::to_string(4 * plan.shared_words) + " bytes of shared memory";
}

std::uint32_t record_chunks(const HistogramRecording& recording, std::uint64_t number, const BufferView& tables) {
    const HistogramPlan& plan = recording.plan;
    const std::uint64_t per_vector = 16 / size_of(plan.rule.type);
    const HistogramRecording::Window window = recording.window(number);
    const shader::HistogramPush push{window.count, window.first, recording.counted, plan.vectors_per_chunk,
                                     recording.scratch ? 1u : 0u};
    const std::uint64_t chunks =
        std::max<std::uint64_t>(divide_up(window.count / per_vector, plan.vectors_per_chunk), 1);
    const BufferView& count_words = recording.count_words ? recording.count_words : window.values;
    std::vector<Binding> bindings{window.values, window.values, count_words, recording.counts};
    if (tables) {
        bindings.emplace_back(tables);
    }
    recording.recorder.dispatch(*recording.kernels[0], bindings, std::as_bytes(std::span(&push, 1)),
                                Groups::linear(chunks * plan.ranges, recording.recorder.context()));
    return static_cast<std::uint32_t>(chunks);
}

void record_chunks(const HistogramRecording& recording) {
    for (std::uint64_t number = 0; number < recording.plan.windows; ++number) {
        record_chunks(recording, number);
    }
}

}  // namespace histogram_detail

}  // namespace vkalgo

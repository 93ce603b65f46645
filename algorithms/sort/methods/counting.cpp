// Counting sort: a histogram of the keys, a scan of its bins, and a kernel that writes the keys from the scan
// (shaders/sort/fill_keys.comp). Values are moved by a radix sort of the bin numbers.
#include "shaders/sort/counting.h"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/sort/fill_keys.hpp>
#include <vkalgo_spirv/sort/order_bins.hpp>
#include <vkalgo_spirv/sort/widen_keys.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace vkalgo {

namespace {

std::uint64_t bins_of(const SortOptions& options) {
    return std::uint64_t{1} << 8 * size_of(options.type);
}

/// The parts of the scratch. The sort of the values, which runs first, uses `wide` and `wide_scratch`. The sort of the
/// keys uses the other parts, which lie in the same bytes.
struct CountingParts {
    ScratchLayout::Part wide, wide_scratch;
    ScratchLayout::Part starts, by_bits, histogram, scan;
    ScratchNeed need;
};

Result<CountingParts> counting_parts(const SortPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    CountingParts parts;
    const auto begin = layout.mark();
    if (plan.by_bins) {
        parts.wide = layout.add(plan.count * 4);
        parts.wide_scratch = layout.add(plan.by_bins->scratch_bytes);
    }
    layout.rewind(begin);
    const std::uint64_t bins = bins_of(plan.options);
    parts.starts = layout.add((bins + 1) * 4);
    if (is_float(plan.options.type)) {
        parts.by_bits = layout.add((bins + 1) * 4);
    }
    const auto phases = layout.mark();
    VKALGO_TRY(const ScratchNeed histogram, Histogram::scratch({sort_histogram(plan.options), plan.count}, profile));
    parts.histogram = layout.add(histogram.bytes, histogram.usage);
    layout.rewind(phases);
    VKALGO_TRY(const ScratchNeed scan, Scan::scratch({kSortScan, bins + 1}, profile));
    parts.scan = layout.add(scan.bytes, scan.usage);
    parts.need = layout.need();
    return parts;
}

double predict_counting(const SortPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t dispatches = plan.dispatches - (plan.by_bins ? plan.by_bins->dispatches : 0);
    return (plan.by_bins ? plan.by_bins->predicted_ms : 0) + predict_passes(sort_costs(profile).counting, dispatches, 1,
                                                                            plan.count + bins_of(plan.options),
                                                                            size_of(plan.options.type));
}

Result<void> plan_fill(SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    const std::uint64_t vector_keys = 16 / size_of(plan.options.type);
    plan.tiles = divide_up(plan.count, tuning.counting_threads * tuning.counting_vectors * vector_keys);
    if (plan.options.values) {
        VKALGO_TRY(SortPlan by_bins, plan_sort({sort_by_bins(plan.options), plan.count}, profile));
        plan.by_bins = std::make_shared<const SortPlan>(std::move(by_bins));
    }
    VKALGO_TRY(const CountingParts parts, counting_parts(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the counting sort", plan.scratch_bytes, parts.wide.size, profile));
    const std::uint64_t bins = bins_of(plan.options);
    VKALGO_TRY(const HistogramPlan histogram, plan_histogram({sort_histogram(plan.options), plan.count}, profile));
    VKALGO_TRY(const ScanPlan scan, plan_scan({kSortScan, bins + 1}, profile));
    plan.dispatches = histogram.dispatches + scan.dispatches + (is_float(plan.options.type) ? 2 : 1);
    // fill_keys searches once per vector and, at worst, once more for each key of the vector.
    const std::uint64_t search = 8 * size_of(plan.options.type) + 1;
    const std::uint64_t fill = tuning.counting_vectors * (vector_keys + 1) * (search + 2) + 8;
    plan.loop_iterations = std::max({fill, histogram.loop_iterations, scan.loop_iterations});
    if (plan.by_bins) {
        plan.dispatches += plan.by_bins->dispatches + 1;
        plan.loop_iterations = std::max(plan.loop_iterations, plan.by_bins->loop_iterations);
    }
    return {};
}

std::vector<KernelInfo> counting_kernels(const SortPlan& plan, const DeviceProfile& /*profile*/) {
    const SortTuning& tuning = *plan.tuning;
    const std::vector<SpecializationConstant> constants = {
        {VKALGO_COUNTING_CONSTANT_THREADS, tuning.counting_threads},
        {VKALGO_COUNTING_CONSTANT_KEY_BITS, 8 * size_of(plan.options.type)},
        {VKALGO_COUNTING_CONSTANT_KEY, sort_key_kind(plan.options.type)},
        {VKALGO_COUNTING_CONSTANT_DESCENDING, plan.options.descending ? 1u : 0u},
        {VKALGO_COUNTING_CONSTANT_VECTORS, tuning.counting_vectors}};
    std::vector<KernelInfo> made = {{"sort/fill_keys", spirv::sort_fill_keys, constants}};
    if (plan.options.values) {
        made.push_back({"sort/widen_keys", spirv::sort_widen_keys, constants});
    }
    if (is_float(plan.options.type)) {
        made.push_back({"sort/order_bins", spirv::sort_order_bins, constants});
    }
    return made;
}

/// Moves the values by a stable sort of the bins of their keys. Does not change the keys.
Result<void> move_values(const SortRecording& recording, const CountingParts& parts, const shader::CountingPush& push) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const BufferView wide = ScratchLayout::view(recording.arguments.scratch, parts.wide);
    const std::uint64_t words = plan.keys_bytes / 4;
    recorder.dispatch(*recording.kernels[1],
                      {recording.arguments.keys.slice(0, plan.keys_bytes), wide, recording.count_words}, push,
                      Groups::linear(divide_up(words, plan.tuning->counting_threads), recorder.context()));
    return recording.by_bins->record(recorder,
                                     {.keys = wide,
                                      .values = recording.arguments.values,
                                      .scratch = ScratchLayout::view(recording.arguments.scratch, parts.wide_scratch),
                                      .count = plan.count,
                                      .count_buffer = recording.arguments.count_buffer});
}

Result<void> record_counting(const SortRecording& recording) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    VKALGO_TRY(const CountingParts parts, counting_parts(plan, recorder.context().profile()));
    const BufferView scratch = recording.arguments.scratch;
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    const BufferView starts = ScratchLayout::view(scratch, parts.starts);
    const shader::CountingPush push{static_cast<std::uint32_t>(plan.count), recording.counted,
                                    static_cast<std::uint32_t>(plan.tiles)};
    if (plan.options.values) {
        VKALGO_CHECK(move_values(recording, parts, push));
    }
    const std::uint64_t bins = bins_of(plan.options);
    // Keys of f16 are counted by their bits, which do not ascend with the numbers.
    const bool orders = is_float(plan.options.type);
    const BufferView counts = orders ? ScratchLayout::view(scratch, parts.by_bits) : starts;
    VKALGO_CHECK(recording.histogram->record(recorder, {.values = keys,
                                                        .counts = counts,
                                                        .scratch = ScratchLayout::view(scratch, parts.histogram),
                                                        .count = plan.count,
                                                        .count_buffer = recording.arguments.count_buffer}));
    if (orders) {
        recorder.dispatch(*recording.kernels.back(), {counts, starts},
                          shader::OrderPush{static_cast<std::uint32_t>(bins)},
                          Groups::linear(divide_up(bins + 1, plan.tuning->counting_threads), recorder.context()));
    }
    // The histogram's last counter counts values outside the range. No key is outside, so the scan stores the number of
    // keys there.
    VKALGO_CHECK(recording.scan->record(
        recorder,
        {.values = starts, .results = starts, .scratch = ScratchLayout::view(scratch, parts.scan), .count = bins + 1}));
    recorder.dispatch(*recording.kernels[0], {keys, keys, keys, starts, recording.count_words}, push,
                      Groups::linear(plan.tiles, recorder.context()));
    return recorder.status();
}

}  // namespace

const SortMethod& sort_method_counting();
const SortMethod& sort_method_counting() {
    static const SortMethod method{
        .name = "counting",
        .summary = "only keys of 8 and 16 bits: counts each key and writes it that many times; stable",
        .scans = true,
        .stable = true,
        .small_keys = true,
        .predict = predict_counting,
        .plan = plan_fill,
        .kernels = counting_kernels,
        .record = record_counting};
    return method;
}

}  // namespace vkalgo

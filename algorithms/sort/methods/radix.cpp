// Radix sort from the least digit up, each digit by a count, a scan and a scatter (shaders/sort/radix_scatter.glsl).
#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/radix_count.hpp>
#include <vkalgo_spirv/sort/radix_scatter.hpp>
#include <vkalgo_spirv/sort/radix_scatter_plain.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// Where the parts of the scratch lie.
struct Parts {
    ScratchLayout::Part keys, values, table, scan;
    ScratchNeed need;
};

Result<Parts> parts_of(const SortPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    Parts parts;
    parts.keys = layout.add(plan.keys_bytes);
    parts.values = layout.add(plan.values_bytes);
    const std::uint64_t counters = plan.tiles << plan.tuning->bits;
    parts.table = layout.add(counters * 4);
    VKALGO_TRY(const ScratchNeed scan, Scan::scratch({kSortScan, counters}, profile));
    parts.scan = layout.add(scan.bytes, scan.usage);
    parts.need = layout.need();
    return parts;
}

double predict(const SortPlan& plan, const DeviceProfile& profile) {
    return predict_passes(sort_costs(profile).radix, plan.dispatches, sort_digits(plan).passes, plan.count,
                          4 * sort_item_words(plan.options));
}

Result<void> plan_passes(SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    const std::uint64_t tile = std::uint64_t{tuning.radix_threads} * tuning.each;
    plan.tiles = std::max<std::uint64_t>((plan.count + tile - 1) / tile, 1);
    VKALGO_TRY(const Parts parts, parts_of(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    if (plan.scratch_bytes > profile.max_allocation) {
        return Error{ErrorCode::too_large, "the scratch of the radix sort fits no buffer of this device", "count"};
    }
    VKALGO_TRY(const ScanPlan scan, plan_scan({kSortScan, plan.tiles << tuning.bits}, profile));
    const std::uint32_t passes = sort_digits(plan).passes;
    const std::uint64_t copies = passes % 2 == 0 ? 0 : plan.options.values ? 2 : 1;
    plan.dispatches = passes * (2 + scan.dispatches) + copies;
    const std::uint64_t digits = (std::uint64_t{1} << tuning.bits) / tuning.radix_threads + 1;
    const std::uint64_t teams = tuning.radix_threads / tuning.lanes;
    plan.loop_iterations =
        std::max(digits * (2 * teams + 1) + tuning.each * (tuning.bits + 3) + 4, scan.loop_iterations);
    return {};
}

std::vector<SortKernel> kernels(const SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    std::vector<SpecializationConstant> constants = sort_item_constants(plan.options, tuning.radix_threads);
    constants.push_back({VKALGO_SORT_CONSTANT_EACH, tuning.each});
    constants.push_back({VKALGO_SORT_CONSTANT_BITS, tuning.bits});
    constants.push_back({VKALGO_SORT_CONSTANT_LANES, tuning.lanes});
    const bool plain = tuning.lanes == 1;
    const std::uint32_t size = !plain && profile.subgroup_size_control ? tuning.lanes : 0;
    return {{"sort/radix_count", spirv::sort_radix_count, constants},
            {plain ? "sort/radix_scatter_plain" : "sort/radix_scatter",
             plain ? std::span<const std::uint32_t>(spirv::sort_radix_scatter_plain) : spirv::sort_radix_scatter,
             constants, size},
            sort_copy_kernel()};
}

Result<void> record(const SortRecording& recording) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const SortTuning& tuning = *plan.tuning;
    VKALGO_TRY(const Parts parts, parts_of(plan, recorder.context().profile()));
    const BufferView scratch = recording.arguments.scratch;
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    const BufferView other_keys = scratch.slice(parts.keys.offset, plan.keys_bytes);
    const BufferView values = plan.options.values ? recording.arguments.values.slice(0, plan.values_bytes) : keys;
    const BufferView other_values =
        plan.options.values ? scratch.slice(parts.values.offset, plan.values_bytes) : other_keys;
    const std::uint64_t counters = plan.tiles << tuning.bits;
    const BufferView table = scratch.slice(parts.table.offset, counters * 4);
    const BufferView scan_scratch = scratch.slice(parts.scan.offset, parts.scan.size);
    const Groups groups = Groups::linear(plan.tiles, recorder.context());
    const SortDigits digits = sort_digits(plan);
    bool away = digits.passes % 2 != 0;  // the keys are in the scratch
    if (away) {
        copy_sort_words(recorder, *recording.kernels[2], keys, other_keys);
        if (plan.options.values) {
            copy_sort_words(recorder, *recording.kernels[2], values, other_values);
        }
    }
    for (std::uint32_t bit = digits.begin; bit < digits.end; bit += tuning.bits, away = !away) {
        const shader::RadixPush push{static_cast<std::uint32_t>(plan.count), recording.counted,
                                     static_cast<std::uint32_t>(plan.tiles), bit};
        const BufferView& from = away ? other_keys : keys;
        const BufferView& from_values = away ? other_values : values;
        // What a kernel does not look at must be bound all the same.
        recorder.dispatch(*recording.kernels[0], {from, from_values, table, recording.count_words}, push, groups);
        VKALGO_CHECK(recording.scan->record(
            recorder, {.values = table, .results = table, .scratch = scan_scratch, .count = counters}));
        recorder.dispatch(
            *recording.kernels[1],
            {from, from_values, away ? keys : other_keys, away ? values : other_values, table, recording.count_words},
            push, groups);
    }
    return recorder.status();
}

}  // namespace

const SortMethod& sort_method_radix();
const SortMethod& sort_method_radix() {
    static const SortMethod method{.name = "radix",
                                   .summary = "digit by digit from the least; stable; needs room for a second copy",
                                   .scans = true,
                                   .stable = true,
                                   .by_bits = true,
                                   .predict = predict,
                                   .plan = plan_passes,
                                   .kernels = kernels,
                                   .record = record};
    return method;
}

}  // namespace vkalgo

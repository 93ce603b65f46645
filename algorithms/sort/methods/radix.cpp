// Radix sort from the least digit up, each digit by a count, a scan and a scatter (shaders/sort/radix_scatter.glsl, or
// shaders/sort/radix_runs.glsl).
#include "algorithms/divide_up.hpp"
#include "algorithms/sort/radix_passes.hpp"
#include "engine/context.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/radix_count.hpp>
#include <vkalgo_spirv/sort/radix_run.hpp>
#include <vkalgo_spirv/sort/radix_run_count.hpp>
#include <vkalgo_spirv/sort/radix_run_scatter.hpp>
#include <vkalgo_spirv/sort/radix_run_starts.hpp>
#include <vkalgo_spirv/sort/radix_scatter.hpp>
#include <vkalgo_spirv/sort/radix_scatter_plain.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// The parts of the scratch.
struct RadixParts {
    ScratchLayout::Part keys, values, table, scan;
    ScratchNeed need;
};

/// Limits of a sort by runs, in which each invocation sorts one run. There are as many workgroups as are needed for
/// runs of tuning.radix_run items, but at most kMaxRunTiles. If runs would then have more than kLongestRun items, there
/// are more workgroups.
constexpr std::uint64_t kMaxRunTiles = 16;
constexpr std::uint64_t kLongestRun = 8192;

bool by_runs(const SortTuning& tuning) {
    return tuning.radix_run != 0 && tuning.rank_spirv.empty();
}

/// Returns true if the items are one tile, so that each pass is one dispatch.
bool in_one_dispatch(const SortPlan& plan) {
    return by_runs(*plan.tuning) && plan.tiles == 1;
}

std::uint64_t run_tiles(const SortPlan& plan) {
    constexpr std::uint64_t kThreads = VKALGO_SORT_RUN_THREADS;
    const std::uint64_t few = std::min(divide_up(plan.count, kThreads * plan.tuning->radix_run), kMaxRunTiles);
    return std::max({few, divide_up(plan.count, kThreads * kLongestRun), std::uint64_t{1}});
}

/// Returns the number of counters of the table.
std::uint64_t counters_of(const SortPlan& plan) {
    return plan.tiles * (by_runs(*plan.tuning) ? VKALGO_SORT_RUN_THREADS : 1) << plan.tuning->bits;
}

Result<RadixParts> radix_parts(const SortPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    RadixParts parts;
    parts.keys = layout.add(plan.keys_bytes);
    parts.values = layout.add(plan.values_bytes);
    const std::uint64_t counters = counters_of(plan);
    parts.table = layout.add(counters * 4);
    if (by_runs(*plan.tuning)) {
        parts.scan = layout.add(counters * 4);
        parts.need = layout.need();
        return parts;
    }
    VKALGO_TRY(const ScratchNeed scan, Scan::scratch({kSortScan, counters}, profile));
    parts.scan = layout.add(scan.bytes, scan.usage);
    parts.need = layout.need();
    return parts;
}

double predict_radix(const SortPlan& plan, const DeviceProfile& profile) {
    return predict_passes(sort_costs(profile).radix, plan.dispatches, sort_digits(plan).passes, plan.count,
                          4 * sort_item_words(plan.options));
}

Result<void> plan_runs(SortPlan& plan, const DeviceProfile& profile) {
    plan.tiles = run_tiles(plan);
    VKALGO_TRY(const RadixParts parts, radix_parts(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the radix sort", plan.scratch_bytes, parts.table.size, profile));
    const SortDigits passes = sort_digits(plan);
    plan.dispatches = passes.passes * (in_one_dispatch(plan) ? std::uint64_t{1} : 3) + passes.copies(plan.options);
    const std::uint64_t threads = plan.tuning->radix_threads;
    const std::uint64_t length = divide_up(plan.count, plan.tiles * VKALGO_SORT_RUN_THREADS);
    plan.loop_iterations = std::max((std::uint64_t{4} << plan.tuning->bits) + 2 * length + VKALGO_SORT_RUN_THREADS + 6,
                                    2 * divide_up(counters_of(plan), threads) + threads + 3);
    return {};
}

Result<void> plan_passes(SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (by_runs(tuning)) {
        return plan_runs(plan, profile);
    }
    const std::uint64_t tile = std::uint64_t{tuning.radix_threads} * tuning.each;
    plan.tiles = std::max<std::uint64_t>(divide_up(plan.count, tile), 1);
    VKALGO_TRY(const RadixParts parts, radix_parts(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the radix sort", plan.scratch_bytes, parts.table.size, profile));
    VKALGO_TRY(const ScanPlan scan, plan_scan({kSortScan, plan.tiles << tuning.bits}, profile));
    const SortDigits passes = sort_digits(plan);
    plan.dispatches = passes.passes * (2 + scan.dispatches) + passes.copies(plan.options);
    const std::uint64_t digits = (std::uint64_t{1} << tuning.bits) / tuning.radix_threads + 1;
    const std::uint64_t teams = tuning.radix_threads / tuning.lanes;
    plan.loop_iterations =
        std::max(digits * (2 * teams + 1) + tuning.each * (tuning.bits + 3) + 4, scan.loop_iterations);
    return {};
}

std::vector<KernelInfo> run_kernels(const SortPlan& plan) {
    const auto constants = [&](std::uint32_t threads) {
        std::vector<SpecializationConstant> made = sort_item_constants(plan.options, threads);
        made.push_back({VKALGO_SORT_CONSTANT_BITS, plan.tuning->bits});
        return made;
    };
    const auto runs = constants(VKALGO_SORT_RUN_THREADS);
    return {{"sort/radix_run_count", spirv::sort_radix_run_count, runs},
            {"sort/radix_run_scatter", spirv::sort_radix_run_scatter, runs},
            sort_copy_kernel(),
            {"sort/radix_run_starts", spirv::sort_radix_run_starts, constants(plan.tuning->radix_threads)},
            {"sort/radix_run", spirv::sort_radix_run, runs}};
}

std::vector<KernelInfo> radix_kernels(const SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (by_runs(tuning)) {
        return run_kernels(plan);
    }
    std::vector<SpecializationConstant> constants = sort_item_constants(plan.options, tuning.radix_threads);
    constants.push_back({VKALGO_SORT_CONSTANT_EACH, tuning.each});
    constants.push_back({VKALGO_SORT_CONSTANT_BITS, tuning.bits});
    constants.push_back({VKALGO_SORT_CONSTANT_LANES, tuning.lanes});
    const bool plain = tuning.lanes == 1;
    KernelInfo scatter{
        plain ? "sort/radix_scatter_plain" : "sort/radix_scatter",
        plain ? std::span<const std::uint32_t>(spirv::sort_radix_scatter_plain) : spirv::sort_radix_scatter, constants,
        plain || profile.required_subgroup_size() == 0 ? 0 : tuning.lanes};
    if (!tuning.rank_spirv.empty()) {
        scatter = {"sort/radix_scatter of other lanes", tuning.rank_spirv, constants};
    }
    return {{"sort/radix_count", spirv::sort_radix_count, constants}, scatter, sort_copy_kernel()};
}

Result<void> record_radix(const SortRecording& recording) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const SortTuning& tuning = *plan.tuning;
    VKALGO_TRY(const RadixParts parts, radix_parts(plan, recorder.context().profile()));
    const BufferView scratch = recording.arguments.scratch;
    const std::uint64_t counters = counters_of(plan);
    const BufferView table = scratch.slice(parts.table.offset, counters * 4);
    const BufferView scan_scratch = scratch.slice(parts.scan.offset, parts.scan.size);
    const Groups groups = Groups::linear(plan.tiles, recorder.context());
    const SortDigits digits = sort_digits(plan);
    SortViews views = begin_passes(recording, *recording.kernels[2], parts.keys, parts.values);
    for (std::uint32_t bit = digits.begin; bit < digits.end; bit += tuning.bits, views.swap()) {
        const shader::RadixPush push{static_cast<std::uint32_t>(plan.count), recording.counted,
                                     static_cast<std::uint32_t>(plan.tiles), bit};
        const auto scatter = [&](const Kernel& kernel, const BufferView& starts) {
            recorder.dispatch(
                kernel, {views.keys, views.values, views.other_keys, views.other_values, starts, recording.count_words},
                push, groups);
        };
        if (in_one_dispatch(plan)) {
            scatter(*recording.kernels[4], table);
            continue;
        }
        recorder.dispatch(*recording.kernels[0], {views.keys, views.values, table, recording.count_words}, push,
                          groups);
        BufferView starts = table;
        if (by_runs(tuning)) {
            starts = scan_scratch.slice(0, counters * 4);
            recorder.dispatch(*recording.kernels[3], {table, starts}, push, Groups::linear(1, recorder.context()));
        } else {
            VKALGO_CHECK(recording.scan->record(
                recorder, {.values = table, .results = table, .scratch = scan_scratch, .count = counters}));
        }
        scatter(*recording.kernels[1], starts);
    }
    return recorder.status();
}

}  // namespace

const SortMethod& sort_method_radix();
const SortMethod& sort_method_radix() {
    static const SortMethod method{
        .name = "radix",
        .summary = "digit by digit from the least significant; stable; needs memory for a second copy",
        .scans = true,
        .stable = true,
        .by_bits = true,
        .predict = predict_radix,
        .plan = plan_passes,
        .kernels = radix_kernels,
        .record = record_radix};
    return method;
}

}  // namespace vkalgo

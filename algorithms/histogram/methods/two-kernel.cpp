// Method `two-kernel`, from the student report. Each block counts into a table of its own, without atomics; then the
// tables are added one after another (shaders/histogram/count_sections.glsl, add_tables.comp).
#include "algorithms/histogram/even_constants.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/add_tables.hpp>
#include <vkalgo_spirv/histogram/count_sections.hpp>
#include <vkalgo_spirv/histogram/count_sections_f64.hpp>
#include <vkalgo_spirv/histogram/count_sections_wide.hpp>

#include <algorithm>

namespace vkalgo {

const HistogramMethod& histogram_method_two_kernel();

namespace histogram_detail {
namespace {

/// Returns the number of units (SectionsPush) of `count` values: 32-bit words or, for a 64-bit type, values.
std::uint64_t units_of(ElementType type, std::uint64_t count) {
    return size_of(type) == 8 ? count : histogram_values_bytes(type, count) / 4;
}

Result<void> plan_two_kernel(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    plan.threads = threads_of(options, tuning.private_threads, profile);
    plan.reads_per_value = plan.threads;
    plan.blocks = options.blocks == 0 ? tuning.report_blocks : options.blocks;
    // The number of tables besides the first table, which is the result itself.
    const std::uint64_t tables = std::min<std::uint64_t>(plan.scratch_room / plan.counts_bytes, plan.blocks - 1);
    plan.blocks_at_once = static_cast<std::uint32_t>(tables + 1);
    plan.scratch_bytes = tables * plan.counts_bytes;
    const std::uint64_t units = units_of(plan.rule.type, window_count(plan));
    const std::uint64_t section = std::max<std::uint64_t>(divide_up(units, plan.blocks), 1);
    const std::uint64_t per_unit = 1 + std::uint64_t{2} * bin_iterations(plan.rule);
    // A driver may stop a dispatch that takes seconds, so a long section is cut even where loops may be long.
    plan.units_per_dispatch = static_cast<std::uint32_t>(
        std::min({section, std::max<std::uint64_t>((loop_budget(profile) - 1) / per_unit, 1), std::uint64_t{1} << 20}));
    plan.loop_iterations = plan.units_per_dispatch * per_unit + 1;
    const std::uint64_t batches = divide_up(plan.blocks, plan.blocks_at_once);
    if (plan.count != 0) {
        plan.dispatches =
            batches * plan.windows * divide_up(section, plan.units_per_dispatch) + (plan.blocks - batches);
    }
    return {};
}

std::vector<KernelInfo> two_kernel_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                           const DeviceProfile& profile) {
    const KernelInfo narrow{"histogram/count_sections", spirv::histogram_count_sections, {}};
    const KernelInfo wide{"histogram/count_sections_wide", spirv::histogram_count_sections_wide, {}};
    const KernelInfo f64{"histogram/count_sections_f64", spirv::histogram_count_sections_f64, {}};
    return {choose_variant({{{narrow, narrow}, {wide, wide}, {f64, f64}}}, plan, profile,
                           constants_of(plan, plan.threads, 1)),
            {"histogram/add_tables", spirv::histogram_add_tables, constants_of(plan, add_threads(profile), 1)}};
}

void record_two_kernel(const HistogramRecording& recording) {
    const HistogramPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    // Without scratch, the blocks use table 0, the result, one after another. The kernels then do not read the binding
    // of the tables.
    const BufferView tables = recording.scratch ? recording.scratch : recording.counts;
    const std::uint32_t threads = add_threads(recorder.context().profile());
    const std::uint64_t adders = divide_up(plan.counters, threads);
    for (std::uint32_t first = 0; first < plan.blocks; first += plan.blocks_at_once) {
        const std::uint32_t blocks = std::min(plan.blocks_at_once, plan.blocks - first);
        if (recording.scratch) {
            recorder.fill(tables, 0);
        }
        for (std::uint64_t number = 0; number < plan.windows; ++number) {
            const HistogramRecording::Window window = recording.window(number);
            shader::SectionsPush push{};
            push.count = window.count;
            push.first = window.first;
            push.counted = recording.counted;
            push.section_units =
                static_cast<std::uint32_t>(divide_up(units_of(plan.rule.type, window.count), plan.blocks));
            push.first_section = first;
            push.units = plan.units_per_dispatch;
            const BufferView& count_words = recording.count_words ? recording.count_words : window.values;
            for (push.first_unit = 0; push.first_unit < push.section_units; push.first_unit += push.units) {
                recorder.dispatch(*recording.kernels[0], {window.values, count_words, recording.counts, tables}, push,
                                  {blocks, 1, 1});
            }
        }
        for (std::uint32_t table = 0; table + 1 < blocks; ++table) {
            recorder.dispatch(*recording.kernels[1], {recording.counts, recording.counts, tables},
                              shader::AddPush{table}, Groups::linear(adders, recorder.context()));
        }
    }
}

std::string describe_two_kernel(const HistogramPlan& plan) {
    return std::to_string(plan.blocks) + (plan.blocks == 1 ? " section" : " sections") + " per window, " +
           std::to_string(plan.blocks_at_once) + " at a time, each with a table of " +
           std::to_string(std::uint64_t{plan.counters} * 4) + " bytes in memory";
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_two_kernel() {
    using namespace histogram_detail;
    static const HistogramMethod method{
        .name = "two-kernel",
        .span = "histogram two-kernel",
        .summary = "a table per section of the values, no atomics; from a student report",
        .rank = rank_zero,
        .plan = plan_two_kernel,
        .kernels = two_kernel_kernels,
        .record = record_two_kernel,
        .describe = describe_two_kernel};
    return method;
}

}  // namespace vkalgo

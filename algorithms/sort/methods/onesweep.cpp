// Radix sort from the least digit up, each digit by one sweep over the items (shaders/sort/radix_sweep.glsl).
#include "algorithms/divide_up.hpp"
#include "algorithms/sort/radix_passes.hpp"
#include "engine/context.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/radix_starts.hpp>
#include <vkalgo_spirv/sort/radix_sweep.hpp>
#include <vkalgo_spirv/sort/radix_sweep_plain.hpp>
#include <vkalgo_spirv/sort/radix_totals.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// The largest count that a link can hold. A link also holds two bits of state.
constexpr std::uint64_t kMaxKeys = (std::uint64_t{1} << 30) - 1;
constexpr std::uint64_t kMaxTotalsGroups = 1024;

static_assert(static_cast<std::uint32_t>(SortTuning::SweepOrder::workgroup) == VKALGO_SORT_BY_WORKGROUP &&
              static_cast<std::uint32_t>(SortTuning::SweepOrder::ticket) == VKALGO_SORT_BY_TICKET &&
              static_cast<std::uint32_t>(SortTuning::SweepOrder::reversed) == VKALGO_SORT_REVERSED);

/// The parts of the scratch. There is a link per pass, tile and digit, and a ticket after the links of each pass. The
/// links follow the totals, so that one fill clears links and totals.
struct OnesweepParts {
    ScratchLayout::Part keys, values, starts, totals, links;
    ScratchNeed need;
};

std::uint32_t positions_of(const SortPlan& plan) {
    return size_of(plan.options.type) * 8 / plan.tuning->bits;
}

const SweepShape& shape_of(const SortPlan& plan) {
    return plan.count <= plan.tuning->few_keys ? plan.tuning->few_sweep : plan.tuning->sweep;
}

/// Returns the number of words of a pass: its links and its ticket.
std::uint64_t links_of(const SortPlan& plan) {
    return (plan.tiles << plan.tuning->bits) + 1;
}

/// How the keys are divided among the workgroups of radix_totals.
struct TotalsCut {
    std::uint64_t groups = 0;
    /// Items of a workgroup.
    std::uint64_t items = 0;
};

TotalsCut totals_cut(const SortPlan& plan) {
    TotalsCut cut;
    cut.items = std::max(divide_up(plan.count, kMaxTotalsGroups), std::uint64_t{plan.tuning->sweep.threads} * 4);
    cut.groups = divide_up(plan.count, cut.items);
    return cut;
}

OnesweepParts onesweep_parts(const SortPlan& plan) {
    ScratchLayout layout;
    OnesweepParts parts;
    parts.keys = layout.add(plan.keys_bytes);
    parts.values = layout.add(plan.values_bytes);
    const std::uint64_t digits = std::uint64_t{positions_of(plan)} << plan.tuning->bits;
    parts.starts = layout.add(digits * 4);
    parts.totals = layout.add(digits * 4);
    parts.links = layout.add(sort_digits(plan).passes * links_of(plan) * 4);
    parts.need = layout.need();
    return parts;
}

bool able(const DeviceProfile& profile, const SortTuning& tuning) {
    const bool exchanges = !tuning.rank_spirv.empty() ||
                           (profile.subgroup_ballot && profile.subgroup_arithmetic && profile.subgroup_shuffle);
    return profile.memory_model_device_scope && exchanges && tuning.lanes > 1;
}

/// Returns the predicted milliseconds. The fill that clears the links counts as one more dispatch.
double predict_onesweep(const SortPlan& plan, const DeviceProfile& profile) {
    return predict_passes(sort_costs(profile).onesweep, plan.dispatches + 1, sort_digits(plan).passes, plan.count,
                          4 * sort_item_words(plan.options));
}

Result<void> plan_sweeps(SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    if (!able(profile, tuning)) {
        return Error{
            ErrorCode::unsupported,
            "the method 'onesweep' needs subgroups of a known size, a power of two above 1, subgroup shuffles, ballots "
            "and "
            "arithmetic, and the Vulkan memory model with device scope; this device lacks some of these, or they are "
            "not enabled",
            "method"};
    }
    if (plan.count > kMaxKeys) {
        return Error{ErrorCode::too_large,
                     "the method 'onesweep' sorts at most " + std::to_string(kMaxKeys) + " keys; choose 'radix'",
                     "count"};
    }
    const SweepShape& shape = shape_of(plan);
    const std::uint64_t tile = std::uint64_t{shape.threads} * shape.each;
    plan.tiles = std::max<std::uint64_t>(divide_up(plan.count, tile), 1);
    const OnesweepParts parts = onesweep_parts(plan);
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the method 'onesweep'", plan.scratch_bytes, parts.links.size, profile));
    const SortDigits passes = sort_digits(plan);
    plan.dispatches = 2 + passes.passes + passes.copies(plan.options);
    const std::uint64_t digits = std::uint64_t{1} << tuning.bits;
    const std::uint64_t own = divide_up(digits, shape.threads);
    const std::uint64_t teams = shape.threads / tuning.lanes;
    const std::uint64_t tile_loops = own * (4 * teams + 8) + shape.each * (2 * tuning.bits + 12) +
                                     4 * (shape.rounds + std::uint64_t{1}) * shape.each;
    // In the worst case no tile before a workgroup's own tile publishes its counts. The workgroup then polls the last
    // of these tiles as often as it may, and counts the digits of each of these tiles itself.
    const std::uint64_t polled = own * 2 * std::uint64_t{tuning.sweep_patience};
    const std::uint64_t missed = own * 2 * 6 + shape.each + 2 * own + 4;
    const std::uint64_t threads = tuning.sweep.threads;
    const std::uint64_t totals = divide_up(totals_cut(plan).items, threads) * (positions_of(plan) + 1) +
                                 2 * divide_up(digits, threads) * positions_of(plan);
    plan.loop_iterations = std::max({tile_loops + polled + plan.tiles * missed, totals, digits * own});
    if (profile.max_loop_iterations != 0 && plan.loop_iterations > profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     "for this number of keys, a loop of the method 'onesweep' has more than the " +
                         std::to_string(profile.max_loop_iterations) +
                         " iterations that this device allows; choose 'radix'",
                     "count"};
    }
    return {};
}

std::vector<KernelInfo> onesweep_kernels(const SortPlan& plan, const DeviceProfile& profile) {
    const SortTuning& tuning = *plan.tuning;
    const auto constants = [&](const SweepShape& shape) {
        std::vector<SpecializationConstant> made = sort_item_constants(plan.options, shape.threads);
        made.push_back({VKALGO_SORT_CONSTANT_EACH, shape.each});
        made.push_back({VKALGO_SORT_CONSTANT_BITS, tuning.bits});
        return made;
    };
    // On llvmpipe, subgroup operations and the Vulkan memory model do not work together.
    const bool plain = profile.type == DeviceType::software;
    std::vector<KernelInfo> made = {{"sort/radix_totals", spirv::sort_radix_totals, constants(tuning.sweep)},
                                    {"sort/radix_starts", spirv::sort_radix_starts, constants(tuning.sweep)},
                                    sort_copy_kernel()};
    for (const SweepShape& shape : {tuning.sweep, tuning.few_sweep}) {
        made.push_back({plain ? "sort/radix_sweep_plain" : "sort/radix_sweep",
                        plain ? std::span<const std::uint32_t>(spirv::sort_radix_sweep_plain) : spirv::sort_radix_sweep,
                        constants(shape), profile.required_subgroup_size() == 0 ? 0 : tuning.lanes});
        if (!tuning.rank_spirv.empty()) {
            made.back() = {"sort/radix_sweep of other lanes", tuning.rank_spirv, constants(shape)};
        }
        made.back().constants.push_back({VKALGO_SORT_CONSTANT_LANES, tuning.lanes});
        made.back().constants.push_back({VKALGO_SORT_CONSTANT_ROUNDS, shape.rounds});
        made.back().constants.push_back({VKALGO_SORT_CONSTANT_ORDER, static_cast<std::uint32_t>(tuning.sweep_order)});
    }
    return made;
}

Result<void> record_onesweep(const SortRecording& recording) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const SortTuning& tuning = *plan.tuning;
    const OnesweepParts parts = onesweep_parts(plan);
    const BufferView scratch = recording.arguments.scratch;
    const auto part = [&](const ScratchLayout::Part& one) { return scratch.slice(one.offset, one.size); };
    const BufferView totals = part(parts.totals), starts = part(parts.starts), links = part(parts.links);
    const auto count = static_cast<std::uint32_t>(plan.count);
    const auto tiles = static_cast<std::uint32_t>(plan.tiles);

    recorder.fill(scratch.slice(parts.totals.offset, parts.links.offset + parts.links.size - parts.totals.offset), 0);
    SortViews views = begin_passes(recording, *recording.kernels[2], parts.keys, parts.values);
    const TotalsCut cut = totals_cut(plan);
    const auto groups = static_cast<std::uint32_t>(cut.groups);
    recorder.dispatch(*recording.kernels[0], {views.keys, views.values, totals, recording.count_words},
                      shader::TotalsPush{count, recording.counted, groups, static_cast<std::uint32_t>(cut.items)},
                      Groups::linear(groups, recorder.context()));
    const Binding tables[] = {totals, starts};
    recorder.dispatch(*recording.kernels[1], tables, {}, Groups::linear(positions_of(plan), recorder.context()));
    const SortDigits digits = sort_digits(plan);
    const Kernel& sweep = *recording.kernels[plan.count <= tuning.few_keys ? 4 : 3];
    std::uint32_t first_link = 0;
    for (std::uint32_t bit = digits.begin; bit < digits.end; bit += tuning.bits, views.swap()) {
        const shader::SweepPush push{count,      recording.counted,    tiles, bit, bit / tuning.bits << tuning.bits,
                                     first_link, tuning.sweep_patience};
        recorder.dispatch(
            sweep,
            {views.keys, views.values, views.other_keys, views.other_values, starts, links, recording.count_words},
            push, Groups::linear(tiles, recorder.context()));
        first_link += static_cast<std::uint32_t>(links_of(plan));
    }
    return recorder.status();
}

}  // namespace

const SortMethod& sort_method_onesweep();
const SortMethod& sort_method_onesweep() {
    static const SortMethod method{
        .name = "onesweep",
        .summary = "radix sort with one pass per digit, which reads and writes each item once; stable",
        .scans = false,
        .stable = true,
        .by_bits = true,
        .waits = true,
        .predict = predict_onesweep,
        .plan = plan_sweeps,
        .kernels = onesweep_kernels,
        .record = record_onesweep};
    return method;
}

}  // namespace vkalgo

#include "algorithms/sort/shell_method.hpp"

#include "algorithms/sort/shell_reference.hpp"
#include "algorithms/sort/shell_steps.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "engine/context.hpp"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/shell_classes.hpp>
#include <vkalgo_spirv/sort/shell_exchange.hpp>
#include <vkalgo_spirv/sort/shell_extremes.hpp>
#include <vkalgo_spirv/sort/shell_runs.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace vkalgo {

namespace {

/// Returns the kernels of a variant in the order in which shell_kernels() returns them.
std::vector<ShellKernel> kernels_of(ShellVariant variant) {
    switch (variant) {
        case ShellVariant::d:
            return {ShellKernel::runs, ShellKernel::exchange};
        case ShellVariant::e:
            return {ShellKernel::runs, ShellKernel::exchange, ShellKernel::classes};
        case ShellVariant::f:
            return {ShellKernel::runs, ShellKernel::extremes};
        default:
            return {ShellKernel::runs};
    }
}

/// The parts of the scratch.
struct ShellParts {
    ScratchLayout::Part flags;
    std::array<ScratchLayout::Part, 2> extremes;
    ScratchNeed need;
};

ShellParts parts_of(const SortPlan& plan, const ShellTotals& totals) {
    ScratchLayout layout;
    ShellParts parts;
    parts.flags = layout.add(totals.flags * 4);
    for (ScratchLayout::Part& half : parts.extremes) {
        half = layout.add(totals.extremes * sort_item_words(plan.options) * 4);
    }
    parts.need = layout.need();
    return parts;
}

Result<ShellTotals> totals_of(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile) {
    return for_each_shell_step(plan, variant, profile, [](const ShellStep& /*step*/) {});
}

}  // namespace

Result<void> plan_shell(SortPlan& plan, ShellVariant variant, const DeviceProfile& profile) {
    VKALGO_TRY(const ShellTotals totals, totals_of(plan, variant, profile));
    if (plan.options.phases) {
        VKALGO_TRY(const auto increments, shell_increments(plan.options.shell, plan.count));
        VKALGO_CHECK(check_phases(increments.size()));
    }
    plan.dispatches = totals.dispatches;
    plan.loop_iterations = totals.loop_iterations;
    const ShellParts parts = parts_of(plan, totals);
    plan.scratch_bytes = totals.flags == 0 ? 0 : parts.need.bytes;
    if (plan.scratch_bytes > std::min(profile.max_allocation, profile.max_storage_range)) {
        return Error{
            ErrorCode::too_large,
            "the first and last keys of all runs do not fit one buffer of this device; allow fewer threads per class",
            "max_threads"};
    }
    return {};
}

std::vector<KernelInfo> shell_kernels(const SortPlan& plan, ShellVariant variant) {
    const SortTuning& tuning = *plan.tuning;
    const auto constants = [&](std::uint32_t threads, bool holds) {
        auto made = sort_item_constants(plan.options, threads);
        if (holds) {
            made.push_back({VKALGO_SORT_CONSTANT_HELD, tuning.shell_held});
        }
        return made;
    };
    std::vector<KernelInfo> kernels;
    for (const ShellKernel kernel : kernels_of(variant)) {
        switch (kernel) {
            case ShellKernel::runs:
                kernels.push_back({"sort/shell_runs", spirv::sort_shell_runs, constants(tuning.shell_threads, false)});
                break;
            case ShellKernel::exchange:
                kernels.push_back(
                    {"sort/shell_exchange", spirv::sort_shell_exchange, constants(tuning.shell_threads, false)});
                break;
            case ShellKernel::classes:
                kernels.push_back(
                    {"sort/shell_classes", spirv::sort_shell_classes, constants(tuning.shell_class_threads, true)});
                break;
            case ShellKernel::extremes:
                kernels.push_back(
                    {"sort/shell_extremes", spirv::sort_shell_extremes, constants(tuning.shell_run_threads, true)});
                break;
        }
    }
    return kernels;
}

Result<void> record_shell(const SortRecording& recording, ShellVariant variant) {
    const SortPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const DeviceProfile& profile = recorder.context().profile();
    VKALGO_TRY(const ShellTotals totals, totals_of(plan, variant, profile));
    const ShellParts parts = parts_of(plan, totals);
    const BufferView keys = recording.arguments.keys.slice(0, plan.keys_bytes);
    // A binding must not be empty, even if the kernel does not read it.
    const BufferView values = plan.options.values ? recording.arguments.values.slice(0, plan.values_bytes) : keys;
    const auto part = [&](const ScratchLayout::Part& one) {
        return totals.flags == 0 ? keys : recording.arguments.scratch.slice(one.offset, one.size);
    };
    const BufferView flags = part(parts.flags);
    const std::array<BufferView, 2> extremes{part(parts.extremes[0]), part(parts.extremes[1])};
    if (totals.flags != 0) {
        recorder.fill(flags, 0);
    }
    const std::vector<ShellKernel> order = kernels_of(variant);
    std::optional<SpanScope> phase;
    std::uint64_t increment = 0;  // None yet
    VKALGO_CHECK(for_each_shell_step(plan, variant, profile, [&](const ShellStep& step) {
        if (plan.options.phases && step.push.increment != increment) {
            increment = step.push.increment;
            phase.reset();  // Must end before the next one begins
            phase.emplace(recorder, shell_span(increment));
        }
        const auto index = std::find(order.begin(), order.end(), step.kernel) - order.begin();
        const Kernel& kernel = *recording.kernels[static_cast<std::size_t>(index)];
        const Groups groups = Groups::linear(step.groups, recorder.context());
        shader::ShellPush push = step.push;
        push.counted = recording.counted;
        if (step.kernel == ShellKernel::runs) {
            recorder.dispatch(kernel, {keys, values, flags, recording.count_words}, push, groups);
        } else if (step.kernel == ShellKernel::extremes) {
            recorder.dispatch(kernel,
                              {keys, values, keys, values, flags, flags, extremes[step.upper_half ? 0 : 1],
                               extremes[step.upper_half ? 1 : 0], recording.count_words},
                              push, groups);
        } else {
            recorder.dispatch(kernel, {keys, values, keys, values, flags, flags, recording.count_words}, push, groups);
        }
    }));
    return recorder.status();
}

Result<void> shell_result(const SortPlan& plan, ShellVariant variant, std::span<std::byte> keys,
                          std::span<std::uint32_t> values) {
    VKALGO_TRY(const auto cuts, plan_shell_cuts(variant, plan.options.shell, plan.count));
    const std::size_t bytes = size_of(plan.options.type);
    const std::vector<std::uint64_t> ordinals = sort_ordinals(keys, plan.options);
    std::vector<ShellItem> items(plan.count);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto index = static_cast<std::uint32_t>(i);
        items[i] = {ordinals[i], index, plan.options.indices ? index : 0};
    }
    reference_shell(items, cuts, variant);
    const std::vector<std::byte> old_keys(keys.begin(), keys.end());
    const std::vector<std::uint32_t> old_values(values.begin(), values.end());
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::memcpy(keys.data() + i * bytes, old_keys.data() + items[i].value * bytes, bytes);
        if (!values.empty()) {
            values[i] = old_values[items[i].value];
        }
    }
    return {};
}

}  // namespace vkalgo

#include "algorithms/divide_up.hpp"
#include "algorithms/volume/thinning_method.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/volume/step_lee.hpp>

#include <algorithm>
#include <limits>

namespace vkalgo {

namespace {

constexpr std::size_t kStep = kFirstOwnKernel;

void plan_lee(ThinningPlan& plan, ScratchLayout& layout) {
    for (ScratchLayout::Part* const twice : {&plan.changed[0], &plan.work, &plan.queued}) {
        *twice = layout.add(2 * 4 * std::uint64_t{plan.bricks});
    }
    plan.open = layout.add(plan.bytes);
    plan.rounds = std::numeric_limits<std::uint32_t>::max();
}

std::vector<KernelInfo> lee_kernels() {
    const auto [any, square] = brick_kernels("volume/step_lee", spirv::volume_step_lee);
    return {any, square};
}

void record_lee(const ThinningRecording& recording) {
    Recorder& recorder = recording.recorder;
    const ThinningPlan& plan = recording.plan;
    const ThinningRounds& range = recording.arguments.rounds;
    shader::ThinningPush push = recording.push();
    const std::uint64_t list_groups = divide_up(plan.bricks, VKALGO_BRICK_ROWS);
    push.list_groups = static_cast<std::uint32_t>(list_groups);
    push.sides = plan.shape.z == 1 ? 4 : 6;
    // On a software device a step has a high fixed cost, so long steps pay: workgroups follow decisions from brick to
    // brick. On a GPU this would leave most of the device idle.
    push.follows = recorder.context().profile().type == DeviceType::software ? 1 : 0;
    const BufferView open = recording.part(plan.open), queued = recording.part(plan.queued);
    const BufferView sizes = recording.part(plan.arguments);
    // begin_thinning made both copies. The skeleton is thinned in place; the other copy is the volume as it was before
    // the current side was thinned.
    const Binding bindings[] = {recording.skeleton(),
                                recording.part(plan.other),
                                open,
                                recording.part(plan.list),
                                recording.part(plan.work),
                                queued,
                                recording.part(plan.status),
                                recording.part(plan.occupied),
                                recording.part(plan.changed[0]),
                                sizes};
    const Kernel& kernel = recording.brick_kernel(kStep);
    const std::span<const std::byte> pushed = std::as_bytes(std::span(&push, 1));
    if (range.first == 0) {
        recorder.fill(open, 0);
        recorder.fill(queued, 0);
    }
    const std::uint32_t end = range.first + std::min(range.count, plan.rounds - std::min(plan.rounds, range.first));
    for (std::uint32_t step = range.first; step < end && recorder.status(); ++step) {
        if (step == 0) {
            recorder.dispatch(kernel, bindings, pushed, Groups::linear(list_groups, recorder.context()));
            continue;
        }
        const std::uint64_t slot = step % 2 * sizeof(std::uint32_t) * VKALGO_LEE_GRID_WORDS;
        recorder.dispatch_indirect(kernel, bindings, pushed, sizes.slice(slot, sizeof(VkDispatchIndirectCommand)));
    }
}

}  // namespace

const ThinningMethod& thinning_method_lee();
const ThinningMethod& thinning_method_lee() {
    static const ThinningMethod method{
        .name = "lee",
        .summary = "six sides in turn, as if voxel by voxel (Lee, Kashyap and Chu 1994); only curves",
        .surfaces = false,
        .chunk = 1024,
        .plan = plan_lee,
        .kernels = lee_kernels,
        .record = record_lee,
    };
    return method;
}

}  // namespace vkalgo

#include "algorithms/divide_up.hpp"
#include "algorithms/volume/thinning_method.hpp"
#include <vkalgo_spirv/volume/advance_lee.hpp>
#include <vkalgo_spirv/volume/step_lee.hpp>

#include <algorithm>
#include <limits>

namespace vkalgo {

namespace {

enum LeeKernel : std::size_t { kAdvance = kFirstOwnKernel, kStep };

void plan_lee(ThinningPlan& plan, ScratchLayout& layout) {
    for (ScratchLayout::Part* const twice : {&plan.changed[0], &plan.work, &plan.queued}) {
        *twice = layout.add(2 * 4 * std::uint64_t{plan.bricks});
    }
    plan.open = layout.add(plan.bytes);
    plan.rounds = std::numeric_limits<std::uint32_t>::max();
}

std::vector<KernelInfo> lee_kernels() {
    const auto [any, square] = brick_kernels("volume/step_lee", spirv::volume_step_lee);
    return {{"volume/advance_lee", spirv::volume_advance_lee}, any, square};
}

void record_lee(const ThinningRecording& recording) {
    Recorder& recorder = recording.recorder;
    const ThinningPlan& plan = recording.plan;
    const ThinningRounds& range = recording.arguments.rounds;
    shader::ThinningPush push = recording.push();
    push.list_groups = static_cast<std::uint32_t>(divide_up(plan.bricks, VKALGO_BRICK_ROWS));
    push.sides = plan.shape.z == 1 ? 4 : 6;
    const BufferView status = recording.part(plan.status);
    const BufferView open = recording.part(plan.open), queued = recording.part(plan.queued);
    const BufferView grid = recording.part(plan.arguments).slice(0, sizeof(VkDispatchIndirectCommand));
    // begin_thinning made both copies. The skeleton is thinned in place; the other copy is the volume as it was when a
    // side began.
    const Binding bindings[] = {recording.skeleton(),
                                recording.part(plan.other),
                                open,
                                recording.part(plan.list),
                                recording.part(plan.work),
                                queued,
                                status,
                                recording.part(plan.occupied),
                                recording.part(plan.changed[0])};
    if (range.first == 0) {
        recorder.fill(open, 0);
        recorder.fill(queued, 0);
    }
    const std::uint32_t most = std::min(range.count, plan.rounds - std::min(plan.rounds, range.first));
    for (std::uint32_t k = 0; k < most && recorder.status(); ++k) {
        recorder.dispatch(*recording.kernels[kAdvance], {status, recording.part(plan.arguments)}, push, {1, 1, 1});
        recorder.dispatch_indirect(recording.brick_kernel(kStep), bindings, std::as_bytes(std::span(&push, 1)), grid);
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

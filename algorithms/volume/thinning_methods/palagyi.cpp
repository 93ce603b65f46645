#include "algorithms/volume/thinning_method.hpp"
#include <vkalgo_spirv/volume/fold_bricks.hpp>
#include <vkalgo_spirv/volume/thin_palagyi.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace vkalgo {

namespace {

enum PalagyiKernel : std::size_t { kFold = kFirstOwnKernel, kThin };

/// The directions of the templates in one subiteration, as distances in the workgroup's memory. `up` is the direction
/// of the border that is thinned.
struct View {
    std::int32_t up, east, south;
};
/// Returns the views from up, down, north, south, east and west of the paper: z + 1, z - 1, y - 1, y + 1, x + 1, x - 1.
std::array<View, 6> views(const ThinningPlan& plan) {
    // Distances in the workgroup's memory, as in shaders/volume/brick_rows.glsl.
    const std::int32_t east = 1, south = 3, down = 3 * ((1 << plan.brick_bits) + 2);
    return {{{down, east, south},
             {-down, east, south},
             {-south, east, down},
             {south, east, down},
             {east, south, down},
             {-east, south, down}}};
}

void plan_palagyi(ThinningPlan& plan, ScratchLayout& layout) {
    for (ScratchLayout::Part& changed : plan.changed) {
        changed = layout.add(4 * std::uint64_t{plan.bricks});
    }
    // Each round except the last two deletes at least one voxel, and at least one voxel stays. Of the last two, one
    // deletes nothing, and one detects this.
    plan.rounds = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(plan.shape.voxels() + 1, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<KernelInfo> palagyi_kernels() {
    const auto [any, square] = brick_kernels("volume/thin_palagyi", spirv::volume_thin_palagyi);
    return {{"volume/fold_bricks", spirv::volume_fold_bricks}, any, square};
}

/// Records one iteration: the list of bricks, the dispatch size that follows from it, and a dispatch of that size per
/// direction.
void record_iteration(const ThinningRecording& recording, std::uint32_t iteration, const Round& round) {
    Recorder& recorder = recording.recorder;
    const ThinningPlan& plan = recording.plan;
    shader::ThinningPush push = recording.push();
    push.first = iteration == 0 ? 1 : 0;
    const auto pushed = [&] { return std::as_bytes(std::span(&push, 1)); };
    const BufferView status = recording.part(plan.status), list = recording.part(plan.list);
    const BufferView changed = recording.part(plan.changed[iteration % 2]);
    const BufferView grid = recording.part(plan.arguments).slice(0, sizeof(VkDispatchIndirectCommand));
    const Binding listing[] = {recording.part(plan.occupied), recording.part(plan.changed[(iteration + 1) % 2]),
                               changed, list, status};
    recorder.dispatch_indirect(*recording.kernels[kListBricks], listing, pushed(), round.grid(0));
    recorder.dispatch(*recording.kernels[kFold], {status, recording.part(plan.arguments)}, push, {1, 1, 1});
    // Six dispatches (four for an image) bring the volume back to the first copy. Bricks that are not listed are equal
    // in both copies. For an image, no template would match a border in the z direction of its only slice.
    std::array<BufferView, 2> copies{recording.skeleton(), recording.part(plan.other)};
    const std::array all = views(plan);
    for (const View& view : std::span(all).subspan(plan.shape.z == 1 ? 2 : 0)) {
        push.up = view.up;
        push.east = view.east;
        push.south = view.south;
        const Binding bindings[] = {copies[0], copies[1], list, status, changed};
        recorder.dispatch_indirect(recording.brick_kernel(kThin), bindings, pushed(), grid);
        std::swap(copies[0], copies[1]);
    }
}

void record_palagyi(const ThinningRecording& recording) {
    const ThinningPlan& plan = recording.plan;
    const ThinningRounds& range = recording.arguments.rounds;
    const std::uint32_t most = std::min(range.count, plan.rounds - std::min(plan.rounds, range.first));
    if (most == 0) {
        return;
    }
    const std::array grids{recording.list_groups()};
    recording.recorder.record_rounds(
        {.most = most, .done = recording.done(), .grids = grids, .arguments = recording.part(plan.grids)},
        [&](const Round& round) -> Result<void> {
            record_iteration(recording, range.first + round.index, round);
            return {};
        });
}

}  // namespace

const ThinningMethod& thinning_method_palagyi();
const ThinningMethod& thinning_method_palagyi() {
    static const ThinningMethod method{
        .name = "palagyi",
        .summary = "six directions in turn, all voxels of a side at once (Palagyi and Kuba 1998)",
        .surfaces = true,
        .chunk = 64,
        .plan = plan_palagyi,
        .kernels = palagyi_kernels,
        .record = record_palagyi,
    };
    return method;
}

}  // namespace vkalgo

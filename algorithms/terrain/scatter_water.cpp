#include "algorithms/terrain/scatter_water.hpp"

#include "algorithms/divide_up.hpp"
#include <vkalgo_spirv/terrain/begin_accumulation.hpp>
#include <vkalgo_spirv/terrain/scatter_water.hpp>

namespace vkalgo {

std::vector<KernelInfo> scatter_water_kernels() {
    return {{"terrain/begin_accumulation", spirv::terrain_begin_accumulation},
            {"terrain/scatter_water", spirv::terrain_scatter_water}};
}

void record_scatter_water(const AccumulationRecording& recording) {
    const AccumulationPlan& plan = recording.plan;
    const AccumulationArguments& arguments = recording.arguments;
    if (arguments.rounds.first == 0) {
        begin_moving_water(recording, *recording.kernels[0]);
    }
    const std::uint64_t across = divide_up(plan.grid.width, plan.method->block);
    const std::uint64_t blocks = across * divide_up(plan.grid.height, plan.method->block);
    recording.rounds(
        *recording.kernels[1], blocks,
        [&](std::uint32_t round) {
            const BufferView moving = recording.part(plan.moving[round % 2]);
            return std::vector<Binding>{arguments.codes, moving,
                                        moving,          recording.part(plan.moving[(round + 1) % 2]),
                                        arguments.sums,  recording.part(plan.status)};
        },
        [&](std::uint32_t round) {
            shader::WaterPush push = recording.push(blocks);
            push.across = static_cast<std::uint32_t>(across);
            push.round = round;
            const auto bytes = std::as_bytes(std::span(&push, 1));
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        });
}

}  // namespace vkalgo

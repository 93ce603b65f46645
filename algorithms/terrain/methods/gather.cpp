// The method without atomics of the course slides on CUDA: every cell fetches what flows in, round by round.
#include "algorithms/terrain/accumulation_method.hpp"
#include <vkalgo_spirv/terrain/begin_accumulation.hpp>
#include <vkalgo_spirv/terrain/gather_water.hpp>

namespace vkalgo {

namespace {

std::vector<KernelInfo> gather_water_kernels() {
    return {{"terrain/begin_accumulation", spirv::terrain_begin_accumulation},
            {"terrain/gather_water", spirv::terrain_gather_water}};
}

void record_gather_water(const AccumulationRecording& recording) {
    const AccumulationPlan& plan = recording.plan;
    const AccumulationArguments& arguments = recording.arguments;
    if (arguments.rounds.first == 0) {
        begin_moving_water(recording, *recording.kernels[0]);
    }
    recording.rounds(
        *recording.kernels[1], plan.grid.cells(),
        [&](std::uint32_t round) {
            return std::vector<Binding>{arguments.codes,
                                        recording.part(plan.moving[round % 2]),
                                        recording.part(plan.moving[(round + 1) % 2]),
                                        arguments.sums,
                                        arguments.sums,
                                        recording.part(plan.status)};
        },
        [&](std::uint32_t round) {
            shader::WaterPush push = recording.push(plan.grid.cells());
            push.round = round;
            const auto bytes = std::as_bytes(std::span(&push, 1));
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        });
}

}  // namespace

const AccumulationMethod& accumulation_method_gather();
const AccumulationMethod& accumulation_method_gather() {
    static const AccumulationMethod method{"gather",
                                           "every cell fetches the water that flows in, step by step; no atomics",
                                           5,
                                           1,
                                           true,
                                           plan_moving_water,
                                           gather_water_kernels,
                                           record_gather_water};
    return method;
}

}  // namespace vkalgo

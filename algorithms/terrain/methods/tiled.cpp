// Sums within tiles, then pointer doubling over the border cells of the tiles, then sums within tiles again
// (shaders/terrain/{sum,join,finish}_tiles).
#include "algorithms/divide_up.hpp"
#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/finish_tiles.hpp>
#include <vkalgo_spirv/terrain/join_tiles.hpp>
#include <vkalgo_spirv/terrain/sum_tiles.hpp>

#include <bit>
#include <string>

namespace vkalgo {

namespace {

enum KernelIndex : std::size_t { kSum, kJoin, kFinish };

Result<void> plan_tiles(AccumulationPlan& plan, ScratchLayout& layout, const DeviceProfile& profile) {
    plan.side = water_side(*plan.tuning, plan.words, profile);
    plan.tiles_across = static_cast<std::uint32_t>(divide_up(plan.grid.width, plan.side));
    plan.tiles_down = static_cast<std::uint32_t>(divide_up(plan.grid.height, plan.side));
    std::uint64_t nodes = 1;  // The node that stands for circles
    if (plan.tiles_down > 1) {
        nodes += 2 * std::uint64_t{plan.tiles_down} * plan.grid.width;
    }
    if (plan.tiles_across > 1) {
        nodes += 2 * std::uint64_t{plan.tiles_across} * plan.grid.height;
    }
    plan.node_sums = layout.add(3 * (divide_up(4 * plan.words * nodes, 256) * 256));
    for (ScratchLayout::Part& part : plan.node_pointers) {
        part = layout.add(4 * nodes);
    }
    if (plan.node_sums.size > profile.max_storage_range) {
        return Error{ErrorCode::too_large,
                     "the cells at the borders of tiles need " + std::to_string(plan.node_sums.size) +
                         " bytes in one buffer, but this device binds at most " +
                         std::to_string(profile.max_storage_range),
                     "grid"};
    }
    plan.nodes = static_cast<std::uint32_t>(nodes);
    // Each round doubles the length of the pointers, so after bit_width(nodes) rounds all pointers have ended. Then one
    // round moves nothing, and one more round detects this.
    plan.rounds = static_cast<std::uint32_t>(std::bit_width(nodes)) + 2;
    const std::uint64_t cells = std::uint64_t{plan.side} * plan.side / plan.threads;
    const auto halvings = static_cast<std::uint64_t>(std::bit_width(plan.side));
    plan.loop_iterations = 4 * cells + 4 * plan.side + (2 * halvings + 1) * (cells + 4);
    return {};
}

std::vector<KernelInfo> tiled_water_kernels() {
    return {{"terrain/sum_tiles", spirv::terrain_sum_tiles},
            {"terrain/join_tiles", spirv::terrain_join_tiles},
            {"terrain/finish_tiles", spirv::terrain_finish_tiles}};
}

void record_tiled_water(const AccumulationRecording& recording) {
    const AccumulationPlan& plan = recording.plan;
    const AccumulationArguments& arguments = recording.arguments;
    Recorder& recorder = recording.recorder;
    const std::uint64_t section = plan.node_sums.size / 3;
    const BufferView sums = recording.part(plan.node_sums);
    const BufferView status = recording.part(plan.status);
    const auto sums_of = [&](std::uint32_t round) { return sums.slice(round % 3 * section, section); };
    const auto pointers_of = [&](std::uint32_t round) { return recording.part(plan.node_pointers[round % 2]); };
    shader::WaterTilesPush push{plan.grid.width,
                                plan.grid.height,
                                plan.tiles_across,
                                plan.tiles_down,
                                plan.nodes,
                                static_cast<std::uint32_t>(section / 4 / plan.words),
                                0,
                                recording.flags()};
    const Groups tiles = Groups::linear(std::uint64_t{plan.tiles_across} * plan.tiles_down, recorder.context());
    if (arguments.rounds.first == 0) {
        recorder.fill(status, 0);
        recorder.fill(sums, 0);
        recorder.fill(pointers_of(0), VKALGO_WATER_END);
        recorder.dispatch(*recording.kernels[kSum], {arguments.codes, recording.weights(), pointers_of(0), sums_of(0)},
                          push, tiles);
    }
    recording.rounds(
        *recording.kernels[kJoin], plan.nodes,
        [&](std::uint32_t round) {
            return std::vector<Binding>{sums_of(round),     sums_of(round + 1),     sums_of(round + 2),
                                        pointers_of(round), pointers_of(round + 1), status};
        },
        [&](std::uint32_t round) {
            push.round = round;
            const auto bytes = std::as_bytes(std::span(&push, 1));
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        });
    if (arguments.rounds.last) {
        recorder.dispatch(*recording.kernels[kFinish],
                          {arguments.codes, recording.weights(), sums, arguments.sums, status}, push, tiles);
    }
}

}  // namespace

const AccumulationMethod& accumulation_method_tiled();
const AccumulationMethod& accumulation_method_tiled() {
    static const AccumulationMethod method{
        "tiled",
        "sums within tiles, joined by pointer doubling over the cells at their borders",
        10,
        1,
        false,
        plan_tiles,
        tiled_water_kernels,
        record_tiled_water};
    return method;
}

}  // namespace vkalgo

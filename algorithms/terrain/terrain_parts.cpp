#include "algorithms/terrain/terrain_parts.hpp"

#include "algorithms/divide_up.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>

namespace vkalgo {

static_assert(sizeof(shader::TerrainPush) <= 128 && sizeof(shader::TerrainRoundPush) <= 128);
static_assert(VKALGO_TERRAIN_DONE == 0, "scratch begins with it");

TerrainTuning terrain_tuning(const DeviceProfile& profile) {
    TerrainTuning tuning;
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    while (tuning.threads > most) {
        tuning.threads /= 2;
    }
    tuning.water_side = water_side(tuning, 1, profile);
    return tuning;
}

std::uint32_t water_side(const TerrainTuning& tuning, std::uint32_t words, const DeviceProfile& profile) {
    // In shared memory a tile has, per cell, a sum of `words` words and a pointer of 2 bytes. 64 bytes are left for
    // other variables.
    const std::uint32_t side = tuning.water_side;
    return side * side * (4 * words + 2) + 64 > profile.shared_memory ? side / 2 : side;
}

std::uint64_t terrain_loop_budget(const DeviceProfile& profile) {
    return profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
}

Result<std::vector<std::shared_ptr<const Kernel>>> terrain_kernels(Context& context, std::vector<KernelInfo> infos,
                                                                   std::uint32_t threads, std::uint32_t side,
                                                                   std::uint32_t block, std::uint32_t words) {
    for (KernelInfo& info : infos) {
        info.constants = {{VKALGO_TERRAIN_CONSTANT_THREADS, threads},
                          {VKALGO_TERRAIN_CONSTANT_SIDE, side},
                          {VKALGO_TERRAIN_CONSTANT_BLOCK, block},
                          {VKALGO_TERRAIN_CONSTANT_WORDS, words}};
    }
    return context.kernels(infos);
}

Result<void> check_terrain(const TerrainGrid& grid, std::uint64_t bytes_per_cell, std::uint32_t threads,
                           const DeviceProfile& profile) {
    VKALGO_CHECK(check_grid(grid));
    const std::uint64_t bytes = grid.cells() * bytes_per_cell;
    const std::uint64_t groups = divide_up(grid.cells(), threads);
    const std::uint64_t most_groups = std::uint64_t{profile.max_workgroup_count[0]} * profile.max_workgroup_count[1];
    const std::string cells = std::to_string(grid.width) + " x " + std::to_string(grid.height) + " cells need ";
    if (bytes > profile.max_storage_range) {
        return Error{ErrorCode::too_large,
                     cells + std::to_string(bytes) + " bytes in one buffer, but this device binds at most " +
                         std::to_string(profile.max_storage_range),
                     "grid"};
    }
    if (groups > most_groups) {
        return Error{ErrorCode::too_large,
                     cells + std::to_string(groups) + " workgroups, but a dispatch of this device has at most " +
                         std::to_string(most_groups),
                     "grid"};
    }
    return {};
}

shader::TerrainPush terrain_push(const TerrainGrid& grid, std::uint64_t count) {
    const FlowWeights weights = flow_weights(grid.dx, grid.dy);
    const auto low = [](double value) { return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value)); };
    const auto high = [](double value) {
        return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32);
    };
    return {.width = grid.width,
            .height = grid.height,
            .count = static_cast<std::uint32_t>(count),
            .flags = 0,
            .east = weights.east,
            .south = weights.south,
            .diagonal = weights.diagonal,
            .to_east_low = low(weights.to_east),
            .to_east_high = high(weights.to_east),
            .to_south_low = low(weights.to_south),
            .to_south_high = high(weights.to_south),
            .to_diagonal_low = low(weights.to_diagonal),
            .to_diagonal_high = high(weights.to_diagonal),
            .above = VKALGO_TERRAIN_NO_SEAM,
            .below = VKALGO_TERRAIN_NO_SEAM};
}

void dispatch_terrain(Recorder& recorder, const Kernel& kernel, std::initializer_list<Binding> bindings,
                      const shader::TerrainPush& push, std::uint32_t threads) {
    recorder.dispatch(kernel, bindings, push, Groups::linear(divide_up(push.count, threads), recorder.context()));
}

BufferView first_bytes(const BufferView& view, std::uint64_t bytes) {
    return view.slice(0, bytes);
}

TileRounds TileRounds::plan(const TerrainGrid& grid, const TileWork& work, const TerrainTuning& tuning,
                            const DeviceProfile& profile, ScratchLayout& layout) {
    TileRounds rounds;
    rounds.side = tuning.side;
    rounds.tiles_across = static_cast<std::uint32_t>(divide_up(grid.width, rounds.side));
    rounds.tiles = static_cast<std::uint32_t>(rounds.tiles_across * divide_up(grid.height, rounds.side));
    rounds.rounds = static_cast<std::uint32_t>(grid.cells() + 2);
    const std::uint64_t budget = terrain_loop_budget(profile);
    rounds.iterations =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>((budget - work.once) / work.sweep, 1, tuning.iterations));
    const std::uint64_t per_tile = work.once + work.sweep * rounds.iterations;
    // Takes enough workgroups to fill the device and to keep each within the budget of loop iterations, and few enough
    // that workgroups without work cost little.
    const std::uint64_t most_tiles = std::max<std::uint64_t>(budget / per_tile, 1);
    rounds.groups = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::max<std::uint64_t>(tuning.groups, divide_up(rounds.tiles, most_tiles)), rounds.tiles));
    rounds.loop_iterations = per_tile * divide_up(rounds.tiles, rounds.groups);
    rounds.status = layout.add(4 * (VKALGO_TERRAIN_STAMPS + std::uint64_t{rounds.tiles}));
    for (ScratchLayout::Part& list : rounds.lists) {
        list = layout.add(4 * std::uint64_t{rounds.tiles});
    }
    rounds.grids = layout.add(Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    return rounds;
}

void TileRounds::begin(Recorder& recorder, const BufferView& scratch) const {
    recorder.fill(ScratchLayout::view(scratch, status), 0);
}

void TileRounds::record(Recorder& recorder, const Kernel& kernel, const TerrainGrid& grid, const RoundRange& range,
                        const BufferView& scratch, const std::vector<Binding>& own) const {
    const std::uint32_t most = std::min(range.count, rounds - std::min(rounds, range.first));
    if (most == 0) {
        return;
    }
    const BufferView state = ScratchLayout::view(scratch, status);
    const std::array dispatched{Groups::linear(groups, recorder.context())};
    recorder.record_rounds(
        {.most = most,
         .done = state.slice(4 * VKALGO_TERRAIN_DONE, 4),
         .grids = dispatched,
         .arguments = ScratchLayout::view(scratch, grids)},
        [&](const Round& round) -> Result<void> {
            const std::uint32_t number = range.first + round.index;
            const shader::TerrainRoundPush push{grid.width, grid.height, tiles_across, tiles, number, iterations};
            std::vector<Binding> bindings = own;
            for (const ScratchLayout::Part& part : {status, lists[number % 2], lists[(number + 1) % 2]}) {
                bindings.emplace_back(ScratchLayout::view(scratch, part));
            }
            recorder.dispatch_indirect(kernel, bindings, std::as_bytes(std::span(&push, 1)), round.grid(0));
            return {};
        });
}

}  // namespace vkalgo

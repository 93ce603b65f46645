#include "algorithms/dp/methods/tile/tile_shape.hpp"

#include "algorithms/dp/method/lanes.hpp"

#include <algorithm>

namespace vkalgo::dp {

std::int64_t tile_processors(const DeviceProfile& profile) {
    constexpr std::int64_t kUnknown = 16;
    return profile.processors != 0 ? profile.processors : kUnknown;
}

TileShape choose_tile_shape(const DeviceProfile& profile, const TileNeeds& needs) {
    const bool persistent = needs.persistent;
    const std::int64_t interior_rows = needs.rows;
    TileShape tile;
    const TeamLanes lanes = choose_team_lanes(profile, needs.forced_lanes);
    tile.lanes = lanes.count;
    tile.shared_lanes = lanes.shared;
    tile.porter = persistent;
    tile.table = needs.table;
    tile.cell_bytes = needs.cell_bytes;
    tile.input_bytes = needs.input_bytes;
    if (tile.porter && tile.table && !tile.shared_lanes) {
        tile.storers = 4;
    }
    if (profile.type == DeviceType::software) {
        // A CPU has few lanes and even fewer cores. So many rows per lane and one strip per workgroup are fastest.
        tile.registers = 16;
        tile.teams = 1;
    } else {
        // Measured on an H200 of 132 processors (docs/benchmarks.md). Few strips per workgroup are best, since each
        // strip waits for the strip above, but there should be no more groups of strips than processors. If even more
        // strips are needed, 4 per workgroup are best, then 8; 6, 7, 12 and 15 were slower, since a processor has four
        // schedulers. Few rows per lane are best too, since a step is a chain of registers + kGroup - 1 cells.
        const std::int64_t lanes_at_once = tile_processors(profile) * tile.lanes;
        const std::int64_t rows_per_lane = (interior_rows + lanes_at_once - 1) / lanes_at_once;
        tile.registers = !persistent                                  ? (interior_rows < 135'000 ? 8 : 16)
                         : tile.storers > 0 || rows_per_lane <= 2 * 4 ? 4
                         : rows_per_lane <= 4 * 8                     ? 8
                                                                      : 16;
        tile.teams = !persistent               ? 4
                     : tile.storers > 0        ? 1
                     : rows_per_lane <= 2 * 8  ? 2
                     : rows_per_lane <= 3 * 8  ? 3
                     : rows_per_lane <= 8 * 16 ? 4
                                               : 8;
        tile.unroll = !persistent || tile.teams <= 4 ? 1 : 2;
        if (persistent && tile.registers <= 8) {
            tile.unroll = tile.block_steps;
        }
    }
    if (needs.forced_registers != 0) {
        tile.registers = needs.forced_registers;
    }
    const auto strips = [&] { return (interior_rows + tile.strip_rows() - 1) / tile.strip_rows(); };
    const auto too_large = [&] {
        return tile.workgroup() > profile.max_workgroup_invocations ||
               (!tile.shared_lanes && !profile.full_subgroups(tile.workgroup()));
    };
    while (tile.teams > 1 && (strips() < tile.teams || too_large() || tile.shared_bytes() > profile.shared_memory)) {
        --tile.teams;
    }
    while (tile.storers > 0 && too_large()) {
        --tile.storers;
    }
    while (tile.registers > 1 && tile.shared_bytes() > profile.shared_memory) {
        tile.registers /= 2;
    }
    return tile;
}

std::uint64_t TileShape::shared_bytes() const {
    const std::uint64_t block = std::uint64_t{block_steps} * kGroup;
    std::uint64_t input_blocks = 4;
    while (input_blocks < teams * static_cast<std::uint64_t>(lag()) + 3) {
        input_blocks *= 2;
    }
    const std::uint64_t rings = (teams + 1) * 4 * block + std::uint64_t{workgroup()} * kGroup;
    const std::uint64_t slots = shared_lanes ? workgroup() : 1;
    const std::uint64_t staged =
        table ? std::uint64_t{teams} * lanes * registers * (storers > 0 ? 2 * block + kGroup : block) : kGroup;
    return (rings + staged) * cell_bytes + input_blocks * block * input_bytes + (slots + 1) * 4;
}

}  // namespace vkalgo::dp

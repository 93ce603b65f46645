#include "algorithms/dp/tile_shape.hpp"

#include <algorithm>

namespace vkalgo::dp {

TileShape choose_tile_shape(const DeviceProfile& profile, const TileNeeds& needs) {
    const bool persistent = needs.persistent;
    const std::int64_t interior_rows = needs.interior_rows;
    TileShape tile;
    const bool shuffles = profile.subgroup_shuffle_relative && profile.subgroup_size >= 8;
    tile.lanes = needs.forced_lanes != 0 ? needs.forced_lanes : shuffles ? std::min(profile.subgroup_size, 64u) : 32u;
    tile.shared_lanes = !shuffles || tile.lanes != profile.subgroup_size;
    tile.porter = persistent;
    tile.table = needs.table;
    tile.cell_bytes = needs.cell_bytes;
    tile.input_bytes = needs.input_bytes;
    if (profile.type == DeviceType::software) {
        // A CPU's lanes are few and its cores fewer: the longest runs of independent work win.
        tile.registers = 16;
        tile.teams = 1;
    } else {
        // Measured on an H200 (docs/benchmarks.md): few strips per workgroup, as each waits for the one above; but
        // enough that all workgroups are resident, since those that wait for a place cost twice.
        tile.registers = interior_rows < 135'000 ? 8 : 16;
        tile.teams = !persistent ? 4 : interior_rows < 67'000 ? 2 : interior_rows < 101'000 ? 3 : 4;
        tile.unroll = !persistent ? 1 : tile.registers == 8 ? 4 : 2;
    }
    const auto strips = [&] { return (interior_rows + tile.strip_rows() - 1) / tile.strip_rows(); };
    while (tile.teams > 1 && (strips() < tile.teams || tile.workgroup() > profile.max_workgroup_invocations ||
                              tile.shared_bytes() > profile.shared_memory)) {
        --tile.teams;
    }
    while (tile.registers > 1 && tile.shared_bytes() > profile.shared_memory) {
        tile.registers /= 2;
    }
    return tile;
}

std::uint64_t TileShape::shared_bytes() const {
    const std::uint64_t block = std::uint64_t{block_steps} * kGroup;
    const std::uint64_t lag = (lanes + block_steps - 2) / block_steps + 1;
    std::uint64_t input_blocks = 4;
    while (input_blocks < teams * lag + 3) {
        input_blocks *= 2;
    }
    const std::uint64_t rings = (teams + 1) * 4 * block + std::uint64_t{workgroup()} * kGroup;
    const std::uint64_t slots = shared_lanes ? workgroup() : 1;
    const std::uint64_t staged = table ? std::uint64_t{teams} * lanes * registers * block : kGroup;
    return (rings + staged) * cell_bytes + input_blocks * block * input_bytes + (slots + 1) * 4;
}

}  // namespace vkalgo::dp

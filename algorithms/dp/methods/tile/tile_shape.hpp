#pragma once

#include "../../../../engine/device_profile.hpp"
#include "../../../../shaders/dp/tile.h"

#include <cstdint>

namespace vkalgo::dp {

/// How the tile method cuts a table: a strip is `lanes` x `registers` rows, held in registers; a workgroup holds
/// `teams` of lanes, one strip each; a step computes `kGroup` columns; `block_steps` steps lie between two barriers.
struct TileShape {
    std::uint32_t lanes = 32;
    std::uint32_t teams = 1;
    std::uint32_t registers = 4;
    static constexpr std::uint32_t kGroup = VKALGO_TILE_GROUP;
    std::uint32_t block_steps = 8;
    /// steps written out per iteration of the loop; divides block_steps
    std::uint32_t unroll = 1;
    /// of a cell, of one column's inputs
    std::uint32_t cell_bytes = 4, input_bytes = 8;
    /// lanes exchange through shared memory instead of a subgroup
    bool shared_lanes = false;
    /// the whole table is kept: a phase's cells pass through shared memory
    bool table = false;
    /// a team more than strips, which carries data in and out
    bool porter = false;
    /// teams more, which store a kept table's cells a phase after they were computed; 0: each team stores its own
    std::uint32_t storers = 0;

    /// Rows of a strip.
    std::int64_t strip_rows() const { return std::int64_t{lanes} * registers; }
    /// Columns between two barriers.
    std::int64_t block_columns() const { return std::int64_t{block_steps} * kGroup; }
    /// Invocations.
    std::uint32_t workgroup() const { return lanes * (teams + (porter ? 1 : 0) + storers); }
    /// Shared memory that shaders/dp/tile.glsl takes at most.
    std::uint64_t shared_bytes() const;
    /// Phases from a team's start to that of the next one.
    std::int64_t lag() const { return (std::int64_t{lanes} + block_steps - 2) / block_steps + 1; }
};

/// What a shape is chosen for.
struct TileNeeds {
    /// of the part that is computed
    std::int64_t rows = 0, columns = 0;
    /// workgroups wait on each other
    bool persistent = false;
    /// the whole table is kept
    bool table = false;
    std::uint32_t cell_bytes = 4;
    /// of one column's inputs
    std::uint32_t input_bytes = 8;
    /// tests: see TestKnobs::lanes and registers
    std::uint32_t forced_lanes = 0, forced_registers = 0;
};

/// Workgroups that a waiting schedule runs beside each other: one per processor, or a guess where the device does not
/// say.
std::int64_t tile_processors(const DeviceProfile& profile);

/// The largest shape that fits the device's workgroups and shared memory, or the smallest there is. Pure.
TileShape choose_tile_shape(const DeviceProfile& profile, const TileNeeds& needs);

}  // namespace vkalgo::dp

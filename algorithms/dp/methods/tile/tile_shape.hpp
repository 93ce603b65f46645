#pragma once

#include "../../../../engine/device_profile.hpp"
#include "../../../../shaders/dp/tile.h"

#include <cstdint>

namespace vkalgo::dp {

/// How the tile method divides a table. A strip is `lanes` x `registers` rows, held in registers. A workgroup has
/// `teams` teams of lanes, one strip each. A step computes `kGroup` columns. The `block_steps` steps between two
/// barriers are a phase.
struct TileShape {
    std::uint32_t lanes = 32;
    std::uint32_t teams = 1;
    std::uint32_t registers = 4;
    static constexpr std::uint32_t kGroup = VKALGO_TILE_GROUP;
    std::uint32_t block_steps = 8;
    /// Number of steps unrolled per iteration of the loop; block_steps must be a multiple of it.
    std::uint32_t unroll = 1;
    /// Bytes of a cell, and of one column's inputs.
    std::uint32_t cell_bytes = 4, input_bytes = 8;
    /// Whether lanes exchange values through shared memory instead of within a subgroup.
    bool shared_lanes = false;
    /// Whether the whole table is kept. If so, the cells of a phase pass through shared memory.
    bool table = false;
    /// Whether there is one more team than strips. The additional team carries data in and out.
    bool porter = false;
    /// Additional teams that store a kept table's cells one phase after they were computed. 0: each team stores its own
    /// cells.
    std::uint32_t storers = 0;

    /// Returns the number of rows of a strip.
    std::int64_t strip_rows() const { return std::int64_t{lanes} * registers; }
    /// Returns the number of columns between two barriers.
    std::int64_t block_columns() const { return std::int64_t{block_steps} * kGroup; }
    /// Returns the number of invocations of a workgroup.
    std::uint32_t workgroup() const { return lanes * (teams + (porter ? 1 : 0) + storers); }
    /// Returns the bytes of shared memory that a workgroup of shaders/dp/tile.glsl takes at most.
    std::uint64_t shared_bytes() const;
    /// Returns the number of phases between the starts of consecutive teams.
    std::int64_t lag() const { return (std::int64_t{lanes} + block_steps - 2) / block_steps + 1; }
};

/// What determines a shape.
struct TileNeeds {
    /// Size of the part of the table that is computed.
    std::int64_t rows = 0, columns = 0;
    /// Whether workgroups wait for each other.
    bool persistent = false;
    /// Whether the whole table is kept.
    bool table = false;
    std::uint32_t cell_bytes = 4;
    /// Bytes of one column's inputs.
    std::uint32_t input_bytes = 8;
    /// For tests: see TestKnobs::lanes and registers.
    std::uint32_t forced_lanes = 0, forced_registers = 0;
};

/// Returns the number of workgroups that a waiting schedule runs side by side: one per processor, or a guess if the
/// device does not report its processors.
std::int64_t tile_processors(const DeviceProfile& profile);

/// Returns the shape that suits the number of rows and the device best, made smaller until it fits the device's
/// workgroups and shared memory. If no shape fits, returns the smallest one. The result depends only on the arguments.
TileShape choose_tile_shape(const DeviceProfile& profile, const TileNeeds& needs);

}  // namespace vkalgo::dp

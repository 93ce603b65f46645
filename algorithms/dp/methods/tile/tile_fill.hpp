#pragma once

#include "../../../../engine/device_profile.hpp"
#include "tile_shape.hpp"

#include <cstdint>
#include <string>

namespace vkalgo::dp {

/// How a part of the table's interior, or all of it, is cut into strips and dispatches.
struct TileFill {
    TileShape tile;
    /// workgroups wait on each other; else one dispatch per diagonal of tiles
    bool persistent = false;
    /// of the part, at most
    std::int64_t rows = 0, columns = 0;
    std::int64_t strips = 0, strip_groups = 0;
    /// blocks of columns per tile; of the wavefront schedule, tiles per strip
    std::int64_t tile_blocks = 0, tiles_per_row = 0;
    /// of the waiting schedule: groups of strips per step, workgroups that share them at most, polls of one invocation
    std::int64_t groups_per_step = 0, workgroups = 0;
    std::uint32_t spin_limit = 0;
    /// dispatches
    std::uint64_t steps = 0;
    /// of the CompiledRecurrence
    std::string module;

    /// "7 strips of ..., 4 columns per step; "
    std::string strips_text() const;
    /// One line, for reports.
    std::string text() const;
};

}  // namespace vkalgo::dp

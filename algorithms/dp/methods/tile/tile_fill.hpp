#pragma once

#include "../../../../engine/device_profile.hpp"
#include "tile_shape.hpp"

#include <cstdint>
#include <string>

namespace vkalgo::dp {

/// How the table's interior, or a part of it, is divided into strips and dispatches.
struct TileFill {
    TileShape tile;
    /// Whether workgroups wait for each other (the waiting schedule). If false, there is one dispatch per diagonal of
    /// tiles (the wavefront schedule).
    bool persistent = false;
    /// Maximum rows and columns of the interior, or of the part.
    std::int64_t rows = 0, columns = 0;
    std::int64_t strips = 0, strip_groups = 0;
    /// Blocks of columns per tile. Wavefront schedule and bands: tiles per strip.
    std::int64_t tile_blocks = 0, tiles_per_row = 0;
    /// Waiting schedule: groups of strips per step, maximum number of workgroups that share these groups, and maximum
    /// polls of one invocation.
    std::int64_t groups_per_step = 0, workgroups = 0;
    std::uint32_t spin_limit = 0;
    /// Number of dispatches, or of slots if several devices share the table.
    std::uint64_t steps = 0;
    /// The module of the CompiledRecurrence that computes the tiles.
    std::string module;

    /// Returns text such as "7 strips of ..., 4 columns per step; ".
    std::string strips_text() const;
    /// Returns one line for reports.
    std::string text() const;
};

}  // namespace vkalgo::dp

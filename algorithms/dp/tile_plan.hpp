#pragma once

#include "../../engine/scratch.hpp"
#include "method.hpp"
#include "tile_shape.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace vkalgo::dp {

/// What is known before anything runs. Pure data, made by plan_tile.
struct TilePlan : MethodPlan {
    /// What is kept of the table: its last row, the borders of tiles, or all of it.
    enum class Kept : std::uint8_t { row, borders, table };

    RecurrenceHeader header;
    Shape shape;
    Frame frame;
    TileShape tile;
    Kept kept = Kept::row;
    /// workgroups wait on each other; else one dispatch per diagonal of tiles
    bool persistent = false;
    /// the base is not just first rows and columns: every cell is tested
    bool region_test = false;
    /// canonical base rows and columns without the region test
    std::int64_t first_row = 0, first_column = 0;
    std::int64_t strips = 0, strip_groups = 0, column_groups = 0;
    /// blocks of columns per tile, tiles per strip
    std::int64_t tile_blocks = 0, tiles_per_row = 0;

    // With borders kept: a block of the walk, and where the borders are.
    std::int64_t walk_rows = 0, walk_columns = 0;
    std::int64_t kept_rows = 0, kept_columns = 0;
    /// rows per invocation of the maps: with many blocks at once, few iterations are best
    std::uint32_t map_registers = 4;
    /// rows per invocation of the paths: with few blocks, many invocations are best
    std::uint32_t path_registers = 4;
    /// that a walk may meet: in all, and at most in one walk
    std::int64_t walk_blocks = 0, walk_visits = 0;
    /// of the walk_steps; the last one puts the path
    std::uint64_t map_steps = 0, chain_steps = 0;
    /// blocks: keeps one dispatch short on slow devices
    static constexpr std::int64_t kMapsPerStep = 65536;
    /// keeps an invocation's loop below every device's limit
    static constexpr std::int64_t kVisitsPerStep = 16384;

    ScratchLayout::Part row, state, links, ticket, rows_kept, columns_kept, walk_maps, walk_chain;
    std::string tile_module, walk_module;

    /// Canonical rows below the base.
    std::int64_t interior_rows() const { return frame.canonical_rows() - first_row; }
    /// Canonical columns right of the base.
    std::int64_t interior_columns() const { return frame.canonical_columns() - first_column; }
    /// Whether any cell is left to compute.
    bool has_interior() const { return interior_rows() > 0 && interior_columns() > 0; }
    /// cells that a fill dispatch writes; 0: the tiles write what is needed
    std::int64_t base_cells() const;
    /// Shared memory that shaders/dp/walk_tiles.glsl takes at most.
    std::uint64_t walk_shared_bytes() const;
    /// the tiles write the answer cell themselves
    bool tiles_leave_answer() const;
};

/// Errors: unsupported (not local, not diagonal: says which method to take), too_large.
Result<std::unique_ptr<MethodPlan>> plan_tile(const Question& question, const DeviceProfile& profile);

}  // namespace vkalgo::dp

#pragma once

#include "../../../../engine/scratch.hpp"
#include "../../method/method.hpp"
#include "tile_fill.hpp"

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
    Order order;
    /// of the whole interior
    TileFill fill;
    Kept kept = Kept::row;
    /// the base is not just first rows and columns: every cell is tested
    bool region_test = false;
    /// every element that lanes keep for an interior cell is there: reads of them need no test
    bool inputs_suffice = false;
    /// canonical base rows and columns without the region test
    std::int64_t first_row = 0, first_column = 0;

    // With borders kept, a traceback goes over blocks of the interior. If there is room for the borders of all blocks,
    // there is one region, the interior. Else regions are a grid, of which the fill keeps the coarse borders: the last
    // row of each row of regions, the last column of each column. The traceback goes up and left; for each region that
    // it meets the refill computes that region's cells above and left of the traceback once more, from the coarse
    // borders, and keeps the borders of its blocks, over those of the region before. For n x m cells of 4 bytes in
    // regions of s x s and blocks of 256 x 256 that is
    //   8 n m / s bytes of coarse borders and s^2 / 32 of a region's blocks, least at s = (128 n m)^(1/3),
    //   8 (n + m) bytes for the borders of the blocks that the traceback visits, saved before the next region's come,
    //   and at most (n + m) s cells more, a share of (n + m) s / (n m); half of them if the traceback keeps to the
    //   diagonal.
    // 1,000,000 x 1,000,000 in regions of 16,384 x 16,384: 488 MB + 8.4 MB + 16 MB (31 GB with the borders of all
    // blocks) and 1.6 to 3.3 % more cells. What a refill takes is less the time of its cells than that of its pipeline
    // of strips: all together as long as that of (n + m) / 2 to n + m columns, whatever s is.
    // Maps are made in windows of blocks: most of the blocks that the traceback never meets have none.
    //
    // A map says by which cell the traceback leaves a block, for each cell by which it may enter. With states it would
    // need that for each state, and states are any numbers of the recurrence's own; without a base a traceback may end
    // at any cell. There a window's cells are computed again instead, all blocks at once, and lie in memory: a small
    // stored table, over which one invocation walks, state in hand, until it leaves the window or ends. Each of its
    // steps waits for one read, as in a traceback over a table that is stored whole; windows of 1,024 x 1,024 cells of
    // 8 bytes take 8.4 MB. Regions, blocks and their borders are the same, and no path is left to be made.

    /// of one region; no steps if there is only one
    TileFill refill;
    /// rows and columns of a block
    std::int64_t traceback_rows = 0, traceback_columns = 0;
    /// rows and columns of a region, at least the interior's if there is one region
    std::int64_t region_rows = 0, region_columns = 0;
    /// blocks of a window
    std::int64_t window_rows = 0, window_columns = 0;
    /// that a traceback may meet at most: regions, windows in one region, blocks in one region and in all
    std::int64_t regions = 1, windows = 1, region_visits = 0, traceback_visits = 0;
    /// borders of blocks in one region, and those of regions
    std::int64_t kept_rows = 0, kept_columns = 0, coarse_rows = 0, coarse_columns = 0;
    /// of tracebacks over windows' cells: steps per dispatch, and such dispatches per window
    std::uint32_t steps_each = 0;
    std::uint64_t step_dispatches = 0;
    /// rows per invocation of the maps and of the paths: with few blocks, many invocations are best; a CPU wants few
    /// iterations
    std::uint32_t map_registers = 4, path_registers = 4;

    /// of a kept table: cells from one canonical row to the next
    std::int64_t pitch = 0;
    ScratchLayout::Part place, row, state, links, ticket, rows_kept, columns_kept, rows_coarse, columns_coarse,
        traceback_maps, traceback_window, traceback_chain, traceback_saved;
    std::string traceback_module;

    /// Where canonical rows lie that are `stride` cells apart, `lead` cells before column 0, from row `first` on.
    TableLayout layout_of_rows(std::int64_t stride, std::int64_t lead, std::int64_t first) const;
    /// Canonical rows below the base.
    std::int64_t interior_rows() const { return frame.canonical_rows() - first_row; }
    /// Canonical columns right of the base.
    std::int64_t interior_columns() const { return frame.canonical_columns() - first_column; }
    /// Whether any cell is left to compute.
    bool has_interior() const { return interior_rows() > 0 && interior_columns() > 0; }
    /// cells that a fill dispatch writes; 0: the tiles write what is needed
    std::int64_t base_cells() const;
    /// The fill keeps coarse borders, and regions are computed again.
    bool refills() const { return refill.steps != 0; }
    /// The traceback goes over cells of windows, and not by maps.
    bool traces_windows() const { return header.has_states || header.base.empty(); }
    /// Cells of a window and of the row and column before it.
    std::int64_t window_cells() const {
        return (window_rows * traceback_rows + 1) * (window_columns * traceback_columns + 1);
    }
    /// Steps of the traceback of one window: maps and chain, or its cells and steps over them.
    std::uint64_t steps_per_window() const { return traces_windows() ? 1 + step_dispatches : 2; }
    /// Steps of the traceback of one region: its refill, its windows and, of maps, the borders of visited blocks saved.
    /// With maps the path follows the last region.
    std::uint64_t steps_per_region() const {
        return refill.steps + steps_per_window() * static_cast<std::uint64_t>(windows) + (traces_windows() ? 0 : 1);
    }
    /// Shared memory that shaders/dp/traceback_tiles.glsl or traceback_windows.glsl takes at most.
    std::uint64_t traceback_shared_bytes() const;
    /// the tiles write the answer cell themselves
    bool tiles_leave_answer() const;
};

/// Errors: unsupported (not local, not diagonal: says which method to take), too_large.
Result<std::unique_ptr<MethodPlan>> plan_tile(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp

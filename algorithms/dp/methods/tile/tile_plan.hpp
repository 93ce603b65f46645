#pragma once

#include "../../../../engine/scratch.hpp"
#include "../../method/method.hpp"
#include "tile_fill.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace vkalgo::dp {

/// Everything that method tile knows before a run. Pure data, made by plan_tile.
struct TilePlan : MethodPlan {
    /// The part of the table that is kept: its last row, the borders of blocks or of regions, or all of it.
    enum class Kept : std::uint8_t { row, borders, table };

    RecurrenceHeader header;
    Shape shape;
    Frame frame;
    Order order;
    /// Division of the whole interior.
    TileFill fill;
    Kept kept = Kept::row;
    /// Whether every cell tests if it is a base cell, because the base is not only first rows and columns.
    bool region_test = false;
    /// Whether every input element that lanes keep for an interior cell exists, so that its read needs no test.
    bool inputs_suffice = false;
    /// Numbers of canonical base rows and base columns. 0 with a region test.
    std::int64_t first_row = 0, first_column = 0;

    // If borders are kept, a traceback goes over blocks of the interior. If there is room for the borders of all
    // blocks, there is one region, the interior. Otherwise there is a grid of regions. The fill keeps the coarse
    // borders of this grid: the last row of each row of regions and the last column of each column of regions. The
    // traceback goes up and left. For each region that it visits, the refill starts from the coarse borders and
    // computes again the region's cells above and left of the traceback. The refill keeps the borders of the region's
    // blocks, in place of those of the previous region. For n x m cells of 4 bytes in regions of s x s and blocks of
    // 256 x 256 this costs
    //   8 n m / s bytes of coarse borders and s^2 / 32 bytes of a region's blocks, least at s = (128 n m)^(1/3);
    //   8 (n + m) bytes for the borders of the blocks that the traceback visits, saved before the next region
    //   overwrites them;
    //   and at most (n + m) s additional cells, which are (n + m) s / (n m) of all cells; half as many if the traceback
    //   follows the diagonal.
    // For 1,000,000 x 1,000,000 cells in regions of 16,384 x 16,384, these are 488 MB + 8.4 MB + 16 MB (31 GB with the
    // borders of all blocks) and 1.6 to 3.3 % additional cells. The time of a refill depends less on its cells than on
    // its pipeline of strips: all refills together take as long as (n + m) / 2 to n + m columns, whatever s is. Maps
    // are made in windows of blocks. So most of the blocks that the traceback never visits have no map.
    //
    // A map gives, for each cell at which a traceback may enter a block, the cell at which it leaves the block. The
    // chain, one invocation, follows the traceback from map to map through a window. With states a map would need a
    // cell for each state, and states are arbitrary numbers of the recurrence. Without a base a traceback may end at
    // any cell. In these two cases there are no maps. Instead a window's cells are computed again, all blocks at once,
    // and stored as a small table. One invocation follows step(), with its state, over this table until it leaves the
    // window or ends. Each of its steps waits for one read, as in a traceback over a table that is stored whole.
    // Windows of 1,024 x 1,024 cells of 8 bytes take 8.4 MB. Regions, blocks and their borders are the same as with
    // maps. No path has to be made afterwards.

    /// Division of one region. It has no steps if there is only one region.
    TileFill refill;
    /// Rows and columns of a block.
    std::int64_t traceback_rows = 0, traceback_columns = 0;
    /// Rows and columns of a region. If there is one region, it is at least as large as the interior.
    std::int64_t region_rows = 0, region_columns = 0;
    /// Blocks of a window, down and across.
    std::int64_t window_rows = 0, window_columns = 0;
    /// Maximum numbers of regions, of windows in one region, of blocks in one region and of blocks in total that a
    /// traceback visits.
    std::int64_t regions = 1, windows = 1, region_visits = 0, traceback_visits = 0;
    /// Numbers of border rows and border columns that are kept: of the blocks of one region, then of the regions
    /// (coarse).
    std::int64_t kept_rows = 0, kept_columns = 0, coarse_rows = 0, coarse_columns = 0;
    /// Tracebacks over the cells of windows: steps per dispatch, and dispatches of such steps per window.
    std::uint32_t steps_each = 0;
    std::uint64_t step_dispatches = 0;
    /// Rows per invocation of the maps and of the paths. There are few blocks, so many invocations with few rows each
    /// are best. On a CPU few loop iterations are best.
    std::uint32_t map_registers = 4, path_registers = 4;

    /// For a kept table: number of cells from one canonical row to the next.
    std::int64_t pitch = 0;
    ScratchLayout::Part description, row, state, links, ticket, rows_kept, columns_kept, rows_coarse, columns_coarse,
        traceback_maps, traceback_window, traceback_chain, traceback_saved;
    std::string traceback_module;

    /// Returns the layout of the canonical rows from row `first` on. Rows are `stride` cells apart; `lead` cells come
    /// before column 0.
    TableLayout layout_of_rows(std::int64_t stride, std::int64_t lead, std::int64_t first) const;
    /// Returns the number of canonical rows below the base.
    std::int64_t interior_rows() const { return frame.canonical_rows() - first_row; }
    /// Returns the number of canonical columns right of the base.
    std::int64_t interior_columns() const { return frame.canonical_columns() - first_column; }
    /// Returns whether there is any cell to compute.
    bool has_interior() const { return interior_rows() > 0 && interior_columns() > 0; }
    /// Returns the number of base cells that the dispatch for the base writes. 0: the tiles write all cells that are
    /// needed.
    std::int64_t base_cells() const;
    /// Returns whether the fill keeps coarse borders and regions are computed again.
    bool refills() const { return refill.steps != 0; }
    /// Returns whether the traceback goes over the cells of windows and not over maps.
    bool traces_windows() const { return header.has_states || header.base.empty(); }
    /// Returns the number of cells of a window, with the row and the column before it.
    std::int64_t window_cells() const {
        return (window_rows * traceback_rows + 1) * (window_columns * traceback_columns + 1);
    }
    /// Returns the number of steps of the traceback in one window: one for the maps and one for the chain, or one for
    /// the window's cells and then the steps over these cells.
    std::uint64_t steps_per_window() const { return traces_windows() ? 1 + step_dispatches : 2; }
    /// Returns the number of steps of the traceback in one region: its refill, its windows and, with maps, a step that
    /// saves the borders of visited blocks. With maps the path is made after the last region.
    std::uint64_t steps_per_region() const {
        return refill.steps + steps_per_window() * static_cast<std::uint64_t>(windows) + (traces_windows() ? 0 : 1);
    }
    /// Returns the maximum bytes of shared memory of shaders/dp/traceback_tiles.glsl or traceback_windows.glsl.
    std::uint64_t traceback_shared_bytes() const;
    /// Returns whether the tiles write the answer. If false, an AnswerKernel takes it after the last step.
    bool tiles_leave_answer() const;
};

/// Plans a run of method tile. Errors: unsupported (the message says why), too_large, invalid_argument ("solution":
/// there is no step()).
Result<std::unique_ptr<MethodPlan>> plan_tile(const PlanRequest& request, const DeviceProfile& profile);

}  // namespace vkalgo::dp

// The scratch memory of method tile.
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/methods/tile/tile_plan_parts.hpp"
#include "shaders/dp/traceback_windows.h"

#include <algorithm>

namespace vkalgo::dp {
namespace {

static_assert(sizeof(shader::VkalgoTracebackTilesHead) == VKALGO_TRACEBACK_TILES_HEAD_WORDS * 4);
static_assert(sizeof(shader::VkalgoTracebackWindowsHead) == VKALGO_TRACEBACK_TILES_HEAD_WORDS * 4);

/// Returns the number of cells of the border columns that pass from tile to tile, one column per strip; 0 if strips are
/// not cut into tiles.
std::uint64_t state_cells(const TileFill& fill, bool cuts_columns) {
    return !cuts_columns ? 0
                         : static_cast<std::uint64_t>(fill.strip_groups) * fill.tile.teams * (fill.tile.registers + 1) *
                               fill.tile.lanes;
}

}  // namespace

void plan_tile_scratch(TilePlan& plan) {
    const std::uint64_t cell = size_of(plan.header.cell);
    const auto columns = static_cast<std::uint64_t>(plan.frame.canonical_columns());
    const auto rows = static_cast<std::uint64_t>(plan.frame.canonical_rows());
    const auto count = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    ScratchLayout layout;
    const auto add = [&](const char* name, std::uint64_t bytes) {
        const ScratchLayout::Part part = layout.add(bytes);
        if (bytes != 0) {
            plan.parts.push_back({name, part.size});
        }
        return part;
    };
    const bool waits = plan.fill.persistent || (plan.refills() && plan.refill.persistent);
    plan.description = layout.add(sizeof(shader::VkalgoTableLayout));
    plan.row = add("border row", columns * cell);
    plan.ticket = add("tickets", waits ? (plan.fill.steps + count(plan.regions) * plan.refill.steps) * 4 : 0);
    plan.state = add("border columns", std::max(state_cells(plan.fill, plan.bands || !plan.fill.persistent),
                                                state_cells(plan.refill, !plan.refill.persistent)) *
                                           cell);
    plan.links = add("linked border row", waits ? columns * (cell / 4) * 8 : 0);
    plan.rows_coarse = add("kept rows of regions", count(plan.coarse_rows) * columns * cell);
    plan.columns_coarse = add("kept columns of regions", count(plan.coarse_columns) * rows * cell);
    plan.rows_kept = add("kept rows", count(plan.kept_rows) * count(plan.region_columns) * cell);
    plan.columns_kept = add("kept columns", count(plan.kept_columns) * count(plan.region_rows) * cell);
    const bool traces_blocks = plan.kept == TilePlan::Kept::borders;
    const bool traces_windows = traces_blocks && plan.traces_windows();
    const std::int64_t map = traces_windows ? 0 : plan.traceback_rows + plan.traceback_columns;
    plan.traceback_maps = add("traceback maps", count(plan.window_rows * plan.window_columns * map) * 4);
    plan.traceback_window = add("traceback window", traces_windows ? count(plan.window_cells()) * cell : 0);
    plan.traceback_chain =
        add("traceback chain", traces_blocks ? (count(plan.traceback_visits) * VKALGO_TRACEBACK_TILES_VISIT_WORDS +
                                                VKALGO_TRACEBACK_TILES_HEAD_WORDS) *
                                                   4
                                             : 0);
    plan.traceback_saved =
        add("saved borders", count(plan.traceback_visits * (plan.traceback_rows + plan.traceback_columns + 1)) * cell);
    plan.scratch_bytes = layout.bytes();
    if (plan.bands) {
        const std::uint64_t bytes = plan.fill.persistent ? cell / 4 * 8 : cell;
        plan.bands->border = plan.fill.persistent ? plan.links : plan.row;
        plan.bands->tile_bytes = bytes * count(plan.fill.tile_blocks * plan.fill.tile.block_columns());
        plan.bands->border_begin = bytes * count(plan.first_column);
        plan.bands->border_end = bytes * columns;
    }
}

Result<void> check_tile_scratch(const TilePlan& plan, const DeviceProfile& profile) {
    // The parts that a solution needs come first: without a solution, the other parts fit far larger tables.
    return check_scratch("tile", plan.scratch_bytes,
                         {{plan.rows_kept, "kept rows"},
                          {plan.columns_kept, "kept columns"},
                          {plan.traceback_maps, "traceback maps"},
                          {plan.traceback_window, "traceback window"},
                          {plan.traceback_chain, "traceback chain"},
                          {plan.traceback_saved, "saved borders"},
                          {plan.rows_coarse, "kept rows of regions"},
                          {plan.columns_coarse, "kept columns of regions"},
                          {plan.row, "border row"},
                          {plan.links, "linked border row"},
                          {plan.state, "border columns"}},
                         profile, plan.kept == TilePlan::Kept::borders ? "solution" : "size");
}

}  // namespace vkalgo::dp

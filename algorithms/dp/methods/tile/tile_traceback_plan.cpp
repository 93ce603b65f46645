// Plans a traceback of method tile without a stored table: what a run keeps, and what the traceback computes again.
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/methods/tile/tile_plan_parts.hpp"
#include "shaders/dp/traceback_tiles.h"

#include <algorithm>
#include <numeric>

namespace vkalgo::dp {
namespace {

/// A table with fewer rows than this has few blocks. So its blocks are small, to give every processor some of them.
/// block_side() returns the rows and columns of a block, if strips and shared memory allow that size.
constexpr std::int64_t kShortTable = 8192;
std::int64_t block_side(const TilePlan& plan) {
    return plan.interior_rows() < kShortTable ? 128 : 256;
}

/// Blocks per side of a region, for the size that is tried first. To compute such a region again takes a few tenths of
/// a millisecond on an H200, and so do its maps. With this size 1,000,000 x 1,000,000 cells fit 1 GiB.
constexpr std::int64_t kRegionBlocks = 64;
/// Blocks per side of a window. A GPU computes the blocks of such a window in the time of one block.
constexpr std::int64_t kWindowBlocks = 32;
constexpr std::int64_t kSoftwareWindowBlocks = 8;
/// Blocks per side of a window whose cells are kept. Few, since one invocation must trace through the cells before the
/// next window.
constexpr std::int64_t kCellWindowBlocks = 4;
constexpr std::int64_t kSoftwareCellWindowBlocks = 2;

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/// Plans a block of `rows` rows and block_side() columns, or of fewer columns if shared memory requires it. A team of
/// the tile kernel stores a kept column when the team's last lane has passed it. Until then the first lane must not
/// reach the next kept column, so a block has a minimum width. Returns false if even a block of this width is too
/// large.
bool plan_traceback_blocks(TilePlan& plan, const TileShape& tile, std::int64_t rows, const DeviceProfile& profile) {
    const auto most_invocations = static_cast<std::int64_t>(profile.max_workgroup_invocations);
    const std::int64_t least_columns =
        (tile.lanes + 2 * tile.block_steps - 1) / tile.block_steps * tile.block_columns();
    plan.traceback_rows = rows;
    plan.path_registers = rows / 4 <= most_invocations ? 4 : 8;
    plan.map_registers = profile.type == DeviceType::software && rows > 128 ? 8 : plan.path_registers;
    plan.traceback_columns = std::max(block_side(plan), least_columns);
    while (plan.traceback_columns > least_columns && plan.traceback_shared_bytes() > profile.shared_memory) {
        plan.traceback_columns = std::max(plan.traceback_columns / 2, least_columns);
    }
    return plan.traceback_shared_bytes() <= profile.shared_memory && rows / 8 <= most_invocations;
}

/// Plans the blocks that a traceback computes again. A block is as high as one or several strips of `tile`. If a block
/// of one strip is too large, reduces the height of the strips.
Result<void> plan_traceback_blocks(TilePlan& plan, TileShape& tile, const DeviceProfile& profile) {
    for (;; tile.registers /= 2) {
        const std::int64_t strip = tile.strip_rows();
        for (std::int64_t strips = std::max<std::int64_t>(1, block_side(plan) / strip); strips > 0; strips /= 2) {
            if (plan_traceback_blocks(plan, tile, strips * strip, profile)) {
                return {};
            }
        }
        if (tile.registers == 1) {
            return Error{
                ErrorCode::unsupported,
                "the workgroups or the shared memory of this device are too small for a traceback by method tile",
                "solution"};
        }
    }
}

/// Plans the rows and columns of regions, and which borders of regions and blocks are kept.
Result<void> plan_regions(TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs,
                          std::int64_t region_blocks) {
    const std::int64_t rows = std::max<std::int64_t>(0, plan.interior_rows());
    const std::int64_t columns = std::max<std::int64_t>(0, plan.interior_columns());
    const std::int64_t side = region_blocks * block_side(plan);
    const bool has_regions = side != 0 && rows != 0 && columns != 0 && (side < rows || side < columns);
    if (!has_regions) {
        VKALGO_CHECK(plan_traceback_blocks(plan, plan.fill.tile, profile));
        plan.region_rows = std::max<std::int64_t>(1, plan.frame.canonical_rows());
        plan.region_columns = std::max<std::int64_t>(1, plan.frame.canonical_columns());
    } else {
        const TileNeeds needs{.rows = std::min(side, rows),
                              .columns = std::min(side, columns),
                              .cell_bytes = plan.fill.tile.cell_bytes,
                              .input_bytes = plan.fill.tile.input_bytes};
        VKALGO_TRY(plan.refill, choose_tile_fill(needs, profile, knobs));
        VKALGO_CHECK(plan_traceback_blocks(plan, plan.refill.tile, profile));
        const std::int64_t unit = std::lcm(plan.traceback_rows, plan.fill.tile.strip_rows());
        plan.region_rows = rounded_up(std::min(side, rows), unit);
        plan.region_columns = rounded_up(std::min(side, columns), plan.traceback_columns);
        plan.refill.rows = std::min(plan.region_rows, rows);
        plan.refill.columns = std::min(plan.region_columns, columns);
        schedule_tile_fill(plan.refill, profile, knobs);
        plan.coarse_rows = (rows - 1) / plan.region_rows;
        plan.coarse_columns = columns / plan.region_columns;
    }
    plan.kept_rows = std::max<std::int64_t>(0, std::min(rows, plan.region_rows) - 1) / plan.traceback_rows;
    plan.kept_columns = std::min(columns, plan.region_columns) / plan.traceback_columns;
    return {};
}

/// Returns the maximum blocks per side of a window.
std::int64_t blocks_of_window(const TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs) {
    const bool software = profile.type == DeviceType::software;
    if (knobs.window_blocks != 0) {
        return knobs.window_blocks;
    }
    if (plan.traces_windows()) {
        return software ? kSoftwareCellWindowBlocks : kCellWindowBlocks;
    }
    return software ? kSoftwareWindowBlocks : kWindowBlocks;
}

}  // namespace

std::vector<std::int64_t> tile_region_choices(const TilePlan& plan) {
    const std::int64_t most = std::max(plan.interior_rows(), plan.interior_columns()) / block_side(plan);
    std::vector<std::int64_t> choices;
    const auto add = [&](std::int64_t blocks) {
        if (blocks >= 1 && blocks <= most) {
            choices.push_back(blocks);
        }
    };
    for (std::int64_t blocks = kRegionBlocks; blocks <= most; blocks *= 2) {
        add(blocks);
        add(blocks * 3 / 2);
    }
    for (std::int64_t blocks = kRegionBlocks / 2; blocks >= 1; blocks /= 2) {
        add(blocks * 3 / 2);
        add(blocks);
    }
    return choices;
}

Result<void> plan_tile_traceback(TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs,
                                 std::int64_t region_blocks) {
    VKALGO_CHECK(plan_regions(plan, profile, knobs, region_blocks));
    const std::int64_t most = blocks_of_window(plan, profile, knobs);
    const auto count = [](std::int64_t cells, std::int64_t each) { return (cells + each - 1) / each; };
    const Cell answer = plan.frame.to_canonical(plan.shape.answer);
    if (answer.i >= plan.first_row && answer.j >= plan.first_column) {
        // A traceback leaves each region, window and block upwards or to the left.
        const std::int64_t rows = answer.i - plan.first_row + 1;
        const std::int64_t columns = answer.j - plan.first_column + 1;
        plan.regions = count(rows, plan.region_rows) + count(columns, plan.region_columns) - 1;
        const std::int64_t down = count(std::min(rows, plan.region_rows), plan.traceback_rows);
        const std::int64_t across = count(std::min(columns, plan.region_columns), plan.traceback_columns);
        plan.window_rows = std::min(down, most);
        plan.window_columns = std::min(across, most);
        plan.windows = count(down, plan.window_rows) + count(across, plan.window_columns) - 1;
        if (!plan.traces_windows()) {
            plan.region_visits = down + across - 1;
            plan.traceback_visits = count(rows, plan.traceback_rows) + count(columns, plan.traceback_columns) - 1;
        }
    }
    if (plan.traces_windows()) {
        const std::int64_t steps =
            plan.window_rows * plan.traceback_rows + plan.window_columns * plan.traceback_columns;
        plan.steps_each = traceback_steps_per_dispatch(plan.header, profile);
        plan.step_dispatches = static_cast<std::uint64_t>(steps) / plan.steps_each + 1;
    }
    plan.traceback_module = plan.traces_windows() ? "traceback_windows" : "traceback_tiles";
    plan.traceback_steps =
        static_cast<std::uint64_t>(plan.regions) * plan.steps_per_region() + (plan.traces_windows() ? 0 : 1);
    return {};
}

std::uint64_t TilePlan::traceback_shared_bytes() const {
    const std::uint64_t cell = size_of(header.cell);
    const auto rows = static_cast<std::uint64_t>(traceback_rows);
    const auto columns = static_cast<std::uint64_t>(traceback_columns);
    const std::uint64_t handed = rows / path_registers * 2 * VKALGO_TRACEBACK_TILES_GROUP;
    const std::uint64_t entered = (columns + 1) * (cell + fill.tile.input_bytes) + handed * cell + 64;
    return traces_windows() ? entered : entered + rows * columns / 4 + rows * 8 + handed * 4;
}

}  // namespace vkalgo::dp

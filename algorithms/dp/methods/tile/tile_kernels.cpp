#include "tile_kernels.hpp"

#include "shaders/dp/tile.h"
#include "shaders/dp/traceback_windows.h"

#include <array>
#include <utility>
#include <vector>

namespace vkalgo::dp {

Result<std::shared_ptr<const Kernel>> make_tile_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                       const TilePlan& plan, const TileFill& fill, std::uint32_t task) {
    const TileShape& tile = fill.tile;
    // For a refill `partial` is false, since nothing reads the last row of a region.
    const bool partial = task != VKALGO_TILE_TASK_REFILL && fill.rows % tile.registers != 0;
    const std::uint32_t keep = plan.kept == TilePlan::Kept::table     ? VKALGO_TILE_KEEP_TABLE
                               : plan.kept == TilePlan::Kept::borders ? VKALGO_TILE_KEEP_BORDERS
                                                                      : VKALGO_TILE_KEEP_ROW;
    std::vector<SpecializationConstant> constants{
        {VKALGO_TILE_CONSTANT_LANES, tile.lanes},
        {VKALGO_TILE_CONSTANT_LANES_SHARED, tile.shared_lanes},
        {VKALGO_TILE_CONSTANT_WORKGROUP, task == VKALGO_TILE_TASK_FILL_BASE ? kFillWorkgroup : tile.workgroup()},
        {VKALGO_TILE_CONSTANT_REGISTERS, tile.registers},
        {VKALGO_TILE_CONSTANT_BLOCK_STEPS, tile.block_steps},
        {VKALGO_TILE_CONSTANT_TASK, task},
        {VKALGO_TILE_CONSTANT_REFLECT_ROWS, plan.frame.reflect_rows},
        {VKALGO_TILE_CONSTANT_REFLECT_COLUMNS, plan.frame.reflect_columns},
        {VKALGO_TILE_CONSTANT_REGION_TEST, plan.region_test},
        {VKALGO_TILE_CONSTANT_FIRST_ROW, static_cast<std::uint32_t>(plan.first_row)},
        {VKALGO_TILE_CONSTANT_FIRST_COLUMN, static_cast<std::uint32_t>(plan.first_column)},
        {VKALGO_TILE_CONSTANT_KEEP, keep},
        {VKALGO_TILE_CONSTANT_STORERS, task == VKALGO_TILE_TASK_FILL_BASE ? 0 : tile.storers},
        {VKALGO_TILE_CONSTANT_PARTIAL, partial},
        {VKALGO_TILE_CONSTANT_UNROLL, tile.unroll},
        {VKALGO_TILE_CONSTANT_NEIGHBOURS, plan.first_row > 0 && plan.first_column > 0},
        {VKALGO_TILE_CONSTANT_CHECK_INPUTS, !plan.inputs_suffice},
        part_constant(plan),
    };
    return make_kernel(context, recurrence, fill.module, std::move(constants),
                       tile.shared_lanes ? 0 : context.profile().required_subgroup_size());
}

Result<std::shared_ptr<const Kernel>> make_tile_traceback_kernel(Context& context, const CompiledRecurrence& recurrence,
                                                                 const TilePlan& plan, std::uint32_t task,
                                                                 std::uint32_t registers) {
    const auto rows = static_cast<std::uint32_t>(plan.traceback_rows);
    const std::uint32_t workgroup = registers == 0 ? 1 : rows / registers;
    std::vector<SpecializationConstant> constants = frame_constants(plan.frame, workgroup);
    const std::array own{
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_COLUMNS,
                               static_cast<std::uint32_t>(plan.traceback_columns)},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_REGION_TEST, plan.region_test},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_ROW, static_cast<std::uint32_t>(plan.first_row)},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_COLUMN,
                               static_cast<std::uint32_t>(plan.first_column)},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_ROWS, rows},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_REGISTERS,
                               registers == 0 ? plan.path_registers : registers},
        SpecializationConstant{VKALGO_TRACEBACK_TILES_CONSTANT_TASK, task}};
    constants.insert(constants.end(), own.begin(), own.end());
    return make_kernel(context, recurrence, plan.traceback_module, std::move(constants));
}

}  // namespace vkalgo::dp

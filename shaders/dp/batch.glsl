// Method `team` of batches: many tables of a local recurrence, each computed by its own team of lanes.
//
// A strip is kLanes x kRegisters rows of a table. Lane l holds kRegisters rows. At step s it computes the kGroup
// columns of column group s - l in these rows, and passes the bottom row of that block to the next lane. The bottom row
// of a strip is passed to the next strip through memory. One row of memory per problem is enough, since lane 0 reads a
// group of columns before the last lane overwrites it. Only launches that tracebacks may repeat need a row per strip
// (batch.h). No team waits for another.
//   Reads: a problem's inputs, and one cell of the row above per strip and column. Writes: the bottom row of each
// strip; the answer; with kKeep every cell, in the order in which lanes compute the cells (batch.h). Cost: the
// recurrence's own operations; per cell 1 / kRegisters of a shuffle and of the loads of column inputs; per problem
// (groups + lanes - 1) * strips steps of kRegisters * kGroup cells. Lanes that have not begun, or have ended, compute
// unused values: a branch around the steps would cost more.
// inputs from binding 5
// module batch: needs-local, keeps-inputs, batched
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/batch.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoBatchPush vkalgo_push;
    VKALGO_PARAMS
};

layout(local_size_x_id = VKALGO_BATCH_CONSTANT_WORKGROUP) in;
#define VKALGO_LANES_FIRST_CONSTANT VKALGO_BATCH_CONSTANT_LANES
#define VKALGO_LANES_WORKGROUP gl_WorkGroupSize.x
#include "common/lanes.glsl"

layout(constant_id = VKALGO_BATCH_CONSTANT_REGISTERS) const uint vkalgo_kRegisters = 4;
layout(constant_id = VKALGO_BATCH_CONSTANT_REFLECT_ROWS) const bool vkalgo_kReflectRows = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS) const bool vkalgo_kReflectColumns = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_REGION_TEST) const bool vkalgo_kRegionTest = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_FIRST_ROW) const uint vkalgo_kFirstRow = 1;
layout(constant_id = VKALGO_BATCH_CONSTANT_FIRST_COLUMN) const uint vkalgo_kFirstColumn = 1;
layout(constant_id = VKALGO_BATCH_CONSTANT_NEIGHBOURS) const bool vkalgo_kNeighbours = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_CHECK_INPUTS) const bool vkalgo_kCheckInputs = true;
layout(constant_id = VKALGO_BATCH_CONSTANT_KEEP) const bool vkalgo_kKeep = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_CUT) const uint vkalgo_kCut = VKALGO_BATCH_WHOLE;
const bool vkalgo_kIsCut = vkalgo_kCut != VKALGO_BATCH_WHOLE;
const uint vkalgo_kGroup = VKALGO_BATCH_GROUP;
const uint vkalgo_kStrip = vkalgo_kLanes * vkalgo_kRegisters;  // Rows

// Read-write: a launch begins with the answer that the previous launch has written.
layout(set = 0, binding = VKALGO_BATCH_ANSWERS, std430) buffer VkalgoBatchAnswers { uint vkalgo_batch_answers[]; };
// Read-write: a team reads what it wrote one strip earlier.
layout(set = 0, binding = VKALGO_BATCH_ROWS, std430) coherent buffer VkalgoBatchRows { cell_t vkalgo_batch_rows[]; };
layout(set = 0, binding = VKALGO_BATCH_TABLE, std430) writeonly buffer VkalgoBatchTable {
    cell_t vkalgo_batch_table[];
};

#include "dp/batch_problem.glsl"
int rows() { return int(vkalgo_problem.rows); }
int columns() { return int(vkalgo_problem.columns); }
#define VKALGO_TILE_PROBLEM int(vkalgo_problem.number)
#include "dp/tile_cell.glsl"

// State of the lane's block.
VkalgoRowInputs vkalgo_batch_row_inputs[vkalgo_kRegisters];
VkalgoColumnInputs vkalgo_batch_column_inputs[vkalgo_kGroup];
cell_t vkalgo_batch_left[vkalgo_kRegisters];  // The column left of the block
cell_t vkalgo_batch_corner;                   // The cell above the column left of the block
cell_t vkalgo_batch_passed[vkalgo_kGroup];    // The row above the block, from the previous lane
uint vkalgo_batch_lane_row;                   // Canonical first row of the lane

#include "dp/batch_cut.glsl"
#include "dp/batch_answer.glsl"
#include "dp/batch_profile.glsl"

// Makes what each lane of the team wrote visible to the team's other lanes.
void vkalgo_batch_await_team() {
    if (vkalgo_kLanesShared) {
        memoryBarrierBuffer();
        barrier();
    } else {
        subgroupMemoryBarrier();
        subgroupBarrier();
    }
}

void vkalgo_batch_load_columns(int group) {
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        vkalgo_batch_column_inputs[c] = vkalgo_load_column_inputs(
            vkalgo_tile_user_column(int(vkalgo_kFirstColumn + c) + group * int(vkalgo_kGroup)));
}
// Loads column group `group` of the row above the strip into `above`, for lane 0 only. The other lanes get the row
// above them from the previous lane.
void vkalgo_batch_load_above(uint strip, uint group, out cell_t above[vkalgo_kGroup]) {
    const uint first = vkalgo_batch_row_index(strip) + group * vkalgo_kGroup;
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        above[c] = vkalgo_no_cell();
    if (vkalgo_lane_index() != 0u || group >= vkalgo_batch_groups()) return;
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        above[c] = vkalgo_batch_rows[first + c];
}

// Writes groups [first, end) of the base row above the first strip to the row in memory, whose length is a multiple of
// kGroup.
void vkalgo_batch_begin_row(uint first, uint end) {
    for (uint k = first * vkalgo_kGroup + vkalgo_lane_index(); k < end * vkalgo_kGroup; k += vkalgo_kLanes) {
        cell_t cell = vkalgo_no_cell();
        const uint cj = vkalgo_kFirstColumn + k;
        if (vkalgo_kFirstRow > 0u && cj < vkalgo_problem.columns)
            cell = vkalgo_tile_base(int(vkalgo_kFirstRow) - 1, int(cj));
        vkalgo_batch_rows[vkalgo_problem.offset + k] = cell;
    }
}

cell_t vkalgo_batch_side(int ci) {
    return vkalgo_kFirstColumn > 0u && ci >= 0 && ci < rows() ? vkalgo_tile_base(ci, int(vkalgo_kFirstColumn) - 1)
                                                              : vkalgo_no_cell();
}

// Loads the border left of the lane's rows.
void vkalgo_batch_begin_lane() {
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        vkalgo_batch_left[r] = vkalgo_batch_side(int(vkalgo_batch_lane_row + r));
    vkalgo_batch_corner = vkalgo_batch_side(int(vkalgo_batch_lane_row) - 1);
}

// Computes the block of kRegisters x kGroup cells at the lane's column group.
void vkalgo_batch_step(uint strip, uint step, cell_t above[vkalgo_kGroup]) {
    const uint lane = vkalgo_lane_index();
    const int group = int(step) - int(lane);
    const uint steps = vkalgo_batch_groups() + vkalgo_kLanes - 1u;
    const uint index =
        vkalgo_problem.first_cell +
        (strip * steps + step - vkalgo_batch_first_step()) * vkalgo_kRegisters * vkalgo_kGroup * vkalgo_kLanes + lane;
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c) {
        const int cj = int(vkalgo_kFirstColumn + c) + group * int(vkalgo_kGroup);
        vkalgo_tile_column = vkalgo_batch_column_inputs[c];
        vkalgo_tile_j = vkalgo_tile_user_column(cj);
        vkalgo_tile_up = above[c];
        vkalgo_tile_diagonal = vkalgo_batch_corner;
        vkalgo_batch_corner = vkalgo_tile_up;
        const bool counts = group >= 0 && cj < columns();
        vkalgo_tile_valid = counts;
        vkalgo_batch_begin_column();
        vkalgo_batch_take_profile();
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
            vkalgo_profile_row = r;
            vkalgo_tile_row = vkalgo_batch_row_inputs[r];
            vkalgo_tile_i = vkalgo_tile_user_row(int(vkalgo_batch_lane_row + r));
            vkalgo_tile_left = vkalgo_batch_left[r];
            vkalgo_tile_valid = counts && vkalgo_batch_lane_row + r < vkalgo_problem.rows;
            const cell_t value = vkalgo_tile_value();
            vkalgo_tile_diagonal = vkalgo_tile_left;
            vkalgo_batch_left[r] = value;
            vkalgo_tile_up = value;
            vkalgo_batch_see(r, value);
            if (vkalgo_kKeep) vkalgo_batch_table[index + (r * vkalgo_kGroup + c) * vkalgo_kLanes] = value;
        }
        vkalgo_batch_end_column(cj, counts);
        const cell_t bottom = vkalgo_tile_up;
        vkalgo_batch_passed[c] = VKALGO_SHIFTED_UP(bottom);
        // Every strip but the last has all its rows, so the last lane holds its bottom row.
        if (lane == vkalgo_kLanes - 1u && counts && vkalgo_batch_lane_row + vkalgo_kRegisters < vkalgo_problem.rows)
            vkalgo_batch_rows[vkalgo_batch_row_index(strip + 1u) + uint(cj) - vkalgo_kFirstColumn] = bottom;
    }
    vkalgo_raise_noted();
}

// Save the lane's state for the next launch, and restore the state that the previous launch saved.
void vkalgo_batch_leave() {
    const uint first = vkalgo_batch_left_index(vkalgo_push.launch + 1u, 0u, vkalgo_lane_index());
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        vkalgo_batch_rows[first + r * vkalgo_kLanes] = vkalgo_batch_left[r];
    vkalgo_batch_rows[first + vkalgo_kRegisters * vkalgo_kLanes] = vkalgo_batch_corner;
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        vkalgo_batch_rows[first + (vkalgo_kRegisters + 1u + c) * vkalgo_kLanes] = vkalgo_batch_passed[c];
}
void vkalgo_batch_take_up() {
    const uint first = vkalgo_batch_left_index(vkalgo_push.launch, 0u, vkalgo_lane_index());
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        vkalgo_batch_left[r] = vkalgo_batch_rows[first + r * vkalgo_kLanes];
    vkalgo_batch_corner = vkalgo_batch_rows[first + vkalgo_kRegisters * vkalgo_kLanes];
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        vkalgo_batch_passed[c] = vkalgo_batch_rows[first + (vkalgo_kRegisters + 1u + c) * vkalgo_kLanes];
}

// Runs steps [first, end) of a strip.
void vkalgo_batch_run_strip(uint strip, uint first, uint end) {
    const uint lane = vkalgo_lane_index();
    vkalgo_batch_lane_row = vkalgo_kFirstRow + strip * vkalgo_kStrip + lane * vkalgo_kRegisters;
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
        vkalgo_batch_left[r] = vkalgo_no_cell();
        vkalgo_batch_row_inputs[r] = vkalgo_load_row_inputs(vkalgo_tile_user_row(int(vkalgo_batch_lane_row + r)));
    }
    vkalgo_batch_begin_rows();
    vkalgo_batch_fill_profile();
    vkalgo_batch_corner = vkalgo_no_cell();
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        vkalgo_batch_passed[c] = vkalgo_no_cell();
    if (vkalgo_kIsCut && first != 0u) vkalgo_batch_take_up();

    cell_t entering[vkalgo_kGroup];
    vkalgo_batch_load_above(strip, first, entering);
    vkalgo_batch_load_columns(int(first) - int(lane));
    [[dont_unroll]] for (uint step = first; step < end; ++step) {
        cell_t above[vkalgo_kGroup];
        [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c) {
            above[c] = vkalgo_batch_passed[c];
            if (lane == 0u) above[c] = entering[c];
        }
        if (step < vkalgo_kLanes) {
            if (step == lane) vkalgo_batch_begin_lane();
        }
        vkalgo_batch_load_above(strip, step + 1u, entering);
        vkalgo_batch_step(strip, step, above);
        vkalgo_batch_load_columns(int(step + 1u) - int(lane));
    }
    vkalgo_batch_end_rows();
}

// Runs the steps of this launch, strip by strip, after writing the part of the base row that the first strip needs.
void vkalgo_batch_run_launch() {
    const uint strips = vkalgo_batch_strips(), groups = vkalgo_batch_groups(), steps = groups + vkalgo_kLanes - 1u;
    const uint first = vkalgo_batch_first_step();
    const uint end = vkalgo_kIsCut ? min(first + vkalgo_push.steps, strips * steps) : strips * steps;
    vkalgo_batch_begin_row(min(first, groups), min(end, groups));
    uint strip = 0u, end_strip = strips, own = 0u, own_end = steps;
    if (vkalgo_kIsCut) {
        strip = first / steps;
        end_strip = (end + steps - 1u) / steps;
        own = first % steps;
    }
    // vkalgo_batch_run_strip is called only here, since compilers inline each call.
    for (; strip < end_strip; ++strip) {
        if (vkalgo_kIsCut) own_end = min(end - strip * steps, steps);
        vkalgo_batch_await_team();
        vkalgo_batch_run_strip(strip, own, own_end);
        if (vkalgo_kIsCut && own_end != steps) vkalgo_batch_leave();
        own = 0u;
    }
}

void main() {
    const uint slot =
        vkalgo_workgroup_index() * (gl_WorkGroupSize.x / vkalgo_kLanes) + vkalgo_lane_uniform(vkalgo_lane_team());
    if (slot >= vkalgo_push.problems) return;
    vkalgo_take_problem(vkalgo_push.first_problem + slot);
    const bool repeats = vkalgo_kCut == VKALGO_BATCH_CUT_FOR_TRACEBACKS && vkalgo_kKeep;
    if (repeats && vkalgo_batch_answers[vkalgo_batch_traceback_index()] != vkalgo_push.launch) return;
    const bool has_interior = vkalgo_problem.rows > vkalgo_kFirstRow && vkalgo_problem.columns > vkalgo_kFirstColumn;
    if (!repeats) vkalgo_batch_begin_answer();
    if (has_interior) vkalgo_batch_run_launch();
    if (!repeats) vkalgo_batch_end_answer();
    vkalgo_check_loops();
}

// Tile method for local recurrences: the table in strips of rows, held in registers.
//
// A strip is kLanes x kRegisters rows of the table and belongs to one team of lanes (lanes.glsl). Lane l holds
// kRegisters rows; at step s it computes their kGroup columns of column group s - l, so a step is a block of
// kRegisters x kGroup cells per lane, and all that lanes exchange is the bottom row of such a block. A workgroup holds
// several strips, one below the other; team w runs w * kLag phases behind the first, a phase being kBlockSteps steps
// and one barrier. Bottom rows travel between teams through rings in shared memory, between workgroups through one
// buffer of a row's length. Two schedules:
//   persistent (VKALGO_PERSISTENT 1)  one workgroup per group of strips, in the order of tickets. Row words carry
//       the number of the strip that wrote them, so a reader polls the data itself and no fence and no flag is needed
//       (as decoupled look-back scans do). A team of its own, the porter, does all the carrying, a phase ahead. Needs
//       64-bit atomics, the memory model and cross-workgroup progress. Bounded waits.
//   wavefront (VKALGO_PERSISTENT 0)  one dispatch per diagonal of tiles, a tile being a group of strips x tile_blocks
//       blocks of columns; the border column at the left of a tile waits in TILE_STATE. No workgroup waits for another.
// In both, row cell j is read by the strip below before that strip overwrites it.
//   Cost per cell: the recurrence's own operations, 1 / kRegisters of a shuffle and of the column inputs' loads, 16 /
//   (kLanes * kRegisters * strips per workgroup) bytes of traffic. Steps of a strip follow each other at about 185
//   cycles on an H200 (8 rows, a cell of three instructions); m / kGroup steps and kLag phases per strip bound the time
//   from below. A table that is kept is written once, in segments of a row.
//
// Indices: ci, cj are canonical (the recurrence reads up, left, and up-left); the user's i, j are those or their
// reflections. Rows and columns up to kFirstRow, kFirstColumn are the base region, unless kRegionTest says that every
// cell asks whether it is in the domain and in the base region.
// inputs from binding 10
// module tile: needs-local, keeps-inputs
// module tile-wide: needs-local, keeps-inputs, wide
// module tile-persistent: needs-local, keeps-inputs, persistent
// module tile-persistent-wide: needs-local, keeps-inputs, persistent, wide
#include "dp/dp.h"
#include "dp/tile.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTilePush vkalgo_push;
    VKALGO_PARAMS
};

layout(local_size_x_id = VKALGO_TILE_CONSTANT_WORKGROUP) in;
#define VKALGO_LANES_FIRST_CONSTANT VKALGO_TILE_CONSTANT_LANES
#define VKALGO_LANES_WORKGROUP gl_WorkGroupSize.x
#include "common/lanes.glsl"

layout(constant_id = VKALGO_TILE_CONSTANT_REGISTERS) const uint vkalgo_kRegisters = 4;
layout(constant_id = VKALGO_TILE_CONSTANT_BLOCK_STEPS) const uint vkalgo_kBlockSteps = 8;
layout(constant_id = VKALGO_TILE_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_TILE_TASK_TILES;
layout(constant_id = VKALGO_TILE_CONSTANT_REFLECT_ROWS) const bool vkalgo_kReflectRows = false;
layout(constant_id = VKALGO_TILE_CONSTANT_REFLECT_COLUMNS) const bool vkalgo_kReflectColumns = false;
layout(constant_id = VKALGO_TILE_CONSTANT_REGION_TEST) const bool vkalgo_kRegionTest = false;
layout(constant_id = VKALGO_TILE_CONSTANT_FIRST_ROW) const uint vkalgo_kFirstRow = 1;
layout(constant_id = VKALGO_TILE_CONSTANT_FIRST_COLUMN) const uint vkalgo_kFirstColumn = 1;
layout(constant_id = VKALGO_TILE_CONSTANT_PARTIAL) const bool vkalgo_kPartial = true;
layout(constant_id = VKALGO_TILE_CONSTANT_UNROLL) const uint vkalgo_kUnroll = 1;
layout(constant_id = VKALGO_TILE_CONSTANT_KEEP) const uint vkalgo_kKeep = VKALGO_TILE_KEEP_ROW;

const uint vkalgo_kGroup = VKALGO_TILE_GROUP;                   // columns per step
const uint vkalgo_kBlock = vkalgo_kBlockSteps * vkalgo_kGroup;  // columns
const uint vkalgo_kLag =
    (vkalgo_kLanes + vkalgo_kBlockSteps - 2) / vkalgo_kBlockSteps + 1;  // phases until the last lane has ended a block
// teams that carry data in and out, and compute nothing
const uint vkalgo_kPorters = VKALGO_PERSISTENT;
const uint vkalgo_kTeams = vkalgo_kTask == VKALGO_TILE_TASK_TILES ? gl_WorkGroupSize.x / vkalgo_kLanes - vkalgo_kPorters
                                                                  : 1u;  // strips per workgroup
const uint vkalgo_kRing =
    4 * vkalgo_kBlockSteps;  // groups: being read, complete, and two that the last lane may be writing

layout(set = 0, binding = VKALGO_TILE_ROW_IN, std430) readonly buffer VkalgoTileRowIn { cell_t vkalgo_tile_row_in[]; };
layout(set = 0, binding = VKALGO_TILE_ROW_OUT, std430) writeonly buffer VkalgoTileRowOut {
    cell_t vkalgo_tile_row_out[];
};
layout(set = 0, binding = VKALGO_TILE_STATE_IN, std430) readonly buffer VkalgoTileStateIn {
    cell_t vkalgo_tile_state_in[];
};
layout(set = 0, binding = VKALGO_TILE_STATE_OUT, std430) writeonly buffer VkalgoTileStateOut {
    cell_t vkalgo_tile_state_out[];
};
#ifdef VKALGO_WIDE
layout(buffer_reference, std430, buffer_reference_align = 4 * VKALGO_CELL_WORDS) writeonly buffer VkalgoTileWide {
    cell_t value;
};
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer VkalgoTileWideWords { uvec4 words; };
#else
layout(set = 0, binding = VKALGO_TILE_KEPT, std430) writeonly buffer VkalgoTileKept { cell_t vkalgo_tile_kept[]; };
layout(set = 0, binding = VKALGO_TILE_KEPT, std430) writeonly buffer VkalgoTileKeptWords {
    uvec4 vkalgo_tile_kept_words[];
};
#endif
layout(set = 0, binding = VKALGO_TILE_KEPT_COLUMNS, std430) writeonly buffer VkalgoTileKeptColumns {
    cell_t vkalgo_tile_kept_columns[];
};
layout(set = 0, binding = VKALGO_TILE_ANSWER, std430) writeonly buffer VkalgoTileAnswer { cell_t vkalgo_tile_answer; };

// The current cell; at() and the inputs' accessors answer from these.
cell_t vkalgo_tile_left, vkalgo_tile_up, vkalgo_tile_diagonal;
bool vkalgo_tile_valid;

ivec2 vkalgo_current_cell() { return ivec2(vkalgo_tile_i, vkalgo_tile_j); }
#define VKALGO_CELL_COUNTS vkalgo_tile_valid
#include "dp/status.glsl"

int rows() { return int(vkalgo_push.rows); }
int columns() { return int(vkalgo_push.columns); }
// Offsets are constants in nearly every recurrence: then the compiler folds all of this into one register.
cell_t at(int i, int j) {
    const int up = vkalgo_kReflectRows ? 1 : -1;
    const int left = vkalgo_kReflectColumns ? 1 : -1;
    if (i == vkalgo_tile_i && j == vkalgo_tile_j + left) return vkalgo_tile_left;
    if (i == vkalgo_tile_i + up && j == vkalgo_tile_j) return vkalgo_tile_up;
    if (i == vkalgo_tile_i + up && j == vkalgo_tile_j + left) return vkalgo_tile_diagonal;
    if (vkalgo_tile_valid) vkalgo_raise(VKALGO_STATUS_TOO_FAR, i, j);
    return cell_t(0);
}

int vkalgo_tile_user_row(int ci) { return vkalgo_kReflectRows ? int(vkalgo_push.rows) - 1 - ci : ci; }
int vkalgo_tile_user_column(int cj) { return vkalgo_kReflectColumns ? int(vkalgo_push.columns) - 1 - cj : cj; }
cell_t vkalgo_tile_base(int ci, int cj) {
    vkalgo_tile_i = vkalgo_tile_user_row(ci);
    vkalgo_tile_j = vkalgo_tile_user_column(cj);
    vkalgo_tile_valid = true;
    // base() reads inputs by the same accessors as cell(): what they answer from must be this cell's.
    vkalgo_tile_row = vkalgo_load_row_inputs(vkalgo_tile_i);
    vkalgo_tile_column = vkalgo_load_column_inputs(vkalgo_tile_j);
    return base(vkalgo_tile_i, vkalgo_tile_j);
}
// The border row above the interior, and the border column left of it (ci from vkalgo_kFirstRow - 1 on).
cell_t vkalgo_tile_top(int cj) {
    return vkalgo_kFirstRow > 0u && cj < int(vkalgo_push.columns) ? vkalgo_tile_base(int(vkalgo_kFirstRow) - 1, cj)
                                                                  : cell_t(0);
}
cell_t vkalgo_tile_side(int ci) {
    return vkalgo_kFirstColumn > 0u && ci >= 0 && ci < int(vkalgo_push.rows)
               ? vkalgo_tile_base(ci, int(vkalgo_kFirstColumn) - 1)
               : cell_t(0);
}

// Cells before column 0 of a kept table's rows: each group of columns then lies where one store writes it.
const uint vkalgo_kLead =
    vkalgo_kKeep == VKALGO_TILE_KEEP_TABLE ? (vkalgo_kGroup - vkalgo_kFirstColumn % vkalgo_kGroup) % vkalgo_kGroup : 0;
#ifdef VKALGO_WIDE
uint64_t vkalgo_tile_kept_address(uint ci, uint cj) {
    const uint64_t index = uint64_t(ci) * vkalgo_push.stride + vkalgo_kLead + cj;
    return packUint2x32(uvec2(vkalgo_push.address_low, vkalgo_push.address_high)) + index * (4 * VKALGO_CELL_WORDS);
}
void vkalgo_tile_keep_cell(uint ci, uint cj, cell_t value) {
    VkalgoTileWide(vkalgo_tile_kept_address(ci, cj)).value = value;
}
void vkalgo_tile_keep_words(uint ci, uint cj, uvec4 words) {
    VkalgoTileWideWords(vkalgo_tile_kept_address(ci, cj)).words = words;
}
#else
void vkalgo_tile_keep_cell(uint ci, uint cj, cell_t value) {
    vkalgo_tile_kept[ci * vkalgo_push.stride + vkalgo_kLead + cj] = value;
}
void vkalgo_tile_keep_words(uint ci, uint cj, uvec4 words) {
    vkalgo_tile_kept_words[(ci * vkalgo_push.stride + vkalgo_kLead + cj) * VKALGO_CELL_WORDS / 4] = words;
}
#endif

#include "dp/tile_carry.glsl"
#include "dp/tile_strip.glsl"

// Base region: cells of the first kFirstRow rows, then the first kFirstColumn ones of the rows below; with only the
// last row kept, that row, where there is no interior. With the region test the tiles write these cells themselves.
void vkalgo_tile_fill_base() {
    uint index = vkalgo_push.first_group +
                 (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
                 gl_LocalInvocationIndex;
    if (index >= vkalgo_push.groups) return;
    uint side = min(vkalgo_kFirstColumn, vkalgo_push.columns);
    if (vkalgo_kKeep == VKALGO_TILE_KEEP_TABLE) {
        uint top = min(vkalgo_kFirstRow, vkalgo_push.rows) * vkalgo_push.columns;
        uvec2 place = index < top
                          ? uvec2(index / vkalgo_push.columns, index % vkalgo_push.columns)
                          : uvec2(min(vkalgo_kFirstRow, vkalgo_push.rows) + (index - top) / side, (index - top) % side);
        vkalgo_tile_keep_cell(place.x, place.y, vkalgo_tile_base(int(place.x), int(place.y)));
        if (place.x == vkalgo_push.rows - 1)
            vkalgo_tile_row_out[place.y] = vkalgo_tile_base(int(place.x), int(place.y));
    } else {
        vkalgo_tile_row_out[index] = vkalgo_tile_base(int(vkalgo_push.rows) - 1, int(index));
    }
}

void main() {
    if (vkalgo_kTask == VKALGO_TILE_TASK_FILL_BASE) vkalgo_tile_fill_base();
    else vkalgo_tile_run_strips();
    vkalgo_check_loops();
}

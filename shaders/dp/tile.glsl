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
    TilePush push;
    VKALGO_PARAMS
};

layout(local_size_x_id = TILE_CONSTANT_WORKGROUP) in;
#define LANES_FIRST_CONSTANT TILE_CONSTANT_LANES
#define LANES_WORKGROUP gl_WorkGroupSize.x
#include "common/lanes.glsl"

layout(constant_id = TILE_CONSTANT_REGISTERS) const uint kRegisters = 4;
layout(constant_id = TILE_CONSTANT_BLOCK_STEPS) const uint kBlockSteps = 8;
layout(constant_id = TILE_CONSTANT_TASK) const uint kTask = TILE_TASK_TILES;
layout(constant_id = TILE_CONSTANT_REFLECT_ROWS) const bool kReflectRows = false;
layout(constant_id = TILE_CONSTANT_REFLECT_COLUMNS) const bool kReflectColumns = false;
layout(constant_id = TILE_CONSTANT_REGION_TEST) const bool kRegionTest = false;
layout(constant_id = TILE_CONSTANT_FIRST_ROW) const uint kFirstRow = 1;
layout(constant_id = TILE_CONSTANT_FIRST_COLUMN) const uint kFirstColumn = 1;
layout(constant_id = TILE_CONSTANT_PARTIAL) const bool kPartial = true;
layout(constant_id = TILE_CONSTANT_UNROLL) const uint kUnroll = 1;
layout(constant_id = TILE_CONSTANT_KEEP) const uint kKeep = TILE_KEEP_ROW;

const uint kGroup = TILE_GROUP;                                  // columns per step
const uint kBlock = kBlockSteps * kGroup;                        // columns
const uint kLag = (kLanes + kBlockSteps - 2) / kBlockSteps + 1;  // phases until the last lane has ended a block
// teams that carry data in and out, and compute nothing
const uint kPorters = VKALGO_PERSISTENT;
const uint kTeams = kTask == TILE_TASK_TILES ? gl_WorkGroupSize.x / kLanes - kPorters : 1u;  // strips per workgroup
const uint kRing = 4 * kBlockSteps;  // groups: being read, complete, and two that the last lane may be writing

layout(set = 0, binding = TILE_ROW_IN, std430) readonly buffer TileRowIn { cell_t tile_row_in[]; };
layout(set = 0, binding = TILE_ROW_OUT, std430) writeonly buffer TileRowOut { cell_t tile_row_out[]; };
layout(set = 0, binding = TILE_STATE_IN, std430) readonly buffer TileStateIn { cell_t tile_state_in[]; };
layout(set = 0, binding = TILE_STATE_OUT, std430) writeonly buffer TileStateOut { cell_t tile_state_out[]; };
#ifdef VKALGO_WIDE
layout(buffer_reference, std430, buffer_reference_align = 4 * VKALGO_CELL_WORDS) writeonly buffer TileWide {
    cell_t value;
};
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer TileWideWords { uvec4 words; };
#else
layout(set = 0, binding = TILE_KEPT, std430) writeonly buffer TileKept { cell_t tile_kept[]; };
layout(set = 0, binding = TILE_KEPT, std430) writeonly buffer TileKeptWords { uvec4 tile_kept_words[]; };
#endif
layout(set = 0, binding = TILE_KEPT_COLUMNS, std430) writeonly buffer TileKeptColumns { cell_t tile_kept_columns[]; };
layout(set = 0, binding = TILE_ANSWER, std430) writeonly buffer TileAnswer { cell_t tile_answer; };

// The current cell; at() and the inputs' accessors answer from these.
cell_t tile_left, tile_up, tile_diagonal;
bool tile_valid;

ivec2 vkalgo_current_cell() { return ivec2(tile_i, tile_j); }
#define VKALGO_CELL_COUNTS tile_valid
#include "dp/status.glsl"

int rows() { return int(push.rows); }
int columns() { return int(push.columns); }
// Offsets are constants in nearly every recurrence: then the compiler folds all of this into one register.
cell_t at(int i, int j) {
    const int up = kReflectRows ? 1 : -1;
    const int left = kReflectColumns ? 1 : -1;
    if (i == tile_i && j == tile_j + left) return tile_left;
    if (i == tile_i + up && j == tile_j) return tile_up;
    if (i == tile_i + up && j == tile_j + left) return tile_diagonal;
    if (tile_valid) vkalgo_raise(VKALGO_STATUS_TOO_FAR, i, j);
    return cell_t(0);
}

int tile_user_row(int ci) { return kReflectRows ? int(push.rows) - 1 - ci : ci; }
int tile_user_column(int cj) { return kReflectColumns ? int(push.columns) - 1 - cj : cj; }
cell_t tile_base(int ci, int cj) {
    tile_i = tile_user_row(ci);
    tile_j = tile_user_column(cj);
    tile_valid = true;
    // base() reads inputs by the same accessors as cell(): what they answer from must be this cell's.
    tile_row = load_row_inputs(tile_i);
    tile_column = load_column_inputs(tile_j);
    return base(tile_i, tile_j);
}
// The border row above the interior, and the border column left of it (ci from kFirstRow - 1 on).
cell_t tile_top(int cj) {
    return kFirstRow > 0u && cj < int(push.columns) ? tile_base(int(kFirstRow) - 1, cj) : cell_t(0);
}
cell_t tile_side(int ci) {
    return kFirstColumn > 0u && ci >= 0 && ci < int(push.rows) ? tile_base(ci, int(kFirstColumn) - 1) : cell_t(0);
}

// Cells before column 0 of a kept table's rows: each group of columns then lies where one store writes it.
const uint kLead = kKeep == TILE_KEEP_TABLE ? (kGroup - kFirstColumn % kGroup) % kGroup : 0;
#ifdef VKALGO_WIDE
uint64_t tile_kept_address(uint ci, uint cj) {
    const uint64_t index = uint64_t(ci) * push.stride + kLead + cj;
    return packUint2x32(uvec2(push.address_low, push.address_high)) + index * (4 * VKALGO_CELL_WORDS);
}
void tile_keep_cell(uint ci, uint cj, cell_t value) { TileWide(tile_kept_address(ci, cj)).value = value; }
void tile_keep_words(uint ci, uint cj, uvec4 words) { TileWideWords(tile_kept_address(ci, cj)).words = words; }
#else
void tile_keep_cell(uint ci, uint cj, cell_t value) { tile_kept[ci * push.stride + kLead + cj] = value; }
void tile_keep_words(uint ci, uint cj, uvec4 words) {
    tile_kept_words[(ci * push.stride + kLead + cj) * VKALGO_CELL_WORDS / 4] = words;
}
#endif

#include "dp/tile_carry.glsl"
#include "dp/tile_strip.glsl"

// Base region: cells of the first kFirstRow rows, then the first kFirstColumn ones of the rows below; with only the
// last row kept, that row, where there is no interior. With the region test the tiles write these cells themselves.
void tile_fill_base() {
    uint index = push.first_group + (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
                 gl_LocalInvocationIndex;
    if (index >= push.groups) return;
    uint side = min(kFirstColumn, push.columns);
    if (kKeep == TILE_KEEP_TABLE) {
        uint top = min(kFirstRow, push.rows) * push.columns;
        uvec2 place = index < top ? uvec2(index / push.columns, index % push.columns)
                                  : uvec2(min(kFirstRow, push.rows) + (index - top) / side, (index - top) % side);
        tile_keep_cell(place.x, place.y, tile_base(int(place.x), int(place.y)));
        if (place.x == push.rows - 1) tile_row_out[place.y] = tile_base(int(place.x), int(place.y));
    } else {
        tile_row_out[index] = tile_base(int(push.rows) - 1, int(index));
    }
}

void main() {
    if (kTask == TILE_TASK_FILL_BASE) tile_fill_base();
    else tile_run_strips();
    vkalgo_check_loops();
}

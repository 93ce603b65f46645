// Tile method for local recurrences: the table is divided into strips of rows, which are held in registers.
//
// A strip is kLanes x kRegisters rows of the table and belongs to one team of lanes (lanes.glsl). Lane l holds
// kRegisters rows. At step s it computes the kGroup columns of column group s - l in these rows. So a step is a block
// of kRegisters x kGroup cells per lane, and lanes exchange only the bottom row of such a block. A workgroup holds
// several strips, one below the other. Team w runs w * kLag phases after the first team, where a phase is kBlockSteps
// steps and one barrier. Bottom rows are passed between teams through rings in shared memory, and between workgroups
// through one buffer of a row's length. There are two schedules:
//   persistent (VKALGO_PERSISTENT 1)  One workgroup per processor. Each takes groups of strips by tickets until no
//       group is left. More workgroups than processors lose time waiting for each other (H200, 1,000,000 x 1,000,000
//       cells: 1.0 s with one workgroup per group, 0.18 s with one per processor). Row words carry the tag of the strip
//       that reads them, so a reader polls the data itself and needs no fence and no flag (as in decoupled look-back
//       scans). A dispatch of later strips continues from the words that an earlier dispatch left. A separate team, the
//       porter, carries all data between memory and shared memory, one phase ahead. Needs 64-bit atomics, and a device
//       on which a waiting workgroup does not keep other workgroups from running. Waits are bounded (spin_limit).
//       "-plain" modules do not need the Vulkan memory model: all data passed between workgroups are relaxed atomics.
//   wavefront (VKALGO_PERSISTENT 0)  One dispatch per diagonal of tiles, where a tile is a group of strips x
//       tile_blocks blocks of columns. TILE_STATE keeps the border column at the left of a tile. No workgroup waits for
//       another.
// In both schedules, a strip reads row cell j of the strip above before it overwrites that cell.
// If several devices share the table (TASK_BANDS), band b of strips belongs to device b modulo their number. Each
// dispatch computes a few tiles of every strip of the device's band. In a dispatch, each strip ends one tile before the
// strip above. So all strips can start at once, with what the previous dispatch left in TILE_STATE and in the row
// words, and they end at once.
//   Cost per cell: the recurrence's own operations, 1 / kRegisters of a shuffle and of the loads of column inputs, and
// 16 / (kLanes * kRegisters * strips per workgroup) bytes of traffic. A step of a strip takes about 185 cycles on an
// H200 (8 rows, a cell of three instructions). With m columns, m / kGroup steps and kLag phases per strip are a lower
// bound of the time. A kept table is written once, in segments of a row, by storer teams if there are any.
//
// Indices: ci, cj are canonical (the recurrence reads up, left, and up-left). The user's i, j are the same or
// reflected. Rows and columns before kFirstRow, kFirstColumn are the base region. With kRegionTest every cell is tested
// against the domain and the base region instead.
// inputs from binding 13
// module tile: needs-local, needs-number, keeps-inputs
// module tile-wide: needs-local, needs-number, keeps-inputs, wide
// module tile-persistent: needs-local, needs-number, keeps-inputs, persistent, memory-model
// module tile-persistent-wide: needs-local, needs-number, keeps-inputs, persistent, memory-model, wide
// module tile-persistent-plain: needs-local, needs-number, keeps-inputs, persistent
// module tile-persistent-plain-wide: needs-local, needs-number, keeps-inputs, persistent, wide
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
layout(constant_id = VKALGO_TILE_CONSTANT_STORERS) const uint vkalgo_kStorers = 0;
layout(constant_id = VKALGO_TILE_CONSTANT_KEEP) const uint vkalgo_kKeep = VKALGO_TILE_KEEP_ROW;

layout(constant_id = VKALGO_TILE_CONSTANT_NEIGHBOURS) const bool vkalgo_kNeighbours = false;
layout(constant_id = VKALGO_TILE_CONSTANT_CHECK_INPUTS) const bool vkalgo_kCheckInputs = true;

const uint vkalgo_kGroup = VKALGO_TILE_GROUP;                   // Columns per step
const uint vkalgo_kBlock = vkalgo_kBlockSteps * vkalgo_kGroup;  // Columns
const uint vkalgo_kLag =
    (vkalgo_kLanes + vkalgo_kBlockSteps - 2) / vkalgo_kBlockSteps + 1;  // Phases until the last lane has ended a block
// Teams that carry data in and out, and compute nothing.
const uint vkalgo_kPorters = VKALGO_PERSISTENT;
const bool vkalgo_kRefill = vkalgo_kTask == VKALGO_TILE_TASK_REFILL;
const bool vkalgo_kBands = vkalgo_kTask == VKALGO_TILE_TASK_BANDS;
const bool vkalgo_kCutsColumns = vkalgo_kBands || VKALGO_PERSISTENT == 0;  // Strips are computed tile by tile
const uint vkalgo_kTeams =
    vkalgo_kTask == VKALGO_TILE_TASK_FILL_BASE
        ? 1u
        : gl_WorkGroupSize.x / vkalgo_kLanes - vkalgo_kPorters - vkalgo_kStorers;  // Strips per workgroup
const uint vkalgo_kRing = 4 * vkalgo_kBlockSteps;  // Four blocks of groups: being read, complete, and two being written

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
#include "dp/table_address.glsl"
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
layout(set = 0, binding = VKALGO_TILE_ANSWER, std430) writeonly buffer VkalgoTileAnswer {
    vkalgo_value_t vkalgo_tile_answer;
};
layout(set = 0, binding = VKALGO_TILE_COARSE_ROWS, std430) readonly buffer VkalgoTileCoarseRows {
    cell_t vkalgo_tile_coarse_rows[];
};
layout(set = 0, binding = VKALGO_TILE_COARSE_COLUMNS, std430) readonly buffer VkalgoTileCoarseColumns {
    cell_t vkalgo_tile_coarse_columns[];
};
layout(set = 0, binding = VKALGO_TILE_TRACEBACK, std430) readonly buffer VkalgoTileTraceback {
    int vkalgo_tile_traceback_count;
    uint vkalgo_tile_traceback_done;
    int vkalgo_tile_traceback_row, vkalgo_tile_traceback_column;
};

int rows() { return int(vkalgo_push.rows); }
int columns() { return int(vkalgo_push.columns); }
#include "dp/tile_cell.glsl"

// Writes the answer, a cell of the last row. A `value` may read inputs, so the accessors must return the inputs of this
// cell.
void vkalgo_tile_put_answer(cell_t cell, int cj) {
#ifdef VKALGO_HAS_VALUE
    vkalgo_tile_i = vkalgo_tile_user_row(int(vkalgo_push.rows) - 1);
    vkalgo_tile_j = vkalgo_tile_user_column(cj);
    vkalgo_tile_valid = true;
    vkalgo_tile_row = vkalgo_load_row_inputs(vkalgo_tile_i);
    vkalgo_tile_column = vkalgo_load_column_inputs(vkalgo_tile_j);
#endif
    vkalgo_tile_answer = vkalgo_value(cell);
}
// The canonical rows and columns that strips cover: the interior of the table or, in a refill, the region of the
// traceback. A region ends at the cell of the traceback, since a traceback only goes up and left.
uvec2 vkalgo_tile_area_begin, vkalgo_tile_area_end;
uint vkalgo_tile_begin_row() { return vkalgo_kRefill ? vkalgo_tile_area_begin.x : vkalgo_kFirstRow; }
uint vkalgo_tile_begin_column() { return vkalgo_kRefill ? vkalgo_tile_area_begin.y : vkalgo_kFirstColumn; }
uint vkalgo_tile_end_row() { return vkalgo_kRefill ? vkalgo_tile_area_end.x : vkalgo_push.rows; }
uint vkalgo_tile_end_column() { return vkalgo_kRefill ? vkalgo_tile_area_end.y : vkalgo_push.columns; }
// Finds the traceback's region. Returns false if the traceback needs no further region.
bool vkalgo_tile_find_region() {
    const ivec2 first = ivec2(vkalgo_kFirstRow, vkalgo_kFirstColumn);
    const ivec2 traceback = ivec2(vkalgo_tile_traceback_row, vkalgo_tile_traceback_column);
    const ivec2 size = ivec2(vkalgo_push.region_rows, vkalgo_push.region_columns);
    vkalgo_tile_area_begin = uvec2(first + (traceback - first) / size * size);
    vkalgo_tile_area_end = uvec2(traceback + 1);
    return vkalgo_tile_traceback_done == 0u && traceback.x >= first.x && traceback.y >= first.y;
}

// Return a cell of the border row above the area, and a cell of the border column left of the area. The border column
// begins in the row above the area.
cell_t vkalgo_tile_top(int cj) {
    if (vkalgo_kRefill && vkalgo_tile_begin_row() > vkalgo_kFirstRow) {
        const uint number = (vkalgo_tile_begin_row() - vkalgo_kFirstRow) / vkalgo_push.region_rows - 1;
        return vkalgo_tile_coarse_rows[number * vkalgo_push.columns + uint(cj) - vkalgo_kFirstColumn];
    }
    return vkalgo_kFirstRow > 0u && cj < int(vkalgo_push.columns) ? vkalgo_tile_base(int(vkalgo_kFirstRow) - 1, cj)
                                                                  : cell_t(0);
}
cell_t vkalgo_tile_side(int ci) {
    const uint begin = vkalgo_tile_begin_column();
    if (vkalgo_kRefill && begin > vkalgo_kFirstColumn && ci >= int(vkalgo_kFirstRow)) {
        const uint number = (begin - vkalgo_kFirstColumn) / vkalgo_push.region_columns - 1;
        const uint row = min(uint(ci), vkalgo_push.rows - 1) - vkalgo_kFirstRow;
        return vkalgo_tile_coarse_columns[number * vkalgo_push.rows + row];
    }
    return begin > 0u && ci >= 0 && ci < int(vkalgo_push.rows) ? vkalgo_tile_base(ci, int(begin) - 1) : cell_t(0);
}

// The number of unused cells before column 0 in each row of a kept table. They align the first interior column.
const uint vkalgo_kLead = vkalgo_kKeep == VKALGO_TILE_KEEP_TABLE
                              ? (VKALGO_TILE_ALIGNED - vkalgo_kFirstColumn % VKALGO_TILE_ALIGNED) % VKALGO_TILE_ALIGNED
                              : 0;
#ifdef VKALGO_WIDE
uint64_t vkalgo_tile_kept_address(uint ci, uint cj) {
    const uint64_t index = uint64_t(ci) * vkalgo_push.stride + vkalgo_kLead + cj;
    return vkalgo_address_of(uvec2(vkalgo_push.address_low, vkalgo_push.address_high), index);
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

// Store a cell of border row or border column number `kept`. The row's cells are counted from the area's first column,
// and the column's cells from the area's first row.
void vkalgo_tile_keep_row_cell(uint kept, uint cj, cell_t value) {
    vkalgo_tile_keep_cell(kept, cj - vkalgo_tile_begin_column(), value);
}
void vkalgo_tile_keep_column_cell(uint kept, uint ci, cell_t value) {
    const uint stride = vkalgo_kRefill ? vkalgo_push.region_rows : vkalgo_push.rows;
    vkalgo_tile_kept_columns[kept * stride + ci - vkalgo_tile_begin_row()] = value;
}

#include "dp/tile_carry.glsl"
#include "dp/tile_strip.glsl"
#include "dp/tile_workgroup.glsl"

// Writes the base region: the cells of the first kFirstRow rows, then the first kFirstColumn cells of the rows below.
// If the table is not kept and there is no interior, writes the last row. With the region test the tiles write these
// cells themselves.
void vkalgo_tile_fill_base() {
    uint index = vkalgo_push.first_group +
                 (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
                 gl_LocalInvocationIndex;
    if (index >= vkalgo_push.groups) return;
    uint side = min(vkalgo_kFirstColumn, vkalgo_push.columns);
    if (vkalgo_kKeep == VKALGO_TILE_KEEP_TABLE) {
        uint top = min(vkalgo_kFirstRow, vkalgo_push.rows) * vkalgo_push.columns;
        uvec2 canonical =
            index < top ? uvec2(index / vkalgo_push.columns, index % vkalgo_push.columns)
                        : uvec2(min(vkalgo_kFirstRow, vkalgo_push.rows) + (index - top) / side, (index - top) % side);
        vkalgo_tile_keep_cell(canonical.x, canonical.y, vkalgo_tile_base(int(canonical.x), int(canonical.y)));
        if (canonical.x == vkalgo_push.rows - 1)
            vkalgo_tile_row_out[canonical.y] = vkalgo_tile_base(int(canonical.x), int(canonical.y));
    } else {
        vkalgo_tile_row_out[index] = vkalgo_tile_base(int(vkalgo_push.rows) - 1, int(index));
    }
}

void main() {
    if (vkalgo_kTask == VKALGO_TILE_TASK_FILL_BASE) vkalgo_tile_fill_base();
    else if (!vkalgo_kRefill || vkalgo_tile_find_region()) vkalgo_tile_run_strips();
    vkalgo_raise_noted();
    vkalgo_check_loops();
}

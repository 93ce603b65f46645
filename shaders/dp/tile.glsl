// Tile engine for local recurrences: the table in strips of rows, held in registers.
//
// A strip is kLanes x kRegisters rows of the table and belongs to one team of lanes (lanes.glsl). Lane l holds
// kRegisters rows; at step s it computes their kGroup columns of column group s - l, so a step is a block of
// kRegisters x kGroup cells a lane, and all that lanes exchange is the bottom row of such a block. A workgroup holds
// several strips, one below the other; team w runs w * kLag phases behind the first, a phase being kBlockSteps steps and
// one barrier. Bottom rows travel between teams through rings in shared memory, between workgroups through one buffer of
// a row's length. Two schedules:
//   persistent (VKALGO_PERSISTENT 1)  one workgroup a group of strips, in the order of tickets. Row words carry the number
//       of the strip that wrote them, so a reader polls the very data and no fence and no flag is needed (as decoupled
//       look-back scans do). Needs 64-bit atomics, the memory model and cross-workgroup progress. Bounded waits.
//   wavefront (VKALGO_PERSISTENT 0)  one dispatch a diagonal of tiles, a tile being a group of strips x tile_blocks
//       blocks of columns; the border column at the left of a tile waits in TILE_STATE. No workgroup waits for another.
// In both, row cell j is read by the strip below before that strip overwrites it.
//
// Cost a cell: the recurrence's own operations, 1 / kRegisters of a shuffle, 1 / kRegisters of the column inputs' loads,
// 16 / (kLanes * kRegisters * strips a workgroup) bytes of traffic.
//
// Indices: ci, cj are canonical (the recurrence reads up, left, and up-left); the user's i, j are those or their
// reflections. Rows and columns up to kFirstRow, kFirstColumn are the base region, unless kRegionTest says that every
// cell asks in_domain() and in_base().
//
// The text before this one defines: CELL_T and the recurrence's accessors; struct RowInputs, ColumnInputs with
// load_row_inputs(int i), load_column_inputs(int j) valid for any argument; bool in_domain(int, int), in_base(int, int);
// the globals int tile_i, tile_j; RowInputs tile_row; ColumnInputs tile_column; the push constants, whose first member is
// `TileArguments tile`. The text after it defines base() and cell().

layout(local_size_x_id = TILE_CONSTANT_WORKGROUP) in;
#define LANES_FIRST_CONSTANT TILE_CONSTANT_LANES
#define LANES_WORKGROUP gl_WorkGroupSize.x
#include "common/lanes.glsl"

layout(constant_id = TILE_CONSTANT_REGISTERS) const uint kRegisters = 4;
layout(constant_id = TILE_CONSTANT_GROUP) const uint kGroup = 4;
layout(constant_id = TILE_CONSTANT_BLOCK_STEPS) const uint kBlockSteps = 8;
layout(constant_id = TILE_CONSTANT_TASK) const uint kTask = TILE_TASK_TILES;
layout(constant_id = TILE_CONSTANT_REFLECT_ROWS) const bool kReflectRows = false;
layout(constant_id = TILE_CONSTANT_REFLECT_COLUMNS) const bool kReflectColumns = false;
layout(constant_id = TILE_CONSTANT_REGION_TEST) const bool kRegionTest = false;
layout(constant_id = TILE_CONSTANT_FIRST_ROW) const uint kFirstRow = 1;
layout(constant_id = TILE_CONSTANT_FIRST_COLUMN) const uint kFirstColumn = 1;
layout(constant_id = TILE_CONSTANT_KEEP) const uint kKeep = TILE_KEEP_ROW;

const uint kBlock = kBlockSteps * kGroup;                          // columns
const uint kBlockPerLane = (kBlock + kLanes - 1) / kLanes;         // columns that a lane carries when a team moves a block
const uint kLag = (kLanes + kBlockSteps - 2) / kBlockSteps + 1;    // phases until the last lane has ended a block
const uint kTeams = gl_WorkGroupSize.x / kLanes;
const uint kRing = 4 * kBlock;  // being read, complete, and two that the last lane may be writing

layout(set = 0, binding = TILE_ROW_IN, std430) readonly buffer TileRowIn { cell_t tile_row_in[]; };
layout(set = 0, binding = TILE_ROW_OUT, std430) writeonly buffer TileRowOut { cell_t tile_row_out[]; };
layout(set = 0, binding = TILE_STATE_IN, std430) readonly buffer TileStateIn { cell_t tile_state_in[]; };
layout(set = 0, binding = TILE_STATE_OUT, std430) writeonly buffer TileStateOut { cell_t tile_state_out[]; };
layout(set = 0, binding = TILE_CONTROL, std430) buffer TileControl { uint tile_control[]; };  // read-write
#if VKALGO_PERSISTENT
layout(set = 0, binding = TILE_LINKS, std430) buffer TileLinks { uint64_t tile_links[]; };  // read-write
#endif
#if VKALGO_WIDE
layout(buffer_reference, std430, buffer_reference_align = 8) writeonly buffer TileWide { cell_t value; };
#else
layout(set = 0, binding = TILE_KEPT, std430) writeonly buffer TileKept { cell_t tile_kept[]; };
#endif
layout(set = 0, binding = TILE_KEPT_COLUMNS, std430) writeonly buffer TileKeptColumns { cell_t tile_kept_columns[]; };

// Team w reads ring w and writes ring w + 1; ring cell = column of the interior % kRing.
shared cell_t tile_ring[(kTeams + 1) * kRing];
shared uint tile_ticket;

// The cell in hand; at() and the inputs' accessors answer from these.
cell_t tile_left, tile_up, tile_diagonal;
bool tile_valid;

cell_t base(int i, int j);
cell_t cell(int i, int j);

int rows() { return int(tile.rows); }
int columns() { return int(tile.columns); }
cell_t at(int i, int j) { return i == tile_i ? tile_left : (j == tile_j ? tile_up : tile_diagonal); }
void overflow_if(bool condition) {
    if (condition && tile_valid) atomicOr(tile_control[TILE_CONTROL_STATUS], TILE_STATUS_OVERFLOW);
}

int tile_user_row(int ci) { return kReflectRows ? int(tile.rows) - 1 - ci : ci; }
int tile_user_column(int cj) { return kReflectColumns ? int(tile.columns) - 1 - cj : cj; }
cell_t tile_base(int ci, int cj) {
    tile_i = tile_user_row(ci);
    tile_j = tile_user_column(cj);
    return base(tile_i, tile_j);
}
// The border row above the interior, and the border column left of it (ci from kFirstRow - 1 on).
cell_t tile_top(int cj) {
    return kFirstRow > 0u && cj < int(tile.columns) ? tile_base(int(kFirstRow) - 1, cj) : cell_t(0);
}
cell_t tile_side(int ci) {
    return kFirstColumn > 0u && ci >= 0 && ci < int(tile.rows) ? tile_base(ci, int(kFirstColumn) - 1) : cell_t(0);
}

void tile_keep_cell(uint ci, uint cj, cell_t value) {
#if VKALGO_WIDE
    uint64_t index = uint64_t(ci) * tile.stride + cj;
    TileWide(packUint2x32(uvec2(tile.table_low, tile.table_high)) + index * (4 * VKALGO_CELL_WORDS)).value = value;
#else
    tile_kept[ci * tile.stride + cj] = value;
#endif
}

#if VKALGO_PERSISTENT
// Row cell j as the strip above wrote it; false if it has not yet.
bool tile_link_load(uint j, uint tag, out cell_t value) {
    uvec2 low = unpackUint2x32(atomicLoad(tile_links[j * VKALGO_CELL_WORDS], gl_ScopeDevice, gl_StorageSemanticsNone,
                                          gl_SemanticsRelaxed));
#if VKALGO_CELL_WORDS == 2
    uvec2 high = unpackUint2x32(atomicLoad(tile_links[j * 2 + 1], gl_ScopeDevice, gl_StorageSemanticsNone,
                                           gl_SemanticsRelaxed));
    lane_from_words(uvec2(low.x, high.x), value);
    return low.y == tag && high.y == tag;
#else
    lane_from_words(uvec2(low.x, 0u), value);
    return low.y == tag;
#endif
}
void tile_link_store(uint j, uint tag, cell_t value) {
    uvec2 words = lane_words(value);
    atomicStore(tile_links[j * VKALGO_CELL_WORDS], packUint2x32(uvec2(words.x, tag)), gl_ScopeDevice,
                gl_StorageSemanticsNone, gl_SemanticsRelaxed);
#if VKALGO_CELL_WORDS == 2
    atomicStore(tile_links[j * 2 + 1], packUint2x32(uvec2(words.y, tag)), gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
#endif
}
#endif

// Base region: cells of the first kFirstRow rows, then the first kFirstColumn ones of the rows below; with only the last
// row kept, that row's cells of the base region. With the region test the tiles write these cells themselves.
void tile_fill_base() {
    uint index = tile.first_group + (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x +
                 gl_LocalInvocationIndex;
    if (index >= tile.groups) return;
    uint side = min(kFirstColumn, tile.columns);
    if (kKeep == TILE_KEEP_TABLE) {
        uint top = min(kFirstRow, tile.rows) * tile.columns;
        uvec2 place = index < top ? uvec2(index / tile.columns, index % tile.columns)
                                  : uvec2(min(kFirstRow, tile.rows) + (index - top) / side, (index - top) % side);
        tile_keep_cell(place.x, place.y, tile_base(int(place.x), int(place.y)));
        if (place.x == tile.rows - 1) tile_row_out[place.y] = tile_base(int(place.x), int(place.y));
    } else {
        tile_row_out[index] = tile_base(int(tile.rows) - 1, int(index));
    }
}

void tile_run_strips() {
    const uint lane = lane_index();
    const uint team = lane_team();
    const uint interior_rows = tile.rows - kFirstRow;        // the host dispatches no tiles if either is 0
    const uint interior_columns = tile.columns - kFirstColumn;
    const uint strips = (interior_rows + kLanes * kRegisters - 1) / (kLanes * kRegisters);
    const uint column_groups = (interior_columns + kGroup - 1) / kGroup;

#if VKALGO_PERSISTENT
    if (gl_LocalInvocationIndex == 0) tile_ticket = atomicAdd(tile_control[TILE_CONTROL_TICKET], 1u);
    barrier();
    const uint strip_group = tile_ticket;
    const uint first_block = 0;
#else
    const uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (number >= tile.groups) return;
    const uint strip_group = tile.first_group + number;
    const uint first_block = (tile.diagonal - strip_group) * tile.tile_blocks;
#endif
    const uint first_group = first_block * kBlockSteps;
    const uint groups = min(column_groups - first_group, tile.tile_blocks * kBlockSteps);
    const uint blocks = (groups + kBlockSteps - 1) / kBlockSteps;

    const uint strip = strip_group * kTeams + team;
    const uint last_team = min(kTeams - 1, strips - 1 - strip_group * kTeams);  // the one whose bottom row leaves
    const uint strip_row = kFirstRow + strip * kLanes * kRegisters;
    const uint lane_row = strip_row + lane * kRegisters;
    // The row that leaves the strip at its bottom: the last, or the table's last.
    const uint bottom_row = min(strip_row + kLanes * kRegisters, tile.rows) - 1 - strip_row;
    const uint bottom_lane = bottom_row / kRegisters;
    const uint bottom_register = bottom_row % kRegisters;
    const bool last_strip = strip == strips - 1;
    const bool keep_bottom =
        kKeep == TILE_KEEP_BORDERS && strip < strips && tile.keep_strips != 0 && (strip + 1) % tile.keep_strips == 0;

    RowInputs row_inputs[kRegisters];
    cell_t left[kRegisters];     // the column left of the block in hand
    cell_t first_left[kRegisters];  // that of the tile's first block
    cell_t corner, first_corner;    // the cell above left[0]
    [[unroll]] for (uint r = 0; r < kRegisters; ++r) {
        row_inputs[r] = load_row_inputs(tile_user_row(int(lane_row + r)));
        left[r] = cell_t(0);
    }
    if (first_block == 0) {
        first_corner = tile_side(int(lane_row) - 1);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r) first_left[r] = tile_side(int(lane_row + r));
    } else {
        uint state = strip * (kRegisters + 1) * kLanes + lane;
        bool real = strip < strips;
        first_corner = real ? tile_state_in[state + kRegisters * kLanes] : cell_t(0);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            first_left[r] = real ? tile_state_in[state + r * kLanes] : cell_t(0);
    }
    corner = cell_t(0);

    cell_t bottom[kGroup];  // the bottom row of the block in hand
    [[unroll]] for (uint c = 0; c < kGroup; ++c) bottom[c] = cell_t(0);
    ColumnInputs column_inputs[kGroup];
    const int first_column = int(kFirstColumn + first_group * kGroup);
    [[unroll]] for (uint c = 0; c < kGroup; ++c)
        column_inputs[c] = load_column_inputs(tile_user_column(first_column - int(lane * kGroup) + int(c)));

    cell_t border[kBlockPerLane];  // the lane's part of the next block of the row above
    bool border_ready[kBlockPerLane];
    bool stuck = false;
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) border_ready[q] = false;

    const uint read_ring = team * kRing;
    const uint write_ring = (team + 1) * kRing;
    const uint phases = blocks + kLag * (last_team + 1);
    for (uint phase = 0; phase < phases; ++phase) {
        // Team 0 hands the block `phase` of the row above to its ring.
        if (team == 0 && phase < blocks) {
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
                uint in_block = q * kLanes + lane;
                uint column = phase * kBlock + in_block;
                uint cj = uint(first_column) + column;
                if (in_block < kBlock) {
                    if (strip == 0) {
                        border[q] = tile_top(int(cj));
                    } else if (cj < tile.columns) {
#if VKALGO_PERSISTENT
                        uint tries = 0;
                        while (!border_ready[q] && !stuck) {
                            border_ready[q] = tile_link_load(cj, strip, border[q]);
                            if (++tries >= tile.spin_limit ||
                                ((tries & 1023u) == 0u && (atomicOr(tile_control[TILE_CONTROL_STATUS], 0u) & TILE_STATUS_STUCK) != 0u)) {
                                atomicOr(tile_control[TILE_CONTROL_STATUS], TILE_STATUS_STUCK);
                                stuck = true;
                            }
                        }
                        border_ready[q] = false;
#else
                        border[q] = tile_row_in[cj];
#endif
                    }
                    tile_ring[read_ring + column % kRing] = border[q];
                }
            }
        }
        barrier();
#if VKALGO_PERSISTENT
        if (team == 0 && strip != 0 && phase + 1 < blocks) {
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
                uint in_block = q * kLanes + lane;
                uint cj = uint(first_column) + (phase + 1) * kBlock + in_block;
                if (in_block < kBlock && cj < tile.columns) border_ready[q] = tile_link_load(cj, strip, border[q]);
            }
        }
#endif
        // The block that this team's last lane ended in the phase before leaves the workgroup, or is kept.
        const int own_phase = int(phase) - int(team * kLag);
        const int ended = own_phase - int(kLag);
        if (ended >= 0 && uint(ended) < blocks && team <= last_team && (team == last_team || keep_bottom)) {
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
                uint in_block = q * kLanes + lane;
                uint column = uint(ended) * kBlock + in_block;
                uint cj = uint(first_column) + column;
                if (in_block < kBlock && cj < tile.columns) {
                    cell_t value = tile_ring[write_ring + column % kRing];
                    if (team == last_team) {
#if VKALGO_PERSISTENT
                        if (last_strip) tile_row_out[cj] = value;
                        else tile_link_store(cj, strip + 1, value);
#else
                        tile_row_out[cj] = value;
#endif
                    }
                    if (keep_bottom) tile_keep_cell((strip + 1) / tile.keep_strips - 1, cj, value);
                }
            }
        }
        // A team that has not begun, or has ended, rests; over shared memory it must keep step with the others.
        if (!kLanesShared && (ended >= int(blocks) || own_phase < 0 || team > last_team)) continue;

        [[dont_unroll]] for (uint k = 0; k < kBlockSteps; ++k) {
            const int step = own_phase * int(kBlockSteps) + int(k);
            const int group = step - int(lane);
            const int cj = first_column + group * int(kGroup);
            ColumnInputs next_inputs[kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c)
                next_inputs[c] = load_column_inputs(tile_user_column(cj + int(kGroup + c)));
            cell_t above[kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c) above[c] = lane_shift_up(bottom[c]);
            if (lane == 0) {
                [[unroll]] for (uint c = 0; c < kGroup; ++c)
                    above[c] = tile_ring[read_ring + (uint(step) * kGroup + c) % kRing];
            }
            if (step < int(kLanes) && group == 0) {
                corner = first_corner;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r) left[r] = first_left[r];
            }
            cell_t block[kRegisters * kGroup];
            cell_t diagonal = corner;
            corner = above[kGroup - 1];
            [[unroll]] for (uint r = 0; r < kRegisters; ++r) {
                tile_row = row_inputs[r];
                tile_i = tile_user_row(int(lane_row + r));
                tile_diagonal = diagonal;
                tile_left = left[r];
                diagonal = tile_left;
                [[unroll]] for (uint c = 0; c < kGroup; ++c) {
                    tile_column = column_inputs[c];
                    tile_j = tile_user_column(cj + int(c));
                    tile_up = above[c];
                    tile_valid = lane_row + r < tile.rows && group >= 0 && cj + int(c) < int(tile.columns);
                    cell_t value;
                    if (kRegionTest) {
                        value = cell_t(0);
                        if (tile_valid && in_domain(tile_i, tile_j)) {
                            if (in_base(tile_i, tile_j)) value = base(tile_i, tile_j);
                            else value = cell(tile_i, tile_j);
                        }
                    } else {
                        value = cell(tile_i, tile_j);
                    }
                    tile_diagonal = tile_up;
                    tile_left = value;
                    above[c] = value;
                    block[r * kGroup + c] = value;
                    if (kKeep == TILE_KEEP_TABLE && tile_valid && group < int(groups))
                        tile_keep_cell(lane_row + r, uint(cj) + c, value);
                }
                left[r] = tile_left;
            }
            [[unroll]] for (uint c = 0; c < kGroup; ++c) bottom[c] = above[c];
            if (lane == bottom_lane) {
                if (bottom_register == kRegisters - 1) {
                    [[unroll]] for (uint c = 0; c < kGroup; ++c)
                        tile_ring[write_ring + (uint(group) * kGroup + c) % kRing] = bottom[c];
                } else {
                    [[unroll]] for (uint c = 0; c < kGroup; ++c) {
                        cell_t value = block[c];
                        [[unroll]] for (uint r = 1; r + 1 < kRegisters; ++r)
                            value = r == bottom_register ? block[r * kGroup + c] : value;
                        tile_ring[write_ring + (uint(group) * kGroup + c) % kRing] = value;
                    }
                }
            }
#if !VKALGO_PERSISTENT
            if (step >= int(groups) - 1 && group == int(groups) - 1 && strip < strips) {
                uint state = strip * (kRegisters + 1) * kLanes + lane;
                tile_state_out[state + kRegisters * kLanes] = corner;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r) tile_state_out[state + r * kLanes] = left[r];
            }
#endif
            if (kKeep == TILE_KEEP_BORDERS && group >= 0 && group < int(groups) &&
                (first_group + uint(group) + 1) % tile.keep_groups == 0) {
                uint kept = ((first_group + uint(group) + 1) / tile.keep_groups - 1) * tile.rows;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r)
                    if (lane_row + r < tile.rows) tile_kept_columns[kept + lane_row + r] = left[r];
            }
            [[unroll]] for (uint c = 0; c < kGroup; ++c) column_inputs[c] = next_inputs[c];
        }
    }
}

void main() {
    if (kTask == TILE_TASK_FILL_BASE) tile_fill_base();
    else tile_run_strips();
}

// Tile engine for local recurrences: the table in strips of rows, held in registers.
//
// A strip is kLanes x kRegisters rows of the table and belongs to one team of lanes (lanes.glsl). Lane l holds
// kRegisters rows; at step s it computes their kGroup columns of column group s - l, so a step is a block of
// kRegisters x kGroup cells a lane, and all that lanes exchange is the bottom row of such a block. A workgroup holds
// several strips, one below the other; team w runs w * kLag phases behind the first, a phase being kBlockSteps steps and
// one barrier. Bottom rows travel between teams through rings in shared memory, between workgroups through one buffer of
// a row's length. With kPorter a team of its own does all that carrying, one phase ahead, so that no team that computes
// ever waits for memory. Two schedules:
//   persistent (VKALGO_PERSISTENT 1)  one workgroup a group of strips, in the order of tickets. Row words carry the number
//       of the strip that wrote them, so a reader polls the very data and no fence and no flag is needed (as decoupled
//       look-back scans do). Needs 64-bit atomics, the memory model and cross-workgroup progress. Bounded waits.
//   wavefront (VKALGO_PERSISTENT 0)  one dispatch a diagonal of tiles, a tile being a group of strips x tile_blocks
//       blocks of columns; the border column at the left of a tile waits in TILE_STATE. No workgroup waits for another.
// In both, row cell j is read by the strip below before that strip overwrites it.
//   Cost a cell: the recurrence's own operations, 1 / kRegisters of a shuffle and of the column inputs' loads, 16 /
//   (kLanes * kRegisters * strips a workgroup) bytes of traffic. Steps of a strip follow each other at about 20 cycles a
//   column on an H200; n + m columns' worth of steps bound the time from below.
//
// Indices: ci, cj are canonical (the recurrence reads up, left, and up-left); the user's i, j are those or their
// reflections. Rows and columns up to kFirstRow, kFirstColumn are the base region, unless kRegionTest says that every
// cell asks whether it is in the domain and in the base region.
// inputs from binding 10
#include "dp/dp.h"
#include "dp/tile.h"

layout(push_constant) uniform VkalgoPush { TilePush push; VKALGO_PARAMS };

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
layout(constant_id = TILE_CONSTANT_PORTER) const bool kPorter = false;
layout(constant_id = TILE_CONSTANT_UNROLL) const uint kUnroll = 1;
layout(constant_id = TILE_CONSTANT_KEEP) const uint kKeep = TILE_KEEP_ROW;

const uint kGroup = TILE_GROUP;                                    // columns a step
const uint kBlock = kBlockSteps * kGroup;                          // columns
const uint kBlockPerLane = (kBlock + kLanes - 1) / kLanes;         // columns that a lane carries when a team moves a block
const uint kLag = (kLanes + kBlockSteps - 2) / kBlockSteps + 1;    // phases until the last lane has ended a block
const uint kTeams = gl_WorkGroupSize.x / kLanes - (kPorter ? 1u : 0u);  // strips a workgroup
const uint kRing = 4 * kBlockSteps;  // groups: being read, complete, and two that the last lane may be writing

layout(set = 0, binding = TILE_ROW_IN, std430) readonly buffer TileRowIn { cell_t tile_row_in[]; };
layout(set = 0, binding = TILE_ROW_OUT, std430) writeonly buffer TileRowOut { cell_t tile_row_out[]; };
layout(set = 0, binding = TILE_STATE_IN, std430) readonly buffer TileStateIn { cell_t tile_state_in[]; };
layout(set = 0, binding = TILE_STATE_OUT, std430) writeonly buffer TileStateOut { cell_t tile_state_out[]; };
#if VKALGO_PERSISTENT
layout(set = 0, binding = TILE_TICKET, std430) buffer TileTicket { uint tile_next_ticket; };  // read-write
layout(set = 0, binding = TILE_LINKS, std430) buffer TileLinks { uint64_t tile_links[]; };  // read-write
#endif
#ifdef VKALGO_WIDE
layout(buffer_reference, std430, buffer_reference_align = 8) writeonly buffer TileWide { cell_t value; };
#else
layout(set = 0, binding = TILE_KEPT, std430) writeonly buffer TileKept { cell_t tile_kept[]; };
#endif
layout(set = 0, binding = TILE_KEPT_COLUMNS, std430) writeonly buffer TileKeptColumns { cell_t tile_kept_columns[]; };
layout(set = 0, binding = TILE_ANSWER, std430) writeonly buffer TileAnswer { cell_t tile_answer; };

// The columns of a group side by side, so that shared memory moves them at once.
#if defined(VKALGO_CELL_U32)
#define cell4_t uvec4
#elif defined(VKALGO_CELL_I32)
#define cell4_t ivec4
#elif defined(VKALGO_CELL_F32)
#define cell4_t vec4
#elif defined(VKALGO_CELL_U64)
#define cell4_t u64vec4
#elif defined(VKALGO_CELL_I64)
#define cell4_t i64vec4
#else
#define cell4_t dvec4
#endif
struct ColumnGroup {
    ColumnInputs column[kGroup];
};

// Team w reads ring w and writes ring w + 1; ring slot = column group of the tile % kRing. Behind the rings, a place for
// every lane that is not a strip's last to put its bottom row: a store by all is cheaper than a branch.
const uint kWaste = (kTeams + 1) * kRing;
shared cell4_t tile_ring[kWaste + gl_WorkGroupSize.x];
// The column inputs of the blocks that some lane is at, and of the next; slot = column group of the tile % kInputRing.
const uint kInputNeed = kTeams * kLag + 3;
const uint kInputBlocks = kInputNeed <= 4 ? 4 : kInputNeed <= 8 ? 8 : kInputNeed <= 16 ? 16 : kInputNeed <= 32 ? 32
                          : kInputNeed <= 64 ? 64 : kInputNeed <= 128 ? 128 : kInputNeed;
const uint kInputRing = kInputBlocks * kBlockSteps;
shared ColumnGroup tile_inputs[kInputRing];
shared uint tile_ticket;

// The cell in hand; at() and the inputs' accessors answer from these.
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
    return base(tile_i, tile_j);
}
// The border row above the interior, and the border column left of it (ci from kFirstRow - 1 on).
cell_t tile_top(int cj) {
    return kFirstRow > 0u && cj < int(push.columns) ? tile_base(int(kFirstRow) - 1, cj) : cell_t(0);
}
cell_t tile_side(int ci) {
    return kFirstColumn > 0u && ci >= 0 && ci < int(push.rows) ? tile_base(ci, int(kFirstColumn) - 1) : cell_t(0);
}

void tile_keep_cell(uint ci, uint cj, cell_t value) {
#ifdef VKALGO_WIDE
    uint64_t index = uint64_t(ci) * push.stride + cj;
    TileWide(packUint2x32(uvec2(push.address_low, push.address_high)) + index * (4 * VKALGO_CELL_WORDS)).value = value;
#else
    tile_kept[ci * push.stride + cj] = value;
#endif
}

#if VKALGO_PERSISTENT
// Row cell j as it stands in memory: a word a 64-bit value, below the number of the strip that wrote it. Loads only: a
// comparison here would make the prefetch wait. (An array in a struct would live in local memory, and wait as well.)
#if VKALGO_CELL_WORDS == 2
#define tile_link_t u64vec2
tile_link_t tile_link_load(uint j) {
    uint64_t low = atomicLoad(tile_links[2 * j], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    uint64_t high = atomicLoad(tile_links[2 * j + 1], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    return tile_link_t(low, high);
}
bool tile_link_ready(tile_link_t link, uint tag) {
    return unpackUint2x32(link.x).y == tag && unpackUint2x32(link.y).y == tag;
}
cell_t tile_link_value(tile_link_t link) {
    cell_t value;
    lane_from_words(uvec2(unpackUint2x32(link.x).x, unpackUint2x32(link.y).x), value);
    return value;
}
#else
#define tile_link_t uint64_t
tile_link_t tile_link_load(uint j) {
    return atomicLoad(tile_links[j], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
bool tile_link_ready(tile_link_t link, uint tag) { return unpackUint2x32(link).y == tag; }
cell_t tile_link_value(tile_link_t link) {
    cell_t value;
    lane_from_words(uvec2(unpackUint2x32(link).x, 0u), value);
    return value;
}
#endif
// A wait has polled `tries` times in vain: true if it, or another, ran out of patience.
bool tile_give_up(uint tries) {
    if (tries >= push.spin_limit) atomicOr(status_flags, VKALGO_STATUS_STALLED);
    return (atomicOr(status_flags, 0u) & VKALGO_STATUS_STALLED) != 0u;
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
// row kept, that row, where there is no interior. With the region test the tiles write these cells themselves.
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

#if VKALGO_PERSISTENT
tile_link_t tile_ahead[kBlockPerLane];  // this lane's part of the next block of the row above
bool tile_stuck;
void tile_look_ahead(uint cj0, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        uint cj = cj0 + q * kLanes + lane;
        if (q * kLanes + lane < kBlock && cj < push.columns) tile_ahead[q] = tile_link_load(cj);
    }
}
#endif

// Puts the border row above `strip`, from column cj0 on, into a block of the first ring; persistent: waits for it.
void tile_bring(uint strip, uint cj0, uint block, uint lane) {
#if VKALGO_PERSISTENT
    bool waiting = strip != 0;
    if (kPorter && waiting) tile_look_ahead(cj0, lane);
    for (uint tries = 1; waiting && !tile_stuck; ++tries) {
        waiting = false;
        [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
            uint cj = cj0 + q * kLanes + lane;
            if (q * kLanes + lane < kBlock && cj < push.columns && !tile_link_ready(tile_ahead[q], strip)) {
                tile_ahead[q] = tile_link_load(cj);
                waiting = true;
            }
        }
        if (tries % 1024 == 0) tile_stuck = tile_give_up(tries);
    }
#endif
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        uint in_block = q * kLanes + lane;
        uint cj = cj0 + in_block;
        if (in_block < kBlock && cj < push.columns) {
            cell_t value;
            if (strip == 0) {
                value = tile_top(int(cj));
            } else {
#if VKALGO_PERSISTENT
                value = tile_link_value(tile_ahead[q]);
#else
                value = tile_row_in[cj];
#endif
            }
            tile_ring[(block * kBlockSteps + in_block / kGroup) % kRing][in_block % kGroup] = value;
        }
    }
}

// Takes the bottom row of a strip, from column cj0 on, out of a block of its ring.
// `kept` is the number of the kept row that it is, if any.
void tile_take(uint strip, bool last, bool leaves, int kept, uint ring, uint cj0, uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        uint in_block = q * kLanes + lane;
        uint cj = cj0 + in_block;
        if (in_block < kBlock && cj < push.columns) {
            cell_t value = tile_ring[ring + (block * kBlockSteps + in_block / kGroup) % kRing][in_block % kGroup];
#if VKALGO_PERSISTENT
            if (leaves && !last) tile_link_store(cj, strip + 1, value);
            if (leaves && last) tile_row_out[cj] = value;
#else
            if (leaves) tile_row_out[cj] = value;
#endif
            if (leaves && last && cj == push.answer_column) tile_answer = value;
            if (kept >= 0) tile_keep_cell(uint(kept), cj, value);
        }
    }
}

void tile_run_strips() {
    const uint lane = lane_index();
    const uint team = lane_uniform(lane_team());
    const uint interior_rows = push.rows - kFirstRow;        // the host dispatches no tiles if either is 0
    const uint interior_columns = push.columns - kFirstColumn;
    const uint strips = (interior_rows + kLanes * kRegisters - 1) / (kLanes * kRegisters);
    const uint column_groups = (interior_columns + kGroup - 1) / kGroup;

#if VKALGO_PERSISTENT
    if (gl_LocalInvocationIndex == 0) tile_ticket = atomicAdd(tile_next_ticket, 1u);
    barrier();
    const uint strip_group = lane_uniform(tile_ticket);
    const uint first_block = 0;
#else
    const uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (number >= push.groups) return;
    const uint strip_group = push.first_group + number;
    const uint first_block = (push.diagonal - strip_group) * push.tile_blocks;
#endif
    const uint first_group = first_block * kBlockSteps;
    const uint groups = min(column_groups - first_group, push.tile_blocks * kBlockSteps);
    const uint blocks = (groups + kBlockSteps - 1) / kBlockSteps;

    // The last row's cells of the base region; a kept table gets its base region by tile_fill_base.
    if (kKeep != TILE_KEEP_TABLE && strip_group == 0 && first_block == 0) {
        for (uint cj = gl_LocalInvocationIndex; cj < kFirstColumn; cj += gl_WorkGroupSize.x)
            tile_row_out[cj] = tile_base(int(push.rows) - 1, int(cj));
    }

    const uint strip = strip_group * kTeams + team;
    const uint last_team = min(kTeams - 1, strips - 1 - strip_group * kTeams);  // the one whose bottom row leaves
    const uint strip_row = kFirstRow + strip * kLanes * kRegisters;
    const uint lane_row = strip_row + lane * kRegisters;
    // The row that leaves the strip at its bottom: the last, or the table's last.
    const uint bottom_row = min(kLanes * kRegisters, max(push.rows, strip_row + 1) - strip_row) - 1;
    const uint bottom_lane = bottom_row / kRegisters;
    const uint bottom_register = bottom_row % kRegisters;
    const uint last_lanes = (interior_rows - 1) % (kLanes * kRegisters) / kRegisters + 1;  // lanes at work in the last strip

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
        bool real = strip < strips && team < kTeams;
        first_corner = real ? tile_state_in[state + kRegisters * kLanes] : cell_t(0);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            first_left[r] = real ? tile_state_in[state + r * kLanes] : cell_t(0);
    }
    corner = cell_t(0);

    cell_t passed[kGroup];  // the row above the block in hand, from the lane above
    [[unroll]] for (uint c = 0; c < kGroup; ++c) passed[c] = cell_t(0);
    const int first_column = int(kFirstColumn + first_group * kGroup);
    ColumnInputs column_inputs[kGroup];   // of the block in hand, read a step ahead
    ColumnInputs next_block[kBlockPerLane];  // the lane's part of the block that enters tile_inputs next
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        uint in_block = q * kLanes + lane;
        next_block[q] = load_column_inputs(tile_user_column(first_column + int(kBlock + in_block)));
        if (team == 0 && in_block < kBlock)
            tile_inputs[in_block / kGroup].column[in_block % kGroup] =
                load_column_inputs(tile_user_column(first_column + int(in_block)));
    }
    barrier();
    [[unroll]] for (uint c = 0; c < kGroup; ++c)
        column_inputs[c] = tile_inputs[uint(-int(team * kLag * kBlockSteps + lane)) % kInputRing].column[c];

#if VKALGO_PERSISTENT
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) tile_ahead[q] = tile_link_t(0);
    tile_stuck = false;
#endif

    // Borders. Rows: the teams, as bits, whose bottom row is kept. Columns: the tile's column group whose last column is
    // kept next; each lane puts its cells aside as it passes there, and the team stores them once its last lane has.
    uint kept_teams = 0;
    uint kept_above = 0;  // rows kept of the groups above
    int keep_group = 0;
    cell_t aside[kRegisters];
    if (kKeep == TILE_KEEP_BORDERS) {
        for (uint t = 0; t < kTeams; ++t)
            kept_teams |= (strip_group * kTeams + t + 1) % push.keep_strips == 0 ? 1u << t : 0u;
        kept_above = strip_group * kTeams / push.keep_strips;
        keep_group = int(push.keep_groups - 1 - first_group % push.keep_groups);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r) aside[r] = cell_t(0);
    }

    const uint read_ring = team * kRing;
    const uint write_ring = (team + 1) * kRing;
    const int phases = int(blocks + kLag * (last_team + 1));
    for (int phase = kPorter ? -1 : 0; phase < phases; ++phase) {
        // What is carried in and out: by a team of its own, a phase ahead, while the others work; else by the first and
        // the last strip's team, between phases.
        if (!kPorter && team == 0) {
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
                uint in_block = q * kLanes + lane;
                if (in_block < kBlock)
                    tile_inputs[(uint(phase + 1) * kBlockSteps + in_block / kGroup) % kInputRing].column[in_block % kGroup] =
                        next_block[q];
            }
            if (phase < int(blocks)) tile_bring(strip, uint(first_column) + uint(phase) * kBlock, uint(phase), lane);
        }
        barrier();
        if (team == (kPorter ? kTeams : 0u)) {
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q)
                next_block[q] = load_column_inputs(
                    tile_user_column(first_column + (phase + 2) * int(kBlock) + int(q * kLanes + lane)));
        }
#if VKALGO_PERSISTENT
        if (!kPorter && team == 0 && strip != 0 && phase + 1 < int(blocks))
            tile_look_ahead(uint(first_column) + uint(phase + 1) * kBlock, lane);
#endif
        for (uint t = kPorter ? (kKeep == TILE_KEEP_BORDERS ? 0u : last_team) : team;
             t <= (kPorter ? last_team : team) && (!kPorter || team == kTeams); ++t) {
            const uint its_strip = strip_group * kTeams + t;
            const bool last = its_strip == strips - 1;
            const uint its_lanes = last ? last_lanes : kLanes;
            const int ended = phase - int(t * kLag + (its_lanes + kBlockSteps - 2) / kBlockSteps + 1);
            const int kept = kKeep == TILE_KEEP_BORDERS && (kept_teams >> t & 1u) != 0u
                                 ? int(kept_above + uint(bitCount(kept_teams & ((1u << t) - 1u))))
                                 : -1;
            if (ended >= 0 && ended < int(blocks) && t <= last_team && (t == last_team || kept >= 0))
                tile_take(its_strip, last, t == last_team, kept, (t + 1) * kRing,
                          uint(first_column) + uint(ended) * kBlock, uint(ended), lane);
        }
        if (kPorter && team == kTeams) {
            if (phase + 1 < int(blocks))
                tile_bring(strip_group * kTeams, uint(first_column) + uint(phase + 1) * kBlock, uint(phase + 1), lane);
            [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
                uint in_block = q * kLanes + lane;
                if (in_block < kBlock)
                    tile_inputs[(uint(phase + 2) * kBlockSteps + in_block / kGroup) % kInputRing].column[in_block % kGroup] =
                        next_block[q];
            }
            if (!kLanesShared) continue;
        }
        const int own_phase = phase - int(team * kLag);
        // A team that has not begun, or has ended, works on rubbish: a branch around the steps, which the compiler must
        // take for divergent, costs more than twice.
        const int first_step = own_phase * int(kBlockSteps);
        if (kKeep == TILE_KEEP_BORDERS && team < kTeams && first_step >= keep_group + int(kLanes)) {
            const uint kept = (first_group + uint(keep_group) + 1) / push.keep_groups - 1;
            if (keep_group < int(groups) && first_column + (keep_group + 1) * int(kGroup) <= int(push.columns)) {
                [[unroll]] for (uint r = 0; r < kRegisters; ++r)
                    if (lane_row + r < push.rows) tile_kept_columns[kept * push.rows + lane_row + r] = aside[r];
            }
            keep_group += int(push.keep_groups);
        }
        cell4_t entering = tile_ring[read_ring + uint(first_step) % kRing];  // the row above for lane 0, read a step ahead
        [[dont_unroll]] for (uint k = 0; k < kBlockSteps; k += kUnroll) [[unroll]] for (uint u = 0; u < kUnroll; ++u) {
            const int step = first_step + int(k + u);
            const int group = step - int(lane);
            const int cj = first_column + group * int(kGroup);
            const uint next_slot = uint(group + 1) % kInputRing;
            ColumnInputs next_inputs[kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c) next_inputs[c] = tile_inputs[next_slot].column[c];
            cell_t above[kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c) above[c] = lane == 0 ? entering[c] : passed[c];
            entering = tile_ring[read_ring + uint(step + 1) % kRing];
            const bool starts = group == 0;
            corner = starts ? first_corner : corner;
            [[unroll]] for (uint r = 0; r < kRegisters; ++r) left[r] = starts ? first_left[r] : left[r];

            cell_t block[kRegisters * kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c) {
                tile_column = column_inputs[c];
                tile_j = tile_user_column(cj + int(c));
                tile_up = above[c];
                tile_diagonal = corner;
                corner = tile_up;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r) {
                    tile_row = row_inputs[r];
                    tile_i = tile_user_row(int(lane_row + r));
                    tile_left = left[r];
                    tile_valid = (!kPorter || team < kTeams) && lane_row + r < push.rows && group >= 0 &&
                                 group < int(groups) && cj + int(c) < int(push.columns);
                    cell_t value;
                    if (kRegionTest) {
                        value = cell_t(0);
                        if (tile_valid && vkalgo_in_domain(tile_i, tile_j)) {
                            if (vkalgo_in_base(tile_i, tile_j)) value = base(tile_i, tile_j);
                            else value = cell(tile_i, tile_j);
                        }
                    } else {
                        value = cell(tile_i, tile_j);
                    }
                    tile_diagonal = tile_left;
                    left[r] = value;
                    tile_up = value;
                    block[r * kGroup + c] = value;
                    if (kKeep == TILE_KEEP_TABLE && tile_valid)
                        tile_keep_cell(lane_row + r, uint(cj) + c, value);
                }
                // Here, not where it is used: the exchange runs while the next columns are worked on.
                passed[c] = lane_shift_up(tile_up);
            }
            const uint write_slot = lane == bottom_lane && team < kTeams
                                        ? write_ring + uint(group) % kRing
                                        : kWaste + team * kLanes + lane;
            cell4_t bottom;
            [[unroll]] for (uint c = 0; c < kGroup; ++c) {
                cell_t value = block[(kRegisters - 1) * kGroup + c];
                if (kPartial) {
                    [[unroll]] for (uint r = 0; r + 1 < kRegisters; ++r)
                        value = r == bottom_register ? block[r * kGroup + c] : value;
                }
                bottom[c] = value;
            }
            tile_ring[write_slot] = bottom;
#if !VKALGO_PERSISTENT
            if (step >= int(groups) - 1 && group == int(groups) - 1 && strip < strips && team < kTeams) {
                uint state = strip * (kRegisters + 1) * kLanes + lane;
                tile_state_out[state + kRegisters * kLanes] = corner;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r) tile_state_out[state + r * kLanes] = left[r];
            }
#endif
            if (kKeep == TILE_KEEP_BORDERS) {
                [[unroll]] for (uint r = 0; r < kRegisters; ++r) aside[r] = group == keep_group ? left[r] : aside[r];
            }
            [[unroll]] for (uint c = 0; c < kGroup; ++c) column_inputs[c] = next_inputs[c];
        }
    }
}

void main() {
    if (kTask == TILE_TASK_FILL_BASE) tile_fill_base();
    else tile_run_strips();
    vkalgo_check_loops();
}

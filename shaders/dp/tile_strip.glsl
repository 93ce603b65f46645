// The work of a strip's team (tile.glsl): what a lane holds in registers, and the phases in which it advances.
#ifndef VKALGO_DP_TILE_STRIP_GLSL
#define VKALGO_DP_TILE_STRIP_GLSL

// Where this invocation works. The fields up to first_column are the same in the whole tile; the fields after it are
// those of a team or lane.
struct VkalgoTilePosition {
    uint strips;       // Strips of the area
    uint strip_group;  // Strip group of the workgroup
    uint first_group;  // The tile's first column group, counted from the left of the area
    uint groups;       // Column groups of the tile
    uint blocks;
    uint last_team;    // The team whose bottom row leaves the workgroup
    int first_column;  // Canonical column of the tile's first column group
    uint lane, team;
    uint strip;
    uint lane_row;     // First of the lane's vkalgo_kRegisters rows
    uint bottom_lane;  // Holds the row that leaves the strip: the last row of the strip, or of the area
    uint bottom_register;
};
VkalgoTilePosition vkalgo_tile_position;

VkalgoRowInputs vkalgo_tile_row_inputs[vkalgo_kRegisters];
cell_t vkalgo_tile_column_left[vkalgo_kRegisters];    // The column left of the current block
cell_t vkalgo_tile_first_left[vkalgo_kRegisters];     // The column left of the tile's first block
cell_t vkalgo_tile_corner, vkalgo_tile_first_corner;  // The cells above these two columns
cell_t vkalgo_tile_passed[vkalgo_kGroup];             // The row above the current block, from the lane above
uvec4 vkalgo_tile_block_inputs[VKALGO_COLUMN_WORDS];  // Column inputs of the current block, read a step ahead

// Kept borders. For rows: a bit for each team whose bottom row is kept, and the number of rows that the strip groups
// above keep. For columns: the tile's column group whose last column is kept next. Each lane saves its cells when it
// passes that column, and the team stores them after its last lane has passed it. No lane reaches the next kept column
// before that, since keep_groups >= lanes + block steps.
uint vkalgo_tile_kept_teams, vkalgo_tile_kept_above;
int vkalgo_tile_keep_group;
cell_t vkalgo_tile_aside[vkalgo_kRegisters];

// Return the number of strips and the number of column groups of the area. The area is never empty: the host dispatches
// no tiles if it has no rows or no columns.
uint vkalgo_tile_strips() {
    return (vkalgo_tile_end_row() - vkalgo_tile_begin_row() + vkalgo_kLanes * vkalgo_kRegisters - 1) /
           (vkalgo_kLanes * vkalgo_kRegisters);
}
uint vkalgo_tile_column_groups() {
    return (vkalgo_tile_end_column() - vkalgo_tile_begin_column() + vkalgo_kGroup - 1) / vkalgo_kGroup;
}

// Sets vkalgo_tile_position. `blocks`: the blocks of a whole tile; the tile has fewer if the area ends earlier.
void vkalgo_tile_find_position(uint strip_group, uint first_block, uint blocks) {
    VkalgoTilePosition p;
    p.strips = vkalgo_tile_strips();
    p.strip_group = strip_group;
    p.first_group = first_block * vkalgo_kBlockSteps;
    p.groups = min(vkalgo_tile_column_groups() - p.first_group, blocks * vkalgo_kBlockSteps);
    p.blocks = (p.groups + vkalgo_kBlockSteps - 1) / vkalgo_kBlockSteps;
    p.last_team = min(vkalgo_kTeams - 1, p.strips - 1 - strip_group * vkalgo_kTeams);
    p.first_column = int(vkalgo_tile_begin_column() + p.first_group * vkalgo_kGroup);
    p.lane = vkalgo_lane_index();
    p.team = vkalgo_lane_uniform(vkalgo_lane_team());
    p.strip = strip_group * vkalgo_kTeams + p.team;
    const uint strip_row = vkalgo_tile_begin_row() + p.strip * vkalgo_kLanes * vkalgo_kRegisters;
    p.lane_row = strip_row + p.lane * vkalgo_kRegisters;
    const uint bottom_row =
        min(vkalgo_kLanes * vkalgo_kRegisters, max(vkalgo_tile_end_row(), strip_row + 1) - strip_row) - 1;
    p.bottom_lane = bottom_row / vkalgo_kRegisters;
    p.bottom_register = bottom_row % vkalgo_kRegisters;
    vkalgo_tile_position = p;
}

// Sets vkalgo_tile_position to the tiles of strip group `number` of this dispatch of bands. Returns false if the group
// has no tile in these steps.
bool vkalgo_tile_find_band_position(uint number) {
    const uint group = vkalgo_push.first_group + number;
    const uint band = group / vkalgo_push.VKALGO_TILE_BAND_GROUPS;
    const uint in_band = group % vkalgo_push.VKALGO_TILE_BAND_GROUPS;
    const uint strip_group = vkalgo_push.VKALGO_TILE_BAND_FIRST + band * vkalgo_push.VKALGO_TILE_BAND_STRIDE + in_band;
    const int step = int(vkalgo_push.VKALGO_TILE_BAND_STEP) - int(in_band + band * vkalgo_push.VKALGO_TILE_BAND_PERIOD);
    const int end = step + int(vkalgo_push.VKALGO_TILE_BAND_STEPS);
    const uint first = uint(max(step, 0));
    if (end <= int(first) || first * vkalgo_push.tile_blocks * vkalgo_kBlockSteps >= vkalgo_tile_column_groups())
        return false;
    vkalgo_tile_find_position(strip_group, first * vkalgo_push.tile_blocks,
                              (uint(end) - first) * vkalgo_push.tile_blocks);
    return true;
}

uint vkalgo_tile_state_index() {
    return vkalgo_tile_position.strip * (vkalgo_kRegisters + 1) * vkalgo_kLanes + vkalgo_tile_position.lane;
}
bool vkalgo_tile_is_real() {
    return vkalgo_tile_position.strip < vkalgo_tile_position.strips && vkalgo_tile_position.team < vkalgo_kTeams;
}

void vkalgo_tile_begin_strip() {
    const uint lane_row = vkalgo_tile_position.lane_row;
    vkalgo_tile_corner = cell_t(0);
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
        vkalgo_tile_passed[c] = cell_t(0);
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
        vkalgo_tile_row_inputs[r] = vkalgo_load_row_inputs(vkalgo_tile_user_row(int(lane_row + r)));
        vkalgo_tile_column_left[r] = cell_t(0);
    }
    if (vkalgo_kCutsColumns && vkalgo_tile_position.first_group != 0) {
        vkalgo_tile_first_corner =
            vkalgo_tile_is_real() ? vkalgo_tile_state_in[vkalgo_tile_state_index() + vkalgo_kRegisters * vkalgo_kLanes]
                                  : cell_t(0);
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
            vkalgo_tile_first_left[r] =
                vkalgo_tile_is_real() ? vkalgo_tile_state_in[vkalgo_tile_state_index() + r * vkalgo_kLanes] : cell_t(0);
    } else {
        vkalgo_tile_first_corner = vkalgo_tile_side(int(lane_row) - 1);
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
            vkalgo_tile_first_left[r] = vkalgo_tile_side(int(lane_row + r));
    }
    if (vkalgo_kKeep == VKALGO_TILE_KEEP_BORDERS) {
        vkalgo_tile_kept_teams = 0;
        // The bottom row of the last strip is never kept: no strip is below it, and the strip may have fewer rows.
        for (uint t = 0; t < vkalgo_kTeams; ++t) {
            const uint below = vkalgo_tile_position.strip_group * vkalgo_kTeams + t + 1;
            vkalgo_tile_kept_teams |=
                below % vkalgo_push.keep_strips == 0 && below < vkalgo_tile_position.strips ? 1u << t : 0u;
        }
        vkalgo_tile_kept_above = vkalgo_tile_position.strip_group * vkalgo_kTeams / vkalgo_push.keep_strips;
        vkalgo_tile_keep_group =
            int(vkalgo_push.keep_groups - 1 - vkalgo_tile_position.first_group % vkalgo_push.keep_groups);
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
            vkalgo_tile_aside[r] = cell_t(0);
    }
}

// Takes a block of team t's bottom row out of the ring that the team writes, if the row leaves the workgroup or is
// kept. The block is the last one that all lanes of the team had completed before this phase.
void vkalgo_tile_take_from(uint t, int phase) {
    const uint strip = vkalgo_tile_position.strip_group * vkalgo_kTeams + t;
    const bool last = strip == vkalgo_tile_position.strips - 1;
    // The number of lanes that have rows in the last strip.
    const uint last_lanes = (vkalgo_tile_end_row() - vkalgo_tile_begin_row() - 1) %
                                (vkalgo_kLanes * vkalgo_kRegisters) / vkalgo_kRegisters +
                            1;
    const uint its_lanes = last ? last_lanes : vkalgo_kLanes;
    const int ended = phase - int(t * vkalgo_kLag + (its_lanes + vkalgo_kBlockSteps - 2) / vkalgo_kBlockSteps + 1);
    const int kept = vkalgo_kKeep == VKALGO_TILE_KEEP_BORDERS && (vkalgo_tile_kept_teams >> t & 1u) != 0u
                         ? int(vkalgo_tile_kept_above + uint(bitCount(vkalgo_tile_kept_teams & ((1u << t) - 1u))))
                         : -1;
    if (ended >= 0 && ended < int(vkalgo_tile_position.blocks) && t <= vkalgo_tile_position.last_team &&
        (t == vkalgo_tile_position.last_team || kept >= 0))
        vkalgo_tile_take(strip, last, t == vkalgo_tile_position.last_team, kept, (t + 1) * vkalgo_kRing,
                         uint(vkalgo_tile_position.first_column) + uint(ended) * vkalgo_kBlock, uint(ended),
                         vkalgo_tile_position.lane);
}

#if VKALGO_PERSISTENT
// Carries data in and out in a phase. A separate team does this one phase ahead, so that no computing team ever waits
// for memory. The row above is requested first and awaited last. In between, the inputs are awaited and converted.
void vkalgo_tile_carry(int phase) {
    const uint lane = vkalgo_tile_position.lane;
    const uint first_strip = vkalgo_tile_position.strip_group * vkalgo_kTeams;
    const uint next_column = uint(vkalgo_tile_position.first_column) + uint(phase + 1) * vkalgo_kBlock;
    const bool more = phase + 1 < int(vkalgo_tile_position.blocks);
    vkalgo_tile_look_ahead(next_column, lane);
    for (uint t = vkalgo_kKeep == VKALGO_TILE_KEEP_BORDERS ? 0u : vkalgo_tile_position.last_team;
         t <= vkalgo_tile_position.last_team; ++t)
        vkalgo_tile_take_from(t, phase);
    vkalgo_tile_load_inputs(int(next_column + vkalgo_kBlock), lane);
    vkalgo_tile_put_inputs(uint(phase + 2), lane);
    if (more && first_strip != 0) vkalgo_tile_await(first_strip, next_column, lane);
    if (more) vkalgo_tile_bring(first_strip, next_column, uint(phase + 1), lane);
}
#else
// Carries data in before a phase, by the first strip's team.
void vkalgo_tile_carry_in(int phase) {
    if (vkalgo_tile_position.team != 0) return;
    vkalgo_tile_put_inputs(uint(phase + 1), vkalgo_tile_position.lane);
    if (phase < int(vkalgo_tile_position.blocks))
        vkalgo_tile_bring(vkalgo_tile_position.strip,
                          uint(vkalgo_tile_position.first_column) + uint(phase) * vkalgo_kBlock, uint(phase),
                          vkalgo_tile_position.lane);
}
// During a phase, the first team loads the inputs of block phase + 2, and each strip's own team carries results out.
void vkalgo_tile_carry_out(int phase) {
    if (vkalgo_tile_position.team == 0)
        vkalgo_tile_load_inputs(vkalgo_tile_position.first_column + (phase + 2) * int(vkalgo_kBlock),
                                vkalgo_tile_position.lane);
    vkalgo_tile_take_from(vkalgo_tile_position.team, phase);
}
#endif

// Stores the kept column that the whole team has passed before `step`.
void vkalgo_tile_store_aside(int step) {
    if (vkalgo_tile_position.team >= vkalgo_kTeams || step < vkalgo_tile_keep_group + int(vkalgo_kLanes)) return;
    const uint kept =
        (vkalgo_tile_position.first_group + uint(vkalgo_tile_keep_group) + 1) / vkalgo_push.keep_groups - 1;
    if (vkalgo_tile_keep_group < int(vkalgo_tile_position.groups) &&
        vkalgo_tile_position.first_column + (vkalgo_tile_keep_group + 1) * int(vkalgo_kGroup) <=
            int(vkalgo_tile_end_column())) {
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
            if (vkalgo_tile_position.lane_row + r < vkalgo_tile_end_row())
                vkalgo_tile_keep_column_cell(kept, vkalgo_tile_position.lane_row + r, vkalgo_tile_aside[r]);
    }
    vkalgo_tile_keep_group += int(vkalgo_push.keep_groups);
}

// The staged cells of a kept table: the cells of a team's last steps. The rows of neighbouring lanes are far apart, so
// cells are staged and then stored in segments of rows. Storers write the cells of the previous phase. They write the
// cells of every other lane one group later, so that they write whole memory sectors of two groups (tile.h). On an H200
// stores that begin within sectors take 1.9 times as long.
const bool vkalgo_kStages = vkalgo_kKeep == VKALGO_TILE_KEEP_TABLE &&
                            vkalgo_kTask == VKALGO_TILE_TASK_TILES;  // Filling the base region needs no staging
const uint vkalgo_kStagedSteps = vkalgo_kStorers > 0 ? 2 * vkalgo_kBlockSteps + 1 : vkalgo_kBlockSteps;
const uint vkalgo_kStagedRows = vkalgo_kTeams * vkalgo_kLanes * vkalgo_kRegisters;
const uint vkalgo_kStaged = vkalgo_kStages ? vkalgo_kStagedSteps * vkalgo_kStagedRows : 1u;
shared vkalgo_cell4_t vkalgo_tile_staged[vkalgo_kStaged];
// Returns the index in vkalgo_tile_staged of a lane's first row at one of the team's steps. The lane's next rows are
// vkalgo_kLanes apart. Lanes are permuted so that neither the lanes of a step nor the steps of a lane cause bank
// conflicts.
uint vkalgo_tile_staged_index(uint team, uint lane, uint step) {
    const uint slot = step % vkalgo_kStagedSteps;
    const uint turn = slot * max(8 / vkalgo_kBlockSteps, 1u) % min(8u, vkalgo_kLanes);
    return slot * vkalgo_kStagedRows + team * vkalgo_kLanes * vkalgo_kRegisters + (lane ^ turn);
}
// Stores one of kBlockSteps equal parts, number `part`, of the cells that a team computed in its phase own_phase. Each
// invocation stores a column group of kRegisters rows.
void vkalgo_tile_store_staged(uint team, int own_phase, uint part) {
    const uint number = part * vkalgo_kLanes + vkalgo_tile_position.lane;
    const uint lane = number / vkalgo_kBlockSteps;
    const uint late = vkalgo_kStorers > 0 ? lane % 2 : 0;
    const int step = own_phase * int(vkalgo_kBlockSteps) + int(number % vkalgo_kBlockSteps) - int(late);
    const int group = step - int(lane);
    if (group < 0 || group >= int(vkalgo_tile_position.groups)) return;
    const uint index = vkalgo_tile_staged_index(team, lane, uint(step));
    vkalgo_cell4_t values[vkalgo_kRegisters];
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        values[r] = vkalgo_tile_staged[index + r * vkalgo_kLanes];
    const uint strip = vkalgo_tile_position.strip_group * vkalgo_kTeams + team;
    const uint row = vkalgo_tile_begin_row() + (strip * vkalgo_kLanes + lane) * vkalgo_kRegisters;
    const uint cj = uint(vkalgo_tile_position.first_column + group * int(vkalgo_kGroup));
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
        if (row + r < vkalgo_tile_end_row()) vkalgo_tile_keep_columns(row + r, cj, values[r]);
    }
}

// Computes the block of vkalgo_kRegisters x vkalgo_kGroup cells at the lane's column group. `above` is the row above
// the block.
void vkalgo_tile_step(int group, int step, cell_t above[vkalgo_kGroup]) {
    const bool counts =
        vkalgo_tile_position.team < vkalgo_kTeams && group >= 0 && group < int(vkalgo_tile_position.groups);
    const int cj = vkalgo_tile_position.first_column + group * int(vkalgo_kGroup);
    cell_t block[vkalgo_kRegisters * vkalgo_kGroup];
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c) {
        uint words[VKALGO_COLUMN_WORDS];
        [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
            words[w] = vkalgo_tile_block_inputs[w][c];
        vkalgo_tile_column = vkalgo_column_from_words(words);
        vkalgo_tile_j = vkalgo_tile_user_column(cj + int(c));
        vkalgo_tile_up = above[c];
        vkalgo_tile_diagonal = vkalgo_tile_corner;
        vkalgo_tile_corner = vkalgo_tile_up;
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
            vkalgo_tile_row = vkalgo_tile_row_inputs[r];
            vkalgo_tile_i = vkalgo_tile_user_row(int(vkalgo_tile_position.lane_row + r));
            vkalgo_tile_left = vkalgo_tile_column_left[r];
            vkalgo_tile_valid = counts && vkalgo_tile_position.lane_row + r < vkalgo_tile_end_row() &&
                                cj + int(c) < int(vkalgo_tile_end_column());
            const cell_t value = vkalgo_tile_value();
            vkalgo_tile_diagonal = vkalgo_tile_left;
            vkalgo_tile_column_left[r] = value;
            vkalgo_tile_up = value;
            block[r * vkalgo_kGroup + c] = value;
        }
        // The exchange is here, not where the value is used, so that it overlaps with the work on the next columns.
        vkalgo_tile_passed[c] = vkalgo_lane_shift_up(vkalgo_tile_up);
    }
    if (vkalgo_kStages && vkalgo_tile_position.team < vkalgo_kTeams) {
        const uint index = vkalgo_tile_staged_index(vkalgo_tile_position.team, vkalgo_tile_position.lane, uint(step));
        [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
            vkalgo_tile_staged[index + r * vkalgo_kLanes] =
                vkalgo_cell4_t(block[r * vkalgo_kGroup], block[r * vkalgo_kGroup + 1], block[r * vkalgo_kGroup + 2],
                               block[r * vkalgo_kGroup + 3]);
    }
    vkalgo_cell4_t bottom;
    [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c) {
        cell_t value = block[(vkalgo_kRegisters - 1) * vkalgo_kGroup + c];
        if (vkalgo_kPartial) {
            [[unroll]] for (uint r = 0; r + 1 < vkalgo_kRegisters; ++r)
                value = r == vkalgo_tile_position.bottom_register ? block[r * vkalgo_kGroup + c] : value;
        }
        bottom[c] = value;
    }
    const uint slot =
        vkalgo_tile_position.lane == vkalgo_tile_position.bottom_lane && vkalgo_tile_position.team < vkalgo_kTeams
            ? (vkalgo_tile_position.team + 1) * vkalgo_kRing + uint(group) % vkalgo_kRing
            : vkalgo_kWaste + vkalgo_tile_position.team * vkalgo_kLanes + vkalgo_tile_position.lane;
    vkalgo_tile_ring[slot] = bottom;
    vkalgo_raise_noted();
}

// Runs the steps of a phase. A team that has not begun, or has ended, computes unused values. A branch around the steps
// would cost more than twice as much, since the compiler must treat it as divergent. `starting`: some lane may be at
// the tile's first column or, in bands, at its last.
void vkalgo_tile_steps(int own_phase, const bool starting) {
    // In the wavefront schedule tiles are short, so every phase may hold a tile's last column.
    const bool edge = VKALGO_PERSISTENT == 0 || starting;
    const int first_step = own_phase * int(vkalgo_kBlockSteps);
    const uint read_ring = vkalgo_tile_position.team * vkalgo_kRing;
    if (vkalgo_kKeep == VKALGO_TILE_KEEP_BORDERS) vkalgo_tile_store_aside(first_step);
    vkalgo_cell4_t entering =
        vkalgo_tile_ring[read_ring + uint(first_step) % vkalgo_kRing];  // The row above for lane 0, read a step ahead
    [[dont_unroll]] for (uint k = 0; k < vkalgo_kBlockSteps; k += vkalgo_kUnroll) {
        [[unroll]] for (uint u = 0; u < vkalgo_kUnroll; ++u) {
            const int step = first_step + int(k + u);
            const int group = step - int(vkalgo_tile_position.lane);
            const uint next_slot = uint(group + 1) % vkalgo_kInputRing;
            uvec4 next_inputs[VKALGO_COLUMN_WORDS];
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                next_inputs[w] = vkalgo_tile_inputs[next_slot * VKALGO_COLUMN_WORDS + w];
            cell_t above[vkalgo_kGroup];
            [[unroll]] for (uint c = 0; c < vkalgo_kGroup; ++c)
                above[c] = vkalgo_tile_position.lane == 0 ? entering[c] : vkalgo_tile_passed[c];
            entering = vkalgo_tile_ring[read_ring + uint(step + 1) % vkalgo_kRing];
            if (starting) {
                const bool starts = group == 0;
                vkalgo_tile_corner = starts ? vkalgo_tile_first_corner : vkalgo_tile_corner;
                [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
                    vkalgo_tile_column_left[r] = starts ? vkalgo_tile_first_left[r] : vkalgo_tile_column_left[r];
            }
            vkalgo_tile_step(group, step, above);
            if (vkalgo_kCutsColumns && edge && step >= int(vkalgo_tile_position.groups) - 1 &&
                group == int(vkalgo_tile_position.groups) - 1 && vkalgo_tile_is_real()) {
                vkalgo_tile_state_out[vkalgo_tile_state_index() + vkalgo_kRegisters * vkalgo_kLanes] =
                    vkalgo_tile_corner;
                [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
                    vkalgo_tile_state_out[vkalgo_tile_state_index() + r * vkalgo_kLanes] = vkalgo_tile_column_left[r];
            }
            if (vkalgo_kKeep == VKALGO_TILE_KEEP_BORDERS) {
                [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
                    vkalgo_tile_aside[r] =
                        group == vkalgo_tile_keep_group ? vkalgo_tile_column_left[r] : vkalgo_tile_aside[r];
            }
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                vkalgo_tile_block_inputs[w] = next_inputs[w];
        }
    }
    if (vkalgo_kStages && vkalgo_kStorers == 0) {
        if (vkalgo_kLanesShared) barrier();
        else {
            subgroupMemoryBarrierShared();
            subgroupBarrier();
        }
        if (vkalgo_tile_position.team < vkalgo_kTeams) {
            [[dont_unroll]] for (uint part = 0; part < vkalgo_kBlockSteps; ++part)
                vkalgo_tile_store_staged(vkalgo_tile_position.team, own_phase, part);
        }
    }
}

void vkalgo_tile_phase(int phase, const bool starting) {
#if VKALGO_PERSISTENT
    barrier();
    if (vkalgo_tile_position.team == vkalgo_kTeams) {
        vkalgo_tile_carry(phase);
        if (!vkalgo_kLanesShared) return;
    }
    if (vkalgo_kStages && vkalgo_kStorers > 0 && vkalgo_tile_position.team > vkalgo_kTeams) {
        const uint parts = (vkalgo_tile_position.last_team + 1) * vkalgo_kBlockSteps;
        for (uint part = vkalgo_tile_position.team - vkalgo_kTeams - 1; part < parts; part += max(vkalgo_kStorers, 1)) {
            const uint team = part / vkalgo_kBlockSteps;
            vkalgo_tile_store_staged(team, phase - 1 - int(team * vkalgo_kLag), part % vkalgo_kBlockSteps);
        }
        return;
    }
#else
    vkalgo_tile_carry_in(phase);
    barrier();
    vkalgo_tile_carry_out(phase);
#endif
    vkalgo_tile_steps(phase - int(vkalgo_tile_position.team * vkalgo_kLag), starting);
}

// Runs the tile at vkalgo_tile_position, from its first phase to its last.
void vkalgo_tile_run_tile() {
    // Writes the last row's cells of the base region. vkalgo_tile_fill_base writes the base region of a kept table.
    const uint with_base = vkalgo_kBands ? (vkalgo_tile_position.strips - 1) / vkalgo_kTeams : 0;
    if (vkalgo_kKeep != VKALGO_TILE_KEEP_TABLE && !vkalgo_kRefill && vkalgo_tile_position.strip_group == with_base &&
        vkalgo_tile_position.first_group == 0) {
        for (uint cj = gl_LocalInvocationIndex; cj < vkalgo_kFirstColumn; cj += gl_WorkGroupSize.x)
            vkalgo_tile_row_out[cj] = vkalgo_tile_base(int(vkalgo_push.rows) - 1, int(cj));
    }
    vkalgo_tile_begin_strip();
    vkalgo_tile_begin_carrying(vkalgo_tile_position.first_column, vkalgo_tile_position.team, vkalgo_tile_position.lane);
    barrier();
    const uint first_slot =
        uint(-int(vkalgo_tile_position.team * vkalgo_kLag * vkalgo_kBlockSteps + vkalgo_tile_position.lane)) %
        vkalgo_kInputRing;
    [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
        vkalgo_tile_block_inputs[w] = vkalgo_tile_inputs[first_slot * VKALGO_COLUMN_WORDS + w];

    // The last cells are computed in the phase before the last one. The last phase carries them out and stores them.
    const int phases = int(vkalgo_tile_position.blocks + vkalgo_kLag * (vkalgo_tile_position.last_team + 1));
    const int started = int(vkalgo_tile_position.last_team * vkalgo_kLag + (vkalgo_kLanes - 1) / vkalgo_kBlockSteps +
                            1);  // All lanes have begun
    int phase = -int(vkalgo_kPorters);
    if (vkalgo_kBands && VKALGO_PERSISTENT != 0) {
        const int ending = int(vkalgo_tile_position.blocks) - 1;  // The first lane has the tile's last column
        for (; phase < phases; ++phase) {
            if (phase < started || phase >= ending) vkalgo_tile_phase(phase, true);
            else vkalgo_tile_phase(phase, false);
        }
        return;
    }
    for (; phase < min(started, phases); ++phase) vkalgo_tile_phase(phase, true);
    for (; phase < phases; ++phase) vkalgo_tile_phase(phase, false);
}

#endif

// The work of a strip's team (tile.glsl): what a lane holds in registers, and the phases in which it moves on.
#ifndef VKALGO_DP_TILE_STRIP_GLSL
#define VKALGO_DP_TILE_STRIP_GLSL

// Where this invocation works; the same in the whole tile down to first_column, then a team's or a lane's own.
struct TilePlace {
    uint strips;       // of the table
    uint strip_group;  // of the workgroup
    uint first_group;  // column group of the table with which the tile begins
    uint groups;       // of the tile
    uint blocks;
    uint last_team;    // the one whose bottom row leaves the workgroup
    int first_column;  // canonical column of the tile's first column group
    uint lane, team;
    uint strip;
    uint lane_row;     // first of the lane's kRegisters rows
    uint bottom_lane;  // that holds the row which leaves the strip at its bottom: the last, or the table's last
    uint bottom_register;
};
TilePlace tile_place;

RowInputs tile_row_inputs[kRegisters];
cell_t tile_column_left[kRegisters];           // the column left of the current block
cell_t tile_first_left[kRegisters];            // that of the tile's first block
cell_t tile_corner, tile_first_corner;         // the cell above the column's first
cell_t tile_passed[kGroup];                    // the row above the current block, from the lane above
uvec4 tile_block_inputs[VKALGO_COLUMN_WORDS];  // column inputs of the current block, read a step ahead

// Borders. Rows: the teams, as bits, whose bottom row is kept, and how many rows the groups above keep. Columns: the
// tile's column group whose last column is kept next; each lane puts its cells aside as it passes there, and the team
// stores them once its last lane has.
uint tile_kept_teams, tile_kept_above;
int tile_keep_group;
cell_t tile_aside[kRegisters];

void tile_find_place(uint strip_group, uint first_block) {
    const uint interior_rows = push.rows - kFirstRow;  // the host dispatches no tiles if either is 0
    const uint interior_columns = push.columns - kFirstColumn;
    const uint column_groups = (interior_columns + kGroup - 1) / kGroup;
    TilePlace p;
    p.strips = (interior_rows + kLanes * kRegisters - 1) / (kLanes * kRegisters);
    p.strip_group = strip_group;
    p.first_group = first_block * kBlockSteps;
    p.groups = min(column_groups - p.first_group, push.tile_blocks * kBlockSteps);
    p.blocks = (p.groups + kBlockSteps - 1) / kBlockSteps;
    p.last_team = min(kTeams - 1, p.strips - 1 - strip_group * kTeams);
    p.first_column = int(kFirstColumn + p.first_group * kGroup);
    p.lane = lane_index();
    p.team = lane_uniform(lane_team());
    p.strip = strip_group * kTeams + p.team;
    const uint strip_row = kFirstRow + p.strip * kLanes * kRegisters;
    p.lane_row = strip_row + p.lane * kRegisters;
    const uint bottom_row = min(kLanes * kRegisters, max(push.rows, strip_row + 1) - strip_row) - 1;
    p.bottom_lane = bottom_row / kRegisters;
    p.bottom_register = bottom_row % kRegisters;
    tile_place = p;
}

#if !VKALGO_PERSISTENT
uint tile_state_index() { return tile_place.strip * (kRegisters + 1) * kLanes + tile_place.lane; }
bool tile_is_real() { return tile_place.strip < tile_place.strips && tile_place.team < kTeams; }
#endif

void tile_begin_strip() {
    const uint lane_row = tile_place.lane_row;
    tile_corner = cell_t(0);
    [[unroll]] for (uint c = 0; c < kGroup; ++c)
        tile_passed[c] = cell_t(0);
    [[unroll]] for (uint r = 0; r < kRegisters; ++r) {
        tile_row_inputs[r] = load_row_inputs(tile_user_row(int(lane_row + r)));
        tile_column_left[r] = cell_t(0);
    }
#if !VKALGO_PERSISTENT
    if (tile_place.first_group != 0) {
        tile_first_corner = tile_is_real() ? tile_state_in[tile_state_index() + kRegisters * kLanes] : cell_t(0);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            tile_first_left[r] = tile_is_real() ? tile_state_in[tile_state_index() + r * kLanes] : cell_t(0);
    } else
#endif
    {
        tile_first_corner = tile_side(int(lane_row) - 1);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            tile_first_left[r] = tile_side(int(lane_row + r));
    }
    if (kKeep == TILE_KEEP_BORDERS) {
        tile_kept_teams = 0;
        for (uint t = 0; t < kTeams; ++t)
            tile_kept_teams |= (tile_place.strip_group * kTeams + t + 1) % push.keep_strips == 0 ? 1u << t : 0u;
        tile_kept_above = tile_place.strip_group * kTeams / push.keep_strips;
        tile_keep_group = int(push.keep_groups - 1 - tile_place.first_group % push.keep_groups);
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            tile_aside[r] = cell_t(0);
    }
}

// Out of team t's ring: the block of its bottom row that was completed by this phase, if that leaves or is kept.
void tile_take_from(uint t, int phase) {
    const uint strip = tile_place.strip_group * kTeams + t;
    const bool last = strip == tile_place.strips - 1;
    // at work in the last strip
    const uint last_lanes = (push.rows - kFirstRow - 1) % (kLanes * kRegisters) / kRegisters + 1;
    const uint its_lanes = last ? last_lanes : kLanes;
    const int ended = phase - int(t * kLag + (its_lanes + kBlockSteps - 2) / kBlockSteps + 1);
    const int kept = kKeep == TILE_KEEP_BORDERS && (tile_kept_teams >> t & 1u) != 0u
                         ? int(tile_kept_above + uint(bitCount(tile_kept_teams & ((1u << t) - 1u))))
                         : -1;
    if (ended >= 0 && ended < int(tile_place.blocks) && t <= tile_place.last_team &&
        (t == tile_place.last_team || kept >= 0))
        tile_take(strip, last, t == tile_place.last_team, kept, (t + 1) * kRing,
                  uint(tile_place.first_column) + uint(ended) * kBlock, uint(ended), tile_place.lane);
}

#if VKALGO_PERSISTENT
// What is carried in and out in a phase: by a team of its own, a phase ahead, so that no team that computes ever waits
// for memory. The row above is requested first and awaited last; the inputs' conversion, between, waits for them on the
// spot.
void tile_carry(int phase) {
    const uint lane = tile_place.lane;
    const uint first_strip = tile_place.strip_group * kTeams;
    const uint next_column = uint(tile_place.first_column) + uint(phase + 1) * kBlock;
    const bool more = phase + 1 < int(tile_place.blocks);
    tile_look_ahead(next_column, lane);
    for (uint t = kKeep == TILE_KEEP_BORDERS ? 0u : tile_place.last_team; t <= tile_place.last_team; ++t)
        tile_take_from(t, phase);
    tile_load_inputs(int(next_column + kBlock), lane);
    tile_put_inputs(uint(phase + 2), lane);
    if (more && first_strip != 0) tile_await(first_strip, next_column, lane);
    if (more) tile_bring(first_strip, next_column, uint(phase + 1), lane);
}
#else
// What is carried in, by the first strip's team, before a phase ...
void tile_carry_in(int phase) {
    if (tile_place.team != 0) return;
    tile_put_inputs(uint(phase + 1), tile_place.lane);
    if (phase < int(tile_place.blocks))
        tile_bring(tile_place.strip, uint(tile_place.first_column) + uint(phase) * kBlock, uint(phase),
                   tile_place.lane);
}
// ... and, in it, what was computed out, by each strip's own.
void tile_carry_out(int phase) {
    if (tile_place.team == 0) tile_load_inputs(tile_place.first_column + (phase + 2) * int(kBlock), tile_place.lane);
    tile_take_from(tile_place.team, phase);
}
#endif

// Stores the kept column that the whole team has passed before `step`.
void tile_store_aside(int step) {
    if (tile_place.team >= kTeams || step < tile_keep_group + int(kLanes)) return;
    const uint kept = (tile_place.first_group + uint(tile_keep_group) + 1) / push.keep_groups - 1;
    if (tile_keep_group < int(tile_place.groups) &&
        tile_place.first_column + (tile_keep_group + 1) * int(kGroup) <= int(push.columns)) {
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            if (tile_place.lane_row + r < push.rows)
                tile_kept_columns[kept * push.rows + tile_place.lane_row + r] = tile_aside[r];
    }
    tile_keep_group += int(push.keep_groups);
}

cell_t tile_value() {
    if (!kRegionTest) return cell(tile_i, tile_j);
    if (!tile_valid || !vkalgo_in_domain(tile_i, tile_j)) return cell_t(0);
    if (vkalgo_in_base(tile_i, tile_j)) return base(tile_i, tile_j);
    return cell(tile_i, tile_j);
}

// A table that is kept: a team's cells of one phase. Lanes store whole row segments from here, where each lane's own
// cells lie rows apart. The groups of a row are turned by its lane's number, so that neither writing nor reading meets
// in banks.
const bool kStages = kKeep == TILE_KEEP_TABLE && kTask == TILE_TASK_TILES;  // filling the base region needs none
const uint kStaged = kStages ? kTeams * kLanes * kRegisters * kBlockSteps : 1u;
shared cell4_t tile_staged[kStaged];
uint tile_staged_slot(uint row, uint turned) {
    return ((tile_place.team * kLanes * kRegisters + row) * kBlockSteps + turned % kBlockSteps) % kStaged;
}
void tile_store_staged(int first_step) {
    if (kLanesShared) barrier();
    else {
        subgroupMemoryBarrierShared();
        subgroupBarrier();
    }
    const uint strip_row = tile_place.lane_row - tile_place.lane * kRegisters;
    [[dont_unroll]] for (uint done = 0; done < kRegisters; ++done) {  // a kRegisters-th of the cells at a time
        cell4_t values[kBlockSteps];
        [[unroll]] for (uint q = 0; q < kBlockSteps; ++q) {
            const uint n = (done * kBlockSteps + q) * kLanes + tile_place.lane;
            values[q] = tile_staged[tile_staged_slot(n / kBlockSteps, n / kBlockSteps / kRegisters + n)];
        }
        [[unroll]] for (uint q = 0; q < kBlockSteps; ++q) {
            const uint n = (done * kBlockSteps + q) * kLanes + tile_place.lane;
            const uint row = n / kBlockSteps;
            const int group = first_step + int(n % kBlockSteps) - int(row / kRegisters);
            const bool real = tile_place.team < kTeams && group >= 0 && group < int(tile_place.groups);
            if (real && strip_row + row < push.rows)
                tile_keep_columns(strip_row + row, uint(tile_place.first_column + group * int(kGroup)), values[q]);
        }
    }
}

// The block of kRegisters x kGroup cells at the lane's column group. `above` is the row above it.
void tile_step(int group, uint step_of_phase, cell_t above[kGroup]) {
    const bool counts = tile_place.team < kTeams && group >= 0 && group < int(tile_place.groups);
    const int cj = tile_place.first_column + group * int(kGroup);
    cell_t block[kRegisters * kGroup];
    [[unroll]] for (uint c = 0; c < kGroup; ++c) {
        uint words[VKALGO_COLUMN_WORDS];
        [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
            words[w] = tile_block_inputs[w][c];
        tile_column = column_from_words(words);
        tile_j = tile_user_column(cj + int(c));
        tile_up = above[c];
        tile_diagonal = tile_corner;
        tile_corner = tile_up;
        [[unroll]] for (uint r = 0; r < kRegisters; ++r) {
            tile_row = tile_row_inputs[r];
            tile_i = tile_user_row(int(tile_place.lane_row + r));
            tile_left = tile_column_left[r];
            tile_valid = counts && tile_place.lane_row + r < push.rows && cj + int(c) < int(push.columns);
            const cell_t value = tile_value();
            tile_diagonal = tile_left;
            tile_column_left[r] = value;
            tile_up = value;
            block[r * kGroup + c] = value;
        }
        // Here, not where it is used: the exchange runs while the next columns are worked on.
        tile_passed[c] = lane_shift_up(tile_up);
    }
    if (kStages && tile_place.team < kTeams) {
        [[unroll]] for (uint r = 0; r < kRegisters; ++r)
            tile_staged[tile_staged_slot(tile_place.lane * kRegisters + r, tile_place.lane + step_of_phase)] =
                cell4_t(block[r * kGroup], block[r * kGroup + 1], block[r * kGroup + 2], block[r * kGroup + 3]);
    }
    cell4_t bottom;
    [[unroll]] for (uint c = 0; c < kGroup; ++c) {
        cell_t value = block[(kRegisters - 1) * kGroup + c];
        if (kPartial) {
            [[unroll]] for (uint r = 0; r + 1 < kRegisters; ++r)
                value = r == tile_place.bottom_register ? block[r * kGroup + c] : value;
        }
        bottom[c] = value;
    }
    const uint slot = tile_place.lane == tile_place.bottom_lane && tile_place.team < kTeams
                          ? (tile_place.team + 1) * kRing + uint(group) % kRing
                          : kWaste + tile_place.team * kLanes + tile_place.lane;
    tile_ring[slot] = bottom;
}

// The steps of a phase. A team that has not begun, or has ended, works on rubbish: a branch around the steps, which the
// compiler must take for divergent, costs more than twice. `starting`: some lane may be at the tile's first column.
void tile_steps(int own_phase, const bool starting) {
    const int first_step = own_phase * int(kBlockSteps);
    const uint read_ring = tile_place.team * kRing;
    if (kKeep == TILE_KEEP_BORDERS) tile_store_aside(first_step);
    cell4_t entering = tile_ring[read_ring + uint(first_step) % kRing];  // the row above for lane 0, read a step ahead
    [[dont_unroll]] for (uint k = 0; k < kBlockSteps; k += kUnroll) {
        [[unroll]] for (uint u = 0; u < kUnroll; ++u) {
            const int step = first_step + int(k + u);
            const int group = step - int(tile_place.lane);
            const uint next_slot = uint(group + 1) % kInputRing;
            uvec4 next_inputs[VKALGO_COLUMN_WORDS];
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                next_inputs[w] = tile_inputs[next_slot * VKALGO_COLUMN_WORDS + w];
            cell_t above[kGroup];
            [[unroll]] for (uint c = 0; c < kGroup; ++c)
                above[c] = tile_place.lane == 0 ? entering[c] : tile_passed[c];
            entering = tile_ring[read_ring + uint(step + 1) % kRing];
            if (starting) {
                const bool starts = group == 0;
                tile_corner = starts ? tile_first_corner : tile_corner;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r)
                    tile_column_left[r] = starts ? tile_first_left[r] : tile_column_left[r];
            }
            tile_step(group, k + u, above);
#if !VKALGO_PERSISTENT
            if (step >= int(tile_place.groups) - 1 && group == int(tile_place.groups) - 1 && tile_is_real()) {
                tile_state_out[tile_state_index() + kRegisters * kLanes] = tile_corner;
                [[unroll]] for (uint r = 0; r < kRegisters; ++r)
                    tile_state_out[tile_state_index() + r * kLanes] = tile_column_left[r];
            }
#endif
            if (kKeep == TILE_KEEP_BORDERS) {
                [[unroll]] for (uint r = 0; r < kRegisters; ++r)
                    tile_aside[r] = group == tile_keep_group ? tile_column_left[r] : tile_aside[r];
            }
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                tile_block_inputs[w] = next_inputs[w];
        }
    }
    if (kStages) tile_store_staged(first_step);
}

void tile_phase(int phase, const bool starting) {
#if VKALGO_PERSISTENT
    barrier();
    if (tile_place.team == kTeams) {
        tile_carry(phase);
        if (!kLanesShared) return;
    }
#else
    tile_carry_in(phase);
    barrier();
    tile_carry_out(phase);
#endif
    tile_steps(phase - int(tile_place.team * kLag), starting);
}

#if VKALGO_PERSISTENT
shared uint tile_ticket;
#endif

void tile_run_strips() {
#if VKALGO_PERSISTENT
    if (gl_LocalInvocationIndex == 0) tile_ticket = atomicAdd(tile_next_ticket, 1u);
    barrier();
    tile_find_place(lane_uniform(tile_ticket), 0);
#else
    const uint number = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (number >= push.groups) return;
    const uint strip_group = push.first_group + number;
    tile_find_place(strip_group, (push.diagonal - strip_group) * push.tile_blocks);
#endif
    // The last row's cells of the base region; a kept table gets its base region by tile_fill_base.
    if (kKeep != TILE_KEEP_TABLE && tile_place.strip_group == 0 && tile_place.first_group == 0) {
        for (uint cj = gl_LocalInvocationIndex; cj < kFirstColumn; cj += gl_WorkGroupSize.x)
            tile_row_out[cj] = tile_base(int(push.rows) - 1, int(cj));
    }
    tile_begin_strip();
    tile_begin_carrying(tile_place.first_column, tile_place.team, tile_place.lane);
    barrier();
    const uint first_slot = uint(-int(tile_place.team * kLag * kBlockSteps + tile_place.lane)) % kInputRing;
    [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
        tile_block_inputs[w] = tile_inputs[first_slot * VKALGO_COLUMN_WORDS + w];

    const int phases = int(tile_place.blocks + kLag * (tile_place.last_team + 1));
    const int started = int(tile_place.last_team * kLag + (kLanes - 1) / kBlockSteps + 1);  // all lanes have
    int phase = -int(kPorters);
    for (; phase < min(started, phases); ++phase) tile_phase(phase, true);
    for (; phase < phases; ++phase) tile_phase(phase, false);
}

#endif

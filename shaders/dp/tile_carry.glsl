// What enters and leaves a group of strips (tile.glsl): column inputs, the border row above and the bottom rows below,
// block by block, between memory and the rings in shared memory.
#ifndef VKALGO_DP_TILE_CARRY_GLSL
#define VKALGO_DP_TILE_CARRY_GLSL

#if VKALGO_PERSISTENT
#include "dp/tile_links.glsl"
#endif

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

// Four cells of a row of the kept table, of which the first lies in column cj.
void tile_keep_columns(uint ci, uint cj, cell4_t values) {
    const uvec2 a = lane_words(values.x), b = lane_words(values.y);
    const uvec2 c = lane_words(values.z), d = lane_words(values.w);
#if VKALGO_CELL_WORDS == 1
    tile_keep_words(ci, cj, uvec4(a.x, b.x, c.x, d.x));
#else
    tile_keep_words(ci, cj, uvec4(a, b));
    tile_keep_words(ci, cj + 2, uvec4(c, d));
#endif
}

// Team w reads ring w and writes ring w + 1; ring slot = column group of the tile % kRing. Behind the rings, a place
// for every lane that is not a strip's last to put its bottom row: a store by all is cheaper than a branch.
const uint kWaste = (kTeams + 1) * kRing;
shared cell4_t tile_ring[kWaste + gl_WorkGroupSize.x];
// The column inputs of the blocks that some lane is at, and of the next; slot = column group of the tile % kInputRing.
// Each word of the four columns of a group lies side by side, so that one access moves them.
const uint kInputNeed = kTeams * kLag + 3;
const uint kInputBlocks = kInputNeed <= 4     ? 4
                          : kInputNeed <= 8   ? 8
                          : kInputNeed <= 16  ? 16
                          : kInputNeed <= 32  ? 32
                          : kInputNeed <= 64  ? 64
                          : kInputNeed <= 128 ? 128
                                              : kInputNeed;
const uint kInputRing = kInputBlocks * kBlockSteps;
shared uvec4 tile_inputs[kInputRing * VKALGO_COLUMN_WORDS];

const uint kBlockPerLane = (kBlock + kLanes - 1) / kLanes;  // columns that a lane carries when a team moves a block
ColumnInputs tile_next_inputs[kBlockPerLane];               // the lane's part of the block that enters tile_inputs next

void tile_load_inputs(int first_column, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q)
        tile_next_inputs[q] = load_column_inputs(tile_user_column(first_column + int(q * kLanes + lane)));
}
void tile_put_inputs(uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        const uint in_block = q * kLanes + lane;
        const uint slot = (block * kBlockSteps + in_block / kGroup) % kInputRing;
        const uint[VKALGO_COLUMN_WORDS] words = column_words(tile_next_inputs[q]);
        if (in_block < kBlock) {
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                tile_inputs[slot * VKALGO_COLUMN_WORDS + w][in_block % kGroup] = words[w];
        }
    }
}

// The inputs of the tile's first block in place, those of the second read.
void tile_begin_carrying(int first_column, uint team, uint lane) {
    if (team == 0) {
        tile_load_inputs(first_column, lane);
        tile_put_inputs(0, lane);
    }
    tile_load_inputs(first_column + int(kBlock), lane);
}

#if VKALGO_PERSISTENT
tile_link_t tile_ahead[kBlockPerLane];  // this lane's part of the next block of the row above
bool tile_stuck = false;
void tile_look_ahead(uint cj0, uint lane) {
    // Columns that are not there look at the last one: a branch here would make the load wait.
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q)
        tile_ahead[q] = tile_link_load(min(cj0 + q * kLanes + lane, push.columns - 1));
}
// Looks on until the strip above has written all of it.
void tile_await(uint strip, uint cj0, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        const uint cj = cj0 + q * kLanes + lane;
        const bool own = q * kLanes + lane < kBlock && cj < push.columns;
        for (uint tries = 1; own && !tile_stuck && !tile_link_ready(tile_ahead[q], strip); ++tries) {
            tile_ahead[q] = tile_link_load(cj);
            if (tries % 1024 == 0) tile_stuck = tile_give_up(tries);
        }
    }
}
#endif

// Puts the border row above `strip`, from column cj0 on, into a block of the first ring; persistent: it was looked for.
void tile_bring(uint strip, uint cj0, uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < kBlockPerLane; ++q) {
        const uint in_block = q * kLanes + lane;
        const uint cj = cj0 + in_block;
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

#endif

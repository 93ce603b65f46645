// The data that enter and leave a group of strips (tile.glsl): column inputs, the border row above and the bottom rows,
// carried block by block between memory and the rings in shared memory.
#ifndef VKALGO_DP_TILE_CARRY_GLSL
#define VKALGO_DP_TILE_CARRY_GLSL

#if VKALGO_PERSISTENT
#include "dp/tile_links.glsl"
#endif

// The type of four neighbouring cells of a row, one column group, which one access to shared memory moves.
#if defined(VKALGO_CELL_U32)
#define vkalgo_cell4_t uvec4
#elif defined(VKALGO_CELL_I32)
#define vkalgo_cell4_t ivec4
#elif defined(VKALGO_CELL_F32)
#define vkalgo_cell4_t vec4
#elif defined(VKALGO_CELL_U64)
#define vkalgo_cell4_t u64vec4
#elif defined(VKALGO_CELL_I64)
#define vkalgo_cell4_t i64vec4
#else
#define vkalgo_cell4_t dvec4
#endif

// Stores four cells of a row of the kept table, the first of them in column cj.
void vkalgo_tile_keep_columns(uint ci, uint cj, vkalgo_cell4_t values) {
    const uvec2 a = vkalgo_lane_words(values.x), b = vkalgo_lane_words(values.y);
    const uvec2 c = vkalgo_lane_words(values.z), d = vkalgo_lane_words(values.w);
#if VKALGO_CELL_WORDS == 1
    vkalgo_tile_keep_words(ci, cj, uvec4(a.x, b.x, c.x, d.x));
#else
    vkalgo_tile_keep_words(ci, cj, uvec4(a, b));
    vkalgo_tile_keep_words(ci, cj + 2, uvec4(c, d));
#endif
}

// Team w reads ring w and writes ring w + 1; ring slot = column group of the tile % kRing. After the rings, every lane
// has a slot that no one reads. A lane that is not the last of its strip writes its bottom row to this slot: a store by
// all lanes is cheaper than a branch.
const uint vkalgo_kWaste = (vkalgo_kTeams + 1) * vkalgo_kRing;
shared vkalgo_cell4_t vkalgo_tile_ring[vkalgo_kWaste + gl_WorkGroupSize.x];
// The column inputs of the blocks on which lanes work, and of the next block; slot = column group of the tile %
// kInputRing. The four columns of a group are side by side in each word, so that one access moves them.
const uint vkalgo_kInputNeed = vkalgo_kTeams * vkalgo_kLag + 3;
const uint vkalgo_kInputBlocks = vkalgo_kInputNeed <= 4     ? 4
                                 : vkalgo_kInputNeed <= 8   ? 8
                                 : vkalgo_kInputNeed <= 16  ? 16
                                 : vkalgo_kInputNeed <= 32  ? 32
                                 : vkalgo_kInputNeed <= 64  ? 64
                                 : vkalgo_kInputNeed <= 128 ? 128
                                                            : vkalgo_kInputNeed;
const uint vkalgo_kInputRing = vkalgo_kInputBlocks * vkalgo_kBlockSteps;
shared uvec4 vkalgo_tile_inputs[vkalgo_kInputRing * VKALGO_COLUMN_WORDS];

const uint vkalgo_kBlockPerLane =
    (vkalgo_kBlock + vkalgo_kLanes - 1) / vkalgo_kLanes;  // Columns that a lane carries when a team moves a block
VkalgoColumnInputs
    vkalgo_tile_next_inputs[vkalgo_kBlockPerLane];  // The lane's part of the block that enters vkalgo_tile_inputs next

void vkalgo_tile_load_inputs(int first_column, uint lane) {
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q)
        vkalgo_tile_next_inputs[q] =
            vkalgo_load_column_inputs(vkalgo_tile_user_column(first_column + int(q * vkalgo_kLanes + lane)));
}
void vkalgo_tile_put_inputs(uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q) {
        const uint in_block = q * vkalgo_kLanes + lane;
        const uint slot = (block * vkalgo_kBlockSteps + in_block / vkalgo_kGroup) % vkalgo_kInputRing;
        const uint[VKALGO_COLUMN_WORDS] words = vkalgo_column_words(vkalgo_tile_next_inputs[q]);
        if (in_block < vkalgo_kBlock) {
            [[unroll]] for (uint w = 0; w < VKALGO_COLUMN_WORDS; ++w)
                vkalgo_tile_inputs[slot * VKALGO_COLUMN_WORDS + w][in_block % vkalgo_kGroup] = words[w];
        }
    }
}

// Writes the inputs of the tile's first block to vkalgo_tile_inputs and loads those of the second.
void vkalgo_tile_begin_carrying(int first_column, uint team, uint lane) {
    if (team == 0) {
        vkalgo_tile_load_inputs(first_column, lane);
        vkalgo_tile_put_inputs(0, lane);
    }
    vkalgo_tile_load_inputs(first_column + int(vkalgo_kBlock), lane);
}

#if VKALGO_PERSISTENT
vkalgo_tile_link_t vkalgo_tile_ahead[vkalgo_kBlockPerLane];  // This lane's part of the next block of the row above
bool vkalgo_tile_stuck = false;
uint vkalgo_tile_polls = 0;  // Failed polls
void vkalgo_tile_look_ahead(uint cj0, uint lane) {
    // Columns outside the area load the area's last column: a branch here would make the load wait.
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q)
        vkalgo_tile_ahead[q] = vkalgo_tile_link_load(min(cj0 + q * vkalgo_kLanes + lane, vkalgo_tile_end_column() - 1));
}
// Polls until the strip above has written the whole block, or until this invocation, or another, has reached its limit
// of failed polls.
void vkalgo_tile_await(uint strip, uint cj0, uint lane) {
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q) {
        const uint cj = cj0 + q * vkalgo_kLanes + lane;
        const bool own = q * vkalgo_kLanes + lane < vkalgo_kBlock && cj < vkalgo_tile_end_column();
        while (own && !vkalgo_tile_stuck &&
               !vkalgo_tile_link_ready(vkalgo_tile_ahead[q], vkalgo_push.first_tag + strip)) {
            vkalgo_tile_ahead[q] = vkalgo_tile_link_load(cj);
            ++vkalgo_tile_polls;
            if (vkalgo_tile_polls % 1024 == 0) vkalgo_tile_stuck = vkalgo_tile_give_up(vkalgo_tile_polls);
        }
    }
}
#endif

// Writes the border row above `strip`, from column cj0 on, to a block of the first ring. In the persistent schedule the
// row is already in vkalgo_tile_ahead, unless `strip` is the first.
void vkalgo_tile_bring(uint strip, uint cj0, uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q) {
        const uint in_block = q * vkalgo_kLanes + lane;
        const uint cj = cj0 + in_block;
        if (in_block < vkalgo_kBlock && cj < vkalgo_tile_end_column()) {
            cell_t value;
            if (strip == 0) {
                value = vkalgo_tile_top(int(cj));
            } else {
#if VKALGO_PERSISTENT
                value = vkalgo_tile_link_value(vkalgo_tile_ahead[q]);
#else
                value = vkalgo_tile_row_in[cj];
#endif
            }
            vkalgo_tile_ring[(block * vkalgo_kBlockSteps + in_block / vkalgo_kGroup) % vkalgo_kRing]
                            [in_block % vkalgo_kGroup] = value;
        }
    }
}

// Takes the bottom row of a strip, from column cj0 on, out of a block of the ring that begins at slot `ring`. `last`:
// the strip is the area's last. `leaves`: the row leaves the workgroup. `kept` is the number of the row among the kept
// rows, or -1.
void vkalgo_tile_take(uint strip, bool last, bool leaves, int kept, uint ring, uint cj0, uint block, uint lane) {
    [[unroll]] for (uint q = 0; q < vkalgo_kBlockPerLane; ++q) {
        uint in_block = q * vkalgo_kLanes + lane;
        uint cj = cj0 + in_block;
        if (in_block < vkalgo_kBlock && cj < vkalgo_tile_end_column()) {
            cell_t value = vkalgo_tile_ring[ring + (block * vkalgo_kBlockSteps + in_block / vkalgo_kGroup) %
                                                       vkalgo_kRing][in_block % vkalgo_kGroup];
#if VKALGO_PERSISTENT
            if (leaves && !last) vkalgo_tile_link_store(cj, vkalgo_push.first_tag + strip + 1, value);
            if (leaves && last && !vkalgo_kRefill) vkalgo_tile_row_out[cj] = value;
#else
            if (leaves) vkalgo_tile_row_out[cj] = value;
#endif
            if (leaves && last && !vkalgo_kRefill && cj == vkalgo_push.answer_column)
                vkalgo_tile_put_answer(value, int(cj));
            if (kept >= 0) vkalgo_tile_keep_row_cell(uint(kept), cj, value);
        }
    }
}

#endif

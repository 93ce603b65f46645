// The outputs of a tile: results and the total.
#ifndef VKALGO_SCAN_TILE_OUT_GLSL
#define VKALGO_SCAN_TILE_OUT_GLSL

layout(set = 0, binding = VKALGO_SCAN_RESULTS, std430) writeonly buffer Results { uvec4 result_vectors[]; };
layout(set = 0, binding = VKALGO_SCAN_RESULTS, std430) writeonly buffer ResultWords { uint result_words[]; };
layout(set = 0, binding = VKALGO_SCAN_TOTAL, std430) writeonly buffer Total { uint total_words[]; };

void store_vector(uint vector, bool full, uvec4 keys) {
    uvec4 bits = bits_vector(keys);
    uint first = vector * kPerVector;
    if (full || first + kPerVector <= window_count) {
        result_vectors[vector] = bits;
        return;
    }
    [[unroll]] for (uint w = 0; w < 4; ++w) {
        if (first + w / kWords < window_count) result_words[vector * 4 + w] = bits[w];
    }
}
// Stores a tile's results. `before` is the sum of everything before the team's first element.
void tile_store(uint tile, bool full, uvec2 before) {
    [[unroll]] for (uint row = 0; row < kVectors; ++row)
        store_vector(vector_of(tile, row), full, add_before(before, tile_keys[row], tile_bits(row)));
}
// Stores the total, given as a key. One invocation calls this, in the tile that holds the scan's last element or, for a
// scan without elements, in the first tile.
void store_total(uvec2 key) {
    if ((push.flags & VKALGO_SCAN_WRITES_TOTAL) == 0) return;
    if (kWords == 1) {
        total_words[push.total_index] = bits_word(key.x);
    } else {
        const uvec2 bits = bits_pair(key);
        total_words[push.total_index] = bits.x;
        total_words[push.total_index + 1] = bits.y;
    }
}

#endif

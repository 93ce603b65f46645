// Sorted keys: writes the heads (sort/heads.glsl), as words after as_ordered (sort/item.glsl), and their indices.
//   A workgroup owns a tile. Cost per key: two reads, of the key and its predecessor, and two more if the invocation
//   has a head; per head one write of the key and one of its index.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/heads.glsl"
#include "sort/sum_before.glsl"

#define SORT_COUNT_BINDING VKALGO_MOVE_HEADS_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_HEADS_TILES, std430) readonly buffer Tiles { uint tiles[]; };
layout(set = 0, binding = VKALGO_HEADS_KEYS, std430) writeonly buffer Distinct { uint distinct_words[]; };
layout(set = 0, binding = VKALGO_HEADS_INDICES, std430) writeonly buffer Indices { uint indices[]; };

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    const uint count = key_count();
    const uint first = tile * kTileItems + gl_LocalInvocationIndex * kEach;
    uint heads = 0;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k;
        if (at < count && is_head(at, load_any_item(at))) ++heads;
    }
    uint goes = tiles[tile] + sum_before(heads);
    if (heads == 0) return;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k;
        if (at >= count) break;
        const Item item = load_any_item(at);
        if (!is_head(at, item)) continue;
        // If the caller's keys are not sorted, there may be more heads than the result has room for.
        if (goes < push.most) {
            distinct_words[goes * kKeyWords] = item.low;
            if (kKeyWords == 2) distinct_words[goes * kKeyWords + 1] = item.high;
            indices[goes] = at;
        }
        ++goes;
    }
}

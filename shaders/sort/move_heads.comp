// Sorted keys: writes the keys that differ from their predecessor, as words in order, and the indices of these keys.
//   Cost per key: two reads, of neighbours; per distinct key one write, and one of its index.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/heads.glsl"
#include "sort/sum_before.glsl"

#define SORT_COUNT_BINDING VKALGO_MOVE_HEADS_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_HEADS_TILES, std430) readonly buffer Tiles { uint tiles[]; };
layout(set = 0, binding = VKALGO_HEADS_KEYS, std430) writeonly buffer Distinct { uint distinct_words[]; };
layout(set = 0, binding = VKALGO_HEADS_PLACES, std430) writeonly buffer Places { uint places[]; };

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
        // (Keys that are not sorted may have more heads than there is room for.)
        if (goes < push.most) {
            distinct_words[goes * kKeyWords] = item.low;
            if (kKeyWords == 2) distinct_words[goes * kKeyWords + 1] = item.high;
            places[goes] = at;
        }
        ++goes;
    }
}

// The first k keys: writes them as words in order. First come the keys before the k-th key, then enough of the keys
// equal to the k-th; both in the order of their indices.
//   Cost per key: one read in tiles with keys to write; none in other tiles.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/select.glsl"
#include "sort/sum_before.glsl"

layout(constant_id = VKALGO_SELECT_CONSTANT_INDICES) const bool kIndices = false;

#define SORT_COUNT_BINDING VKALGO_SELECT_MOVE_COUNT
#include "sort/count.glsl"

// The output index of each tile's first key that comes before the k-th key, and of its first key equal to the k-th. The
// range of a tile ends where the range of the next tile begins.
layout(set = 0, binding = VKALGO_SELECT_TILES, std430) readonly buffer Tiles { uint tiles[]; };
layout(set = 0, binding = VKALGO_SELECT_KEYS, std430) writeonly buffer Chosen { uint chosen[]; };
layout(set = 0, binding = VKALGO_SELECT_VALUES, std430) writeonly buffer ChosenValues { uint chosen_values[]; };

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    const uint found = state[push.state + VKALGO_STATE_FOUND];
    const uint befores = tiles[tile], equals = tiles[push.tiles + tile];
    const bool has_before = tiles[tile + 1] > befores;
    const bool has_equal = tiles[push.tiles + tile + 1] > equals && equals < found;
    if (!has_before && !has_equal) return;
    const uint count = key_count();
    const uint first = tile * kTileItems + gl_LocalInvocationIndex * kEach;
    uint kinds = 0;
    for (uint k = 0; k < kEach; ++k) {
        if (first + k < count) kinds += kind_of(load_any_item(first + k));
    }
    const uint ahead = sum_before(kinds);
    if (kinds == 0) return;
    uint before_place = befores + ahead % kEqual, equal_place = equals + ahead / kEqual;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k;
        if (at >= count) break;
        const Item item = load_any_item(at);
        const uint kind = kind_of(item);
        uint place = ~0u;
        if (kind == kBefore) place = before_place++;
        if (kind == kEqual) place = equal_place++;
        if (place >= found) continue;
        chosen[place * kKeyWords] = item.low;
        if (kKeyWords == 2) chosen[place * kKeyWords + 1] = item.high;
        if (kHasValues || kIndices) chosen_values[place] = kIndices ? at : item.value;
    }
}

// Top k: writes the first k keys, as words after as_ordered (sort/item.glsl). First come the keys before the k-th key,
// then as many keys equal to it as are still needed. Both groups are in the order of their indices.
//   A workgroup owns a tile. Cost per key: in tiles with keys to write, one read, and a second one if the invocation
//   has keys to write; in other tiles no read.
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
    uint before_target = befores + ahead % kEqual, equal_target = equals + ahead / kEqual;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k;
        if (at >= count) break;
        const Item item = load_any_item(at);
        const uint kind = kind_of(item);
        uint target = ~0u;
        if (kind == kBefore) target = before_target++;
        if (kind == kEqual) target = equal_target++;
        if (target >= found) continue;
        chosen[target * kKeyWords] = item.low;
        if (kKeyWords == 2) chosen[target * kKeyWords + 1] = item.high;
        if (kHasValues || kIndices) chosen_values[target] = kIndices ? at : item.value;
    }
}

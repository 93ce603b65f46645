// Top k: counts, in each tile, the keys before the k-th key and the keys equal to it. Writes, in this order: per tile
// the number of keys before the k-th key, per tile the number of keys equal to it, and a word that is 0.
//   A workgroup owns a tile. Cost per key: one read.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/select.glsl"

#define SORT_COUNT_BINDING VKALGO_SELECT_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SELECT_TILES, std430) writeonly buffer Tiles { uint tiles[]; };

shared uint tile_kinds;

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (gl_LocalInvocationIndex == 0) tile_kinds = 0u;
    barrier();
    const uint count = key_count();
    uint kinds = 0;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = tile * kTileItems + k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (at < count) kinds += kind_of(load_any_item(at));
    }
    if (kinds != 0) atomicAdd(tile_kinds, kinds);
    barrier();
    if (gl_LocalInvocationIndex == 0) {
        tiles[tile] = tile_kinds % kEqual;
        tiles[push.tiles + tile] = tile_kinds / kEqual;
        if (tile == 0) tiles[2 * push.tiles] = 0u;
    }
}

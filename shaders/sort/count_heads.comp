// Sorted keys: counts the heads (sort/heads.glsl) of each tile.
//   A workgroup owns a tile. Cost per key: two reads, of the key and its predecessor.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/heads.glsl"

#define SORT_COUNT_BINDING VKALGO_COUNT_HEADS_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_HEADS_TILES, std430) writeonly buffer Tiles { uint tiles[]; };

shared uint tile_heads;

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (gl_LocalInvocationIndex == 0) tile_heads = 0u;
    barrier();
    const uint count = key_count();
    uint heads = 0;
    for (uint k = 0; k < kEach; ++k) {
        const uint at = tile * kTileItems + k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (at < count && is_head(at, load_any_item(at))) ++heads;
    }
    if (heads != 0) atomicAdd(tile_heads, heads);
    barrier();
    if (gl_LocalInvocationIndex == 0) tiles[tile] = tile_heads;
}

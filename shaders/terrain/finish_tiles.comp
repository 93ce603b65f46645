#version 460
// Tiled accumulation, third part: computes the sums within each tile again, now with the water from other tiles.
//   A workgroup owns a tile and writes the sum of each of its cells. Cost per cell: the cost of sum_tiles and one
//   store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterTilesPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 2) readonly buffer Inflows { uint inflows[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 4) readonly buffer Status { uint status[]; };

uvec2 first_water(ivec2 cell);
#include "terrain/water_tile.glsl"
#include "terrain/water_nodes.glsl"

uvec2 first_water(ivec2 cell) {
    const uvec2 own = own_water(cell);
    if (!in_grid(cell)) return own;
    const uint node = node_of(cell);
    if (node == push.nodes) return own;
    return sum_of(own, WATER_AT(inflows, (status[VKALGO_TERRAIN_ROUNDS] + 1u) % 3u * push.stride + node));
}

void main() {
    if (vkalgo_workgroup_index() >= push.tiles_across * push.tiles_down) return;
    const ivec2 origin = tile_origin();
    accumulate_tile(origin);
    for (uint local = gl_LocalInvocationIndex; local < kSide * kSide; local += gl_WorkGroupSize.x) {
        const ivec2 cell = origin + position_of(local);
        if (!in_grid(cell)) continue;
        uvec2 water = WATER_AT(tile_sums, local);
        if ((push.flags & VKALGO_WATER_INCLUDES_SELF) == 0u) water = difference_of(water, own_water(cell));
        PUT_WATER(sums, cell_index(cell), water)
    }
}

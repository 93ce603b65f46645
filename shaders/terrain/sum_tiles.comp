#version 460
// Tiled accumulation, first part: the sums within each tile, and what its nodes pass on.
//   A workgroup owns a tile. For each of the tile's nodes it writes where water that enters the tile there leaves it:
//   the node of another tile into which the water flows (VKALGO_WATER_END if it flows into no other tile). If a node
//   itself flows into another tile, its sum is added to the inflow of the node there. If the tile has a circle, the
//   node of circles points at itself, so that the rounds never end.
//   Cost per cell: two codes, with weights one load; log2(longest flow path in the tile) rounds in shared memory.
//   Source: Barnes, Parallel non-divergent flow accumulation for trillion cell digital elevation models, Environmental
//   Modelling & Software 92 (2017), with pointer doubling in place of following each path.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterTilesPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 2) buffer Next { uint next_nodes[]; };  // Atomics
layout(std430, set = 0, binding = 3) buffer Inflows { uint inflows[]; };  // Atomics

uvec2 own_water(ivec2 cell);
uvec2 first_water(ivec2 cell) { return own_water(cell); }
#include "terrain/water_tile.glsl"
#include "terrain/water_nodes.glsl"

void main() {
    if (vkalgo_workgroup_index() >= push.tiles_across * push.tiles_down) return;
    const ivec2 origin = tile_origin();
    if (!accumulate_tile(origin)) {
        if (gl_LocalInvocationIndex == 0u) atomicExchange(next_nodes[push.nodes - 1u], push.nodes - 1u);
        return;
    }
    for (uint k = gl_LocalInvocationIndex; k < 4u * kSide; k += gl_WorkGroupSize.x) {
        const uint side = k / kSide, along = k % kSide;
        const uint far = side % 2u == 0u ? 0u : kSide - 1u;
        const bool row = side < 2u;
        // Corner cells are nodes of their rows, not of their columns.
        if (!row && (along == 0u || along == kSide - 1u) && push.tiles_down > 1u) continue;
        const uvec2 position = row ? uvec2(along, far) : uvec2(far, along);
        const ivec2 cell = origin + ivec2(position);
        if (!in_grid(cell)) continue;
        const uint node = node_of(cell);
        if (node == push.nodes || (row && push.tiles_down < 2u)) continue;
        const uint local = position.y * kSide + position.x;
        const uint end = pointer_of(local) & ~VKALGO_WATER_TILE_END;
        const ivec2 last = origin + position_of(end);
        const ivec2 there = flows_to(last);
        uint next = VKALGO_WATER_END;
        if (there != last) {
            next = node_of(there);
            if (end == local) ADD_WATER(inflows, next, WATER_AT(tile_sums, local))
        }
        next_nodes[node] = next;
    }
}

#version 460
// Prepares the measuring of flats. A flat is a set of neighbouring cells of one height, none of which has a direction.
//   An invocation owns a cell. For a cell of a flat, `links` gets a bit per code (1 to 8), set if the neighbour is in
//   the same flat. to_lower is 1 if a neighbour of the cell's height has a direction, from_higher is 1 if a neighbour
//   is higher; otherwise they are VKALGO_FLAT_FAR. Other cells get no links and VKALGO_FLAT_FAR. Cells of the rows
//   push.above and push.below get no links, and take their steps from `known`: to_lower of the row push.above,
//   from_higher of that row, then the same for the row push.below.
//   Cost per cell: one load, three stores; in flats up to 17 more loads.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
#define VKALGO_HEIGHTS 0
#define VKALGO_CODES 1
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
#include "terrain/heights.glsl"
layout(std430, set = 0, binding = 2) writeonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 3) writeonly buffer ToLower { uint to_lower[]; };
layout(std430, set = 0, binding = 4) writeonly buffer FromHigher { uint from_higher[]; };
layout(std430, set = 0, binding = 5) readonly buffer Known { uint known[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    uint linked = 0u, lower = VKALGO_FLAT_FAR, higher = VKALGO_FLAT_FAR;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    if (uint(cell.y) == push.above || uint(cell.y) == push.below) {
        const uint first = (uint(cell.y) == push.above ? 0u : 2u) * push.width + uint(cell.x);
        lower = known[first];
        higher = known[first + push.width];
    } else if (code_at(index) == VKALGO_FLOW_STAYS) {
        const float height = effective_height(heights[index]);
        for (uint code = 1u; code <= 8u; ++code) {
            const ivec2 there = cell + flow_step(code);
            const uint bits = height_bits(there);
            if (!has_height(bits)) continue;
            if (effective_height(bits) > height) higher = 1u;
            if (effective_height(bits) != height) continue;
            if (code_of(there) == VKALGO_FLOW_STAYS) linked |= 1u << code;
            else lower = 1u;
        }
    }
    links[index] = linked;
    to_lower[index] = lower;
    from_higher[index] = higher;
}

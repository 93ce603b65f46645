#version 460
// Before streams are ordered: a cell of the network has order 1, other cells have order 0. `links` has a bit per code
// (1 to 8), set if the neighbour is in the network and flows into the cell. If the orders of the first or the last row
// are known, the cells of this row keep their order and have no links. An invocation owns a cell: up to 18 loads, two
// stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Network { uint network[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Orders { uint orders[]; };

bool in_network(ivec2 cell) {
    if (code_of(cell) > VKALGO_FLOW_LAST) return false;
    const uint index = cell_index(cell);
    return (push.flags & VKALGO_WATER_HAS_NETWORK) == 0u || (network[index / 4u] >> (index % 4u * 8u) & 255u) != 0u;
}

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    const bool first = cell.y == 0 && (push.flags & VKALGO_WATER_KNOWS_FIRST) != 0u;
    const bool last = uint(cell.y) + 1u == push.height && (push.flags & VKALGO_WATER_KNOWS_LAST) != 0u;
    uint order = 0u, linked = 0u;
    if (!first && !last && in_network(cell)) {
        order = 1u;
        for (uint code = 1u; code <= 8u; ++code) {
            const ivec2 there = cell + flow_step(code);
            if (in_network(there) && code_of(there) == (code + 3u) % 8u + 1u) linked |= 1u << code;
        }
    }
    links[index] = linked;
    if (!first && !last) orders[index] = order;
}

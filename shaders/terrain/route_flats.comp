#version 460
// After flats are measured: sets a direction for each cell of a flat that has a way down.
//   An invocation owns a word of four codes, which it reads and writes in place (bound twice; no invocation reads
//   another's word).
//   A cell flows to a neighbour of its height that had a direction before. Without such a neighbour, it flows to the
//   neighbour in its flat whose 2 * to_lower - from_higher is least. If several neighbours have the least value, it
//   flows to the first of them in the order E S W N SE SW NW NE. The value falls along every such step: the to_lower of
//   some neighbour is less by one, and its from_higher is less by at most one, so the least value is less than the
//   cell's own. So there is no circle. VKALGO_FLAT_FAR counts as 0 in from_higher; either all cells of a flat have it
//   or none.
//   Cost per word: one load, one store; per cell of a flat up to 36 more loads, many of them of the same words.
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
layout(std430, set = 0, binding = 2) readonly buffer ToLower { uint to_lower[]; };
layout(std430, set = 0, binding = 3) readonly buffer FromHigher { uint from_higher[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Routed { uint routed[]; };

// Returns 2 * to_lower - from_higher modulo 2^32. Only the differences of neighbours are used, and they are small.
uint rank_of(uint index) {
    const uint higher = from_higher[index];
    return 2u * to_lower[index] - (higher == VKALGO_FLAT_FAR ? 0u : higher);
}

uint way_out(uint index) {
    const uint own = heights[index];
    const uint own_rank = rank_of(index);
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    int best = 0x7fffffff;
    uint way = VKALGO_FLOW_STAYS;
    for (uint turn = 0u; turn < 8u; ++turn) {
        const uint code = flow_near_first(turn);
        const ivec2 there = cell + flow_step(code);
        const uint bits = height_bits(there);
        if (!has_height(bits) || effective_bits(bits) != effective_bits(own)) continue;
        const uint next = cell_index(there);
        // A neighbour of this height that is not in a flat with a way down had a direction before.
        if (to_lower[next] == VKALGO_FLAT_FAR) return code;
        const int rank = int(rank_of(next) - own_rank);
        if (rank < best) {
            best = rank;
            way = code;
        }
    }
    return way;
}

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (word >= push.count) return;
    uint four = codes[word];
    for (uint k = 0u; k < 4u; ++k) {
        const uint index = 4u * word + k;
        if (index >= push.width * push.height || (four >> (8u * k) & 255u) != VKALGO_FLOW_STAYS) continue;
        if (to_lower[index] != VKALGO_FLAT_FAR) four |= way_out(index) << (8u * k);
    }
    routed[word] = four;
}

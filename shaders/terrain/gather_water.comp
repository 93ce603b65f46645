#version 460
// Accumulation by gathering, one round: every cell fetches the moving water of the neighbours that flow into it.
//   An invocation owns a cell. It writes the water that arrives in the cell, which is the moving water of the next
//   round, and adds it to the cell's sum (sums are bound twice; no invocation reads what another wrote there). There
//   are no atomics on cells.
//   Cost per cell and round: 9 codes, a load per neighbour that flows here, one store; where water arrives, a load and
//   a store more.
//   Source: Ortega, Rueda, Parallel drainage network computation on CUDA, Computers & Geosciences 36 (2010).
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#define VKALGO_STATUS 5
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
#include "terrain/water.glsl"
#include "terrain/rounds.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Moving { uint moving[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Arriving { uint arriving[]; };
layout(std430, set = 0, binding = 3) readonly buffer Before { uint sums_before[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Sums { uint sums[]; };

uvec2 fetch(uint index) {
    if (code_at(index) > VKALGO_FLOW_LAST) return uvec2(0u);
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    uvec2 water = uvec2(0u);
    for (uint code = 1u; code <= 8u; ++code) {
        const ivec2 there = cell + flow_step(code);
        const uint back = (code + 3u) % 8u + 1u;
        if (code_of(there) == back) water = sum_of(water, WATER_AT(moving, cell_index(there)));
    }
    return water;
}

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (!round_begins(index == 0u) || index >= push.count) return;
    const uvec2 water = fetch(index);
    PUT_WATER(arriving, index, water)
    if (is_water(water)) {
        const uvec2 sum = sum_of(WATER_AT(sums_before, index), water);
        PUT_WATER(sums, index, sum)
        round_changes();
    }
}

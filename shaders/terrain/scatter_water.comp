#version 460
// Accumulation by scattering, one round: every cell passes its moving water on to the cell that it flows into.
//   An invocation owns kBlock x kBlock cells. It empties `moving` (bound twice; no invocation reads what another wrote
//   there), and adds by atomics to `arriving`, which is the moving water of the next round, and to the sums. Water that
//   stays, leaves the grid or meets no data does not reach `arriving`.
//   Cost per cell and round: one load; where there is water one store, two loads and two atomics more.
//   Source: Ortega, Rueda, Parallel drainage network computation on CUDA, Computers & Geosciences 36 (2010).
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_TERRAIN_CONSTANT_BLOCK) const uint kBlock = 1;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#define VKALGO_STATUS 5
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
#include "terrain/water.glsl"
#include "terrain/rounds.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Moving { uint moving[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Emptied { uint emptied[]; };
layout(std430, set = 0, binding = 3) buffer Arriving { uint arriving[]; };  // Atomics
layout(std430, set = 0, binding = 4) buffer Sums { uint sums[]; };          // Atomics

bool hand_on(ivec2 cell) {
    const uint index = cell_index(cell);
    const uvec2 water = WATER_AT(moving, index);
    if (!is_water(water)) return false;
    PUT_WATER(emptied, index, uvec2(0u))
    const uint code = code_at(index);
    if (code == VKALGO_FLOW_STAYS) return false;
    const ivec2 there = cell + flow_step(code);
    if (code_of(there) > VKALGO_FLOW_LAST) return false;
    const uint next = cell_index(there);
    ADD_WATER(arriving, next, water)
    ADD_WATER(sums, next, water)
    return true;
}

void main() {
    const uint block = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (!round_begins(block == 0u) || block >= push.count) return;
    const ivec2 origin = ivec2(block % push.across, block / push.across) * int(kBlock);
    bool moves = false;
    for (uint k = 0u; k < kBlock * kBlock; ++k) {
        const ivec2 cell = origin + ivec2(k % kBlock, k / kBlock);
        if (in_grid(cell)) moves = hand_on(cell) || moves;
    }
    if (moves) round_changes();
}

#version 460
// Writes the drainage network, a byte per cell: 1 if the cell's sum is above the threshold, else 0. Bytes of the last
// word after the last cell are 0. An invocation owns a word: four loads, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#include "terrain/water.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Sums { uint sums[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Network { uint network[]; };

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (word >= push.count) return;
    uint four = 0u;
    for (uint k = 0u; k < 4u; ++k) {
        const uint index = 4u * word + k;
        if (index >= push.width * push.height) continue;
        const uvec2 water = WATER_AT(sums, index);
        const bool more = water.y == push.threshold_high ? water.x > push.threshold : water.y > push.threshold_high;
        if (more) four |= 1u << (8u * k);
    }
    network[word] = four;
}

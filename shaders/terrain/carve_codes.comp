#version 460
// Carving, last part: cells that a pit's water passes on its way out take the direction of that way. An invocation owns
// a word of four codes, which it reads and writes in place (bound twice; no invocation reads another's word): six
// loads, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
layout(std430, set = 0, binding = 0) readonly buffer Codes { uint codes[]; };
layout(std430, set = 0, binding = 1) readonly buffer Ways { uint ways[]; };
layout(std430, set = 0, binding = 2) readonly buffer Passing { uint passing[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Carved { uint carved[]; };

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (word >= push.count) return;
    uint mask = 0u;
    for (uint k = 0u; k < 4u; ++k) {
        const uint index = 4u * word + k;
        if (index < push.width * push.height && passing[index] != 0u) mask |= 255u << (8u * k);
    }
    carved[word] = (ways[word] & mask) | (codes[word] & ~mask);
}

#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per particle: moves the visible ones together, in the order of their indices. `ends` is the inclusive
// sum of the ones and zeros that cull.comp wrote.
#include "particles.h"

layout(local_size_x = PARTICLES_THREADS) in;
layout(set = 0, binding = 0, std430) readonly buffer Ends { uint ends[]; };
layout(set = 0, binding = 1, std430) readonly buffer Depths { float depths[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Keys { float keys[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Order { uint order[]; };
layout(push_constant) uniform Push { uint count; };

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= count) {
        return;
    }
    const uint before = index == 0 ? 0 : ends[index - 1];
    if (ends[index] != before) {
        keys[before] = depths[index];
        order[before] = index;
    }
}

#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per particle: if the particle is visible, writes its depth and its index. The visible particles are
// packed, in the order of their indices. `ends` has the inclusive sums of what cull.comp wrote: 1 per visible particle,
// 0 per other particle.
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

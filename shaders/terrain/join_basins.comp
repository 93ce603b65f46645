#version 460
// Filling, one round: the root of each basin is linked to that of the basin it chose. Of two that chose each other the
// first stays a root, and there is another round.
//   An invocation owns a cell; only those of roots do something.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(std430, set = 0, binding = 0) buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) readonly buffer Next { uint next[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Saddles { uint saddles[]; };
layout(std430, set = 0, binding = 3) coherent buffer Status { uint status[]; };  // atomics

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const uint own = index + 1u;
    if (links[index] != own) return;
    const uint chosen = next[index];
    const bool each_other = chosen != VKALGO_FILL_OUTSIDE && next[chosen - 1u] == own;
    saddles[index] = VKALGO_FILL_NONE;
    if (!each_other || chosen < own) links[index] = chosen;
    else if (status[VKALGO_TERRAIN_CHANGED] == 0u) atomicOr(status[VKALGO_TERRAIN_CHANGED], 1u);
}

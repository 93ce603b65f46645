#version 460
// Filling, one round: the root of each basin is linked to that of the basin it chose. Of two that chose each other the
// first stays a root.
//   An invocation owns a cell; only those of roots do something.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
#define VKALGO_STATUS 3
#include "terrain/rounds.glsl"
layout(std430, set = 0, binding = 0) buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) readonly buffer Next { uint next[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Saddles { uint saddles[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count || status[VKALGO_TERRAIN_DONE] != 0u) return;
    const uint own = index + 1u;
    if (links[index] != own) return;
    const uint chosen = next[index];
    const bool each_other = chosen != VKALGO_FILL_OUTSIDE && next[chosen - 1u] == own;
    if (!each_other || chosen < own) links[index] = chosen;
    saddles[index] = VKALGO_FILL_NONE;
    round_changes();
}

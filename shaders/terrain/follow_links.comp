#version 460
// Follows the links of cells to their basins, up to VKALGO_FILL_STEPS links per turn. Two turns, from one buffer to the
// other and back, always run. Further turns run if the two turns before left a link that does not name a basin.
//   An invocation owns a cell: a load for each link followed, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, set = 0, binding = 2) buffer Status { uint status[]; };  // Atomics

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const uint far = VKALGO_FILL_FAR + push.turn / 2u;
    if (push.turn >= 2u && status[far - 1u] != push.round + 2u) return;
    uint link = from[index];
    for (uint k = 0u; k < VKALGO_FILL_STEPS && (link & VKALGO_FILL_BASIN) == 0u; ++k) link = from[link - 1u];
    to[index] = link;
    const bool ends = (link & VKALGO_FILL_BASIN) != 0u;
    if (!ends && push.turn % 2u == 1u && status[far] != push.round + 2u) atomicExchange(status[far], push.round + 2u);
}

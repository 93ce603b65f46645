#version 460
// Links of a forest, shortened: each then leads up to VKALGO_FILL_STEPS links further. Two turns, there and back,
// always take place; further ones if the two before left a link that does not lead to a root or to the outside. The
// first turn of a round ends the rounds if no root stayed one.
//   An invocation owns a cell: a load for each link followed, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, set = 0, binding = 2) buffer Status { uint status[]; };  // atomics

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    if (index == 0u && push.turn == 0u && push.round != ~0u) {
        if (status[VKALGO_TERRAIN_CHANGED] == 0u) {
            status[VKALGO_TERRAIN_ROUNDS] = push.round;
            status[VKALGO_TERRAIN_DONE] = 1u;
        }
        status[VKALGO_TERRAIN_CHANGED] = 0u;
    }
    const uint far = VKALGO_FILL_FAR + push.turn / 2u;
    if (push.turn >= 2u && status[far - 1u] != push.round + 2u) return;
    uint link = from[index];
    bool ends = link == VKALGO_FILL_OUTSIDE;
    for (uint k = 0u; k < VKALGO_FILL_STEPS && !ends; ++k) {
        const uint next = from[link - 1u];
        ends = next == link || next == VKALGO_FILL_OUTSIDE;
        link = next;
    }
    to[index] = link;
    if (!ends && push.turn % 2u == 1u && status[far] != push.round + 2u) atomicExchange(status[far], push.round + 2u);
}

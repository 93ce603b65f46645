#version 460
// Filling, one round: follows the links of basins to the basins that stayed roots, up to VKALGO_FILL_STEPS links per
// turn. Two turns, from one buffer to the other and back, always run. Further turns run if the two turns before left a
// link that does not lead to a root. The first turn prepares the basins for the next round, and ends the rounds if no
// root except the outside is left.
//   The invocations share the basins: a load for each link followed, up to three stores per basin.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, set = 0, binding = 2) buffer Status { uint status[]; };  // Atomics
layout(std430, set = 0, binding = 3) writeonly buffer Lowest { uint lowest[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Chosen { uint chosen[]; };
#include "terrain/basins.glsl"

void main() {
    const uint first = first_basin();
    if (first == 0u && push.turn == 0u) {
        if (status[VKALGO_TERRAIN_CHANGED] == 0u) {
            status[VKALGO_TERRAIN_ROUNDS] = push.round;
            status[VKALGO_TERRAIN_DONE] = 1u;
        }
        status[VKALGO_TERRAIN_CHANGED] = 0u;
    }
    const uint far = VKALGO_FILL_FAR + push.turn / 2u;
    if (push.turn >= 2u && status[far - 1u] != push.round + 2u) return;
    const uint basins = basin_count();
    for (uint basin = first; basin < basins; basin += basin_stride()) {
        uint link = from[basin];
        bool ends = false;
        for (uint k = 0u; k < VKALGO_FILL_STEPS && !ends; ++k) {
            const uint next = from[link];
            ends = next == link;
            link = next;
        }
        to[basin] = link;
        if (push.turn == 0u) lowest[basin] = chosen[basin] = VKALGO_FILL_NONE;
        if (!ends && push.turn % 2u == 1u && status[far] != push.round + 2u) {
            atomicExchange(status[far], push.round + 2u);
        }
    }
}

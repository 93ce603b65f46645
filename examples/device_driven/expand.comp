#version 460
// One round. The cells of the frontier reach their free neighbours, and the neighbours that were not reached before are
// the next frontier. prepare.comp wrote the number of workgroups.
#extension GL_GOOGLE_include_directive : require
#include "maze.h"

layout(local_size_x = MAZE_THREADS) in;
layout(push_constant) uniform Push { MazePush push; };
layout(std430, set = 0, binding = 0) readonly buffer Frontier { uint frontier[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Next { uint next[]; };
layout(std430, set = 0, binding = 2) buffer Counts { uint counts[]; };         // Atomics: size of each round's frontier
layout(std430, set = 0, binding = 3) buffer Distances { uint distances[]; };   // Accessed by atomics only
layout(std430, set = 0, binding = 4) readonly buffer Known { uint known[]; };  // `counts` again, to read this round's

void reach(uint cell) {
    if (is_wall(cell)) {
        return;
    }
    if (atomicCompSwap(distances[cell], MAZE_FAR, push.round + 1u) != MAZE_FAR) {
        return;
    }
    next[atomicAdd(counts[push.round + 1u], 1u)] = cell;
}

void main() {
    const uint count = known[push.round];
    for (uint at = gl_GlobalInvocationID.x; at < count; at += gl_NumWorkGroups.x * MAZE_THREADS) {
        const uint cell = frontier[at];
        const uint x = cell % push.width, y = cell / push.width;
        if (x > 0u) {
            reach(cell - 1u);
        }
        if (x + 1u < push.width) {
            reach(cell + 1u);
        }
        if (y > 0u) {
            reach(cell - push.width);
        }
        if (y + 1u < push.height) {
            reach(cell + push.width);
        }
    }
}

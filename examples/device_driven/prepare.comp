#version 460
// Runs at the beginning of each round, before expand.comp, in one invocation. Writes the number of workgroups of
// expand.comp. If the frontier is empty, this number is 0, and `done` is set, which ends the rounds.
#extension GL_GOOGLE_include_directive : require
#include "maze.h"

layout(local_size_x = 1) in;
layout(push_constant) uniform Push { MazePush push; };
layout(std430, set = 0, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint arguments[]; };  // VkDispatchIndirectCommand
layout(std430, set = 0, binding = 2) writeonly buffer Done { uint done[]; };

void main() {
    const uint count = counts[push.round];
    arguments[0] = min((count + MAZE_THREADS - 1u) / MAZE_THREADS, MAZE_MOST_GROUPS);
    arguments[1] = 1u;
    arguments[2] = 1u;
    if (count == 0u) {
        done[0] = 1u;
    }
}

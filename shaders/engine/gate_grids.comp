#version 460
// Writes, before each round of Recorder::record_rounds, the arguments of the round's indirect dispatches: the grids of
// the push constants. Once the word `done` is not 0, the x of each grid becomes 0, so no workgroups run. One workgroup
// has one invocation per grid. Reads one uint per grid and writes three; no loop.
#extension GL_GOOGLE_include_directive : require
#include "engine/engine.h"
layout(local_size_x = VKALGO_MOST_GRIDS) in;
layout(std430, set = 0, binding = 0) readonly buffer Done { uint done[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Arguments {
    uint grids[];  // Four words per grid; the fourth is not used
};
layout(push_constant) uniform Push { GateGridsPush push; };

void main() {
    const uint grid = gl_LocalInvocationID.x;
    if (grid >= push.count) {
        return;
    }
    const bool over = done[push.index] != 0u;
    grids[4u * grid] = over ? 0u : push.grids[3u * grid];
    grids[4u * grid + 1u] = push.grids[3u * grid + 1u];
    grids[4u * grid + 2u] = push.grids[3u * grid + 2u];
}

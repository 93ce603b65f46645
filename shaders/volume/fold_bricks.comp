#version 460
// Computes the arguments of the iteration's indirect dispatches from the number of bricks listed: a workgroup per
// brick, folded into rows as Groups::linear does. A list without bricks ends the rounds. One invocation: a few loads
// and stores.
#extension GL_GOOGLE_include_directive : require
#include "volume/thinning.h"
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) buffer Status { uint status[]; };  // One invocation only
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint grid[]; };

void main() {
    const uint bricks = status[VKALGO_THINNING_LISTED];
    const uint rows = bricks <= push.most_groups ? 1u : (bricks - 1u) / push.most_groups + 1u;
    grid[0] = rows == 1u ? bricks : (bricks - 1u) / rows + 1u;
    grid[1] = rows;
    grid[2] = 1u;
    status[VKALGO_THINNING_LISTED] = 0u;
    status[VKALGO_THINNING_BRICKS] = bricks;
    if (bricks == 0u) {
        status[VKALGO_THINNING_DONE] = 1u;
    } else {
        status[VKALGO_THINNING_ITERATIONS] += 1u;
    }
}

#version 460
// Chooses the kind of the next step of thinning by Lee's method and the size of its dispatch, from the state that the
// last step left. So the device needs no host to go from side to side and from iteration to iteration. While candidates
// are open, it repeats the step that decides about them. One invocation: a few loads and stores.
#extension GL_GOOGLE_include_directive : require
#include "volume/thinning.h"
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) buffer Status { uint status[]; };  // One invocation only
layout(std430, set = 0, binding = 1) writeonly buffer Arguments { uint grid[]; };

void dispatch_groups(uint groups) {
    const uint rows = groups <= push.most_groups ? 1u : (groups - 1u) / push.most_groups + 1u;
    grid[0] = rows == 1u ? groups : (groups - 1u) / rows + 1u;
    grid[1] = rows;
    grid[2] = 1u;
}

void main() {
    if (status[VKALGO_THINNING_DONE] != 0u) {
        dispatch_groups(0u);
        return;
    }
    const uint open = status[VKALGO_THINNING_OPEN];
    status[VKALGO_THINNING_OPEN] = 0u;
    status[VKALGO_THINNING_WORKING] = open;
    status[VKALGO_THINNING_STEP] += 1u;
    uint phase = status[VKALGO_THINNING_PHASE], groups = status[VKALGO_THINNING_BRICKS];
    if (phase == VKALGO_LEE_LIST) {
        groups = status[VKALGO_THINNING_LISTED];
        status[VKALGO_THINNING_LISTED] = 0u;
        status[VKALGO_THINNING_BRICKS] = groups;
        if (groups == 0u) {
            status[VKALGO_THINNING_DONE] = 1u;
        } else {
            status[VKALGO_THINNING_ITERATIONS] += 1u;
        }
        status[VKALGO_THINNING_SIDE] = 0u;
        phase = VKALGO_LEE_COLLECT;
    } else if (open != 0u) {
        phase = VKALGO_LEE_DECIDE;
        groups = open;
    } else if (phase != VKALGO_LEE_NOTHING && status[VKALGO_THINNING_SIDE] + 1u < push.sides) {
        status[VKALGO_THINNING_SIDE] += 1u;
        phase = VKALGO_LEE_COLLECT;
    } else {
        phase = VKALGO_LEE_LIST;
        groups = push.list_groups;
    }
    status[VKALGO_THINNING_PHASE] = phase;
    dispatch_groups(groups);
}

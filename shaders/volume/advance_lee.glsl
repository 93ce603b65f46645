// The end of a step of Lee's method: its last workgroup chooses the kind of the next step and the size of its dispatch.
// So the device needs no host and no other dispatch to go from side to side and from iteration to iteration. While
// candidates are open, it repeats the step that decides about them.
//   This file needs `push`, `status` and `grid`. Cost: an atomic for each workgroup, and a few loads and stores for the
//   last one.

void dispatch_groups(uint groups) {
    const uint rows = groups <= push.most_groups ? 1u : (groups - 1u) / push.most_groups + 1u;
    grid[0] = rows == 1u ? groups : (groups - 1u) / rows + 1u;
    grid[1] = rows;
    grid[2] = 1u;
}

// Other workgroups changed only two words of `status` in this step. Atomics read these.
void choose_next_step() {
    const uint open = atomicExchange(status[VKALGO_THINNING_OPEN], 0u);
    status[VKALGO_THINNING_WORKING] = open;
    status[VKALGO_THINNING_STEP] += 1u;
    uint phase = status[VKALGO_THINNING_PHASE], groups = status[VKALGO_THINNING_BRICKS];
    if (phase == VKALGO_LEE_LIST) {
        groups = atomicExchange(status[VKALGO_THINNING_LISTED], 0u);
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
    } else if (status[VKALGO_THINNING_SIDE] + 1u < push.sides) {
        status[VKALGO_THINNING_SIDE] += 1u;
        phase = VKALGO_LEE_COLLECT;
    } else {
        phase = VKALGO_LEE_LIST;
        groups = push.list_groups;
    }
    status[VKALGO_THINNING_PHASE] = phase;
    dispatch_groups(groups);
}

// Every workgroup calls this at its end. When the last one calls it, every workgroup has read `status` and the size of
// this dispatch, so that both may change.
void end_step() {
    memoryBarrierBuffer();  // What this workgroup wrote to `status` comes before its end
    barrier();
    if (gl_LocalInvocationIndex != 0u) return;
    const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (atomicAdd(status[VKALGO_THINNING_ENDED], 1u) + 1u < groups) return;
    memoryBarrierBuffer();
    status[VKALGO_THINNING_ENDED] = 0u;
    choose_next_step();
}

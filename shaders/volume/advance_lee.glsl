// The end of a step of Lee's method: its last workgroup chooses the kind of the next step and the size of its dispatch.
// So the device needs no host and no other dispatch to go from side to side and from iteration to iteration. While
// candidates are open, it repeats the step that decides about them.
//   This file needs `push`, `status` and `grids`. Cost: an atomic for each workgroup, and a few loads and stores for
//   the last one.

// Writes the size of a step's dispatch. Two slots take turns, because a dispatch may read its own size again while it
// runs.
void dispatch_groups(uint step, uint groups) {
    const uint rows = groups <= push.most_groups ? 1u : (groups - 1u) / push.most_groups + 1u;
    const uint slot = step % 2u * VKALGO_LEE_GRID_WORDS;
    grids[slot] = rows == 1u ? groups : (groups - 1u) / rows + 1u;
    grids[slot + 1u] = rows;
    grids[slot + 2u] = 1u;
}

// Chooses the kind of the next step and the size of its dispatch. Two of the words that it reads, OPEN and LISTED, may
// have been changed by other workgroups in this step, so they are read by atomics.
void choose_next_step() {
    const uint open = atomicExchange(status[VKALGO_THINNING_OPEN], 0u);
    const uint step = status[VKALGO_THINNING_STEP] + 1u;
    status[VKALGO_THINNING_STEP] = step;
    status[VKALGO_THINNING_WORKING] = open;
    uint phase = status[VKALGO_THINNING_PHASE], groups = status[VKALGO_THINNING_BRICKS];
    if (phase == VKALGO_LEE_LIST) {
        groups = atomicExchange(status[VKALGO_THINNING_LISTED], 0u);
        status[VKALGO_THINNING_BRICKS] = groups;
        if (groups == 0u) {
            status[VKALGO_THINNING_DONE] = 1u;
            groups = 1u;  // One workgroup, which calls stay_done()
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
    dispatch_groups(step, groups);
}

// Ends the step for a workgroup; every workgroup calls it at its end. The workgroup makes its writes visible, then
// counts itself in VKALGO_THINNING_ENDED. The workgroup that ends last chooses the next step. By then every workgroup
// has read what it needs of `status`, so these words may change.
void end_step() {
    memoryBarrierBuffer();  // What this workgroup wrote to `status` comes before its end
    barrier();
    if (gl_LocalInvocationIndex != 0u) return;
    memoryBarrierBuffer();
    const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (atomicAdd(status[VKALGO_THINNING_ENDED], 1u) + 1u < groups) return;
    memoryBarrierBuffer();
    status[VKALGO_THINNING_ENDED] = 0u;
    choose_next_step();
}

// Makes the next step empty. Called by the only workgroup of a step once thinning is done. The slot of the step after
// next, which is the slot of this step, still says one workgroup, and the status no longer changes. So that step calls
// this again, and from then on every second step has one workgroup and the others have none.
void stay_done() {
    if (gl_LocalInvocationIndex == 0u) dispatch_groups(status[VKALGO_THINNING_STEP] + 1u, 0u);
}

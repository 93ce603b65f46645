// Teams of neighbouring invocations that share the terms of a cell (`reduce`): each keeps the best of its own terms,
// and the best of all goes to the team's first invocation.
//   The exchange is through shared memory; where the first kNear invocations of a team lie within one subgroup, its
//   barrier suffices there. Needs order.glsl, VKALGO_HAS_REDUCE, and before it is included
//   VKALGO_TEAM_FIRST_CONSTANT: the id of the first of its two specialization constants.
#ifndef VKALGO_DP_TEAM_GLSL
#define VKALGO_DP_TEAM_GLSL

layout(constant_id = VKALGO_TEAM_FIRST_CONSTANT) const uint vkalgo_kTeam = 32;     // invocations, a power of two
layout(constant_id = VKALGO_TEAM_FIRST_CONSTANT + 1) const uint vkalgo_kNear = 1;  // power of two up to kTeam

shared cell_t vkalgo_team_best[gl_WorkGroupSize.x];

// The invocation's number, such that runs of kNear lie within a subgroup.
uint vkalgo_invocation() {
    return vkalgo_kNear > 1u ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID : gl_LocalInvocationIndex;
}
uint vkalgo_team_lane() { return vkalgo_invocation() % vkalgo_kTeam; }

void vkalgo_take_better(uint mine, uint other) {
    if (vkalgo_better(vkalgo_team_best[other], vkalgo_team_best[mine]))
        vkalgo_team_best[mine] = vkalgo_team_best[other];
}

// For all invocations of the workgroup at once. The best of the team, in its first invocation.
cell_t vkalgo_best_of_team(cell_t best) {
    const uint mine = vkalgo_invocation(), lane = mine % vkalgo_kTeam;
    if (vkalgo_kTeam > vkalgo_kNear) {
        barrier();  // the last readers are done
    } else {
        subgroupBarrier();
    }
    vkalgo_team_best[mine] = best;
    for (uint apart = vkalgo_kNear / 2u; apart > 0u; apart /= 2u) {
        subgroupBarrier();
        if (lane % vkalgo_kNear < apart) vkalgo_take_better(mine, mine + apart);
    }
    for (uint apart = vkalgo_kTeam / 2u; apart >= vkalgo_kNear; apart /= 2u) {
        barrier();
        if (lane < apart && lane % vkalgo_kNear == 0u) vkalgo_take_better(mine, mine + apart);
    }
    return vkalgo_team_best[mine];
}

#endif

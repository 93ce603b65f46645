// Teams of neighbouring invocations that share the terms of a cell (`reduce`). Each invocation keeps the best of its
// own terms, and the team's first invocation gets the best of all.
//   The invocations exchange values through shared memory. Every kNear consecutive invocations of a team lie within one
// subgroup, so exchanges among them need only a subgroup barrier. Needs order.glsl and VKALGO_HAS_REDUCE. Before this
// file is included, VKALGO_TEAM_FIRST_CONSTANT must be the id of the first of the two constants below.
#ifndef VKALGO_DP_TEAM_GLSL
#define VKALGO_DP_TEAM_GLSL

layout(constant_id = VKALGO_TEAM_FIRST_CONSTANT) const uint vkalgo_kTeam = 32;     // Invocations, a power of two
layout(constant_id = VKALGO_TEAM_FIRST_CONSTANT + 1) const uint vkalgo_kNear = 1;  // Power of two up to kTeam

shared cell_t vkalgo_team_best[gl_WorkGroupSize.x];

// Returns the invocation's number in the workgroup. kNear consecutive numbers from a multiple of kNear on belong to one
// subgroup.
uint vkalgo_invocation() {
    return vkalgo_kNear > 1u ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID : gl_LocalInvocationIndex;
}
uint vkalgo_team_lane() { return vkalgo_invocation() % vkalgo_kTeam; }

void vkalgo_take_better(uint mine, uint other) {
    if (vkalgo_better(vkalgo_team_best[other], vkalgo_team_best[mine]))
        vkalgo_team_best[mine] = vkalgo_team_best[other];
}

// Returns, in the team's first invocation, the best of the values `best` of the team's invocations. All invocations of
// the workgroup must call it together.
cell_t vkalgo_best_of_team(cell_t best) {
    const uint mine = vkalgo_invocation(), lane = mine % vkalgo_kTeam;
    if (vkalgo_kTeam > vkalgo_kNear) {
        barrier();  // All have read the results of the previous call
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

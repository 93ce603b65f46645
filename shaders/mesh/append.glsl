// Appending to a list. Counters stay exact even if lists are full, up to VKALGO_MESH_MOST_COUNTED. Above that number
// invocations no longer add, so that no counter wraps around. The including file defines MESH_COUNTS_BINDING.
layout(set = 0, binding = MESH_COUNTS_BINDING, std430) coherent buffer Counts { uint counts[]; };

// Reserves `amount` entries for this invocation and returns the index of the first one. May be called in any control
// flow.
uint mesh_reserve(uint counter, uint amount) {
    const uint index = counts[counter];
    return index < VKALGO_MESH_MOST_COUNTED ? atomicAdd(counts[counter], amount) : index;
}

// Reserves an entry for each invocation that wants one, and returns its index to that invocation. Must be called in
// control flow that is uniform in the subgroup. There the invocations of a subgroup run together, even after a branch
// that has separated them. With VKALGO_MESH_SUBGROUPS the subgroup adds once.
uint mesh_reserve_one(uint counter, bool wanted) {
#ifdef VKALGO_MESH_SUBGROUPS
    const uvec4 wanting = subgroupBallot(wanted);
    const uint amount = subgroupBallotBitCount(wanting);
    uint index = 0;
    if (amount != 0u && subgroupElect()) index = mesh_reserve(counter, amount);
    return subgroupBroadcastFirst(index) + subgroupBallotExclusiveBitCount(wanting);
#else
    return wanted ? mesh_reserve(counter, 1u) : 0u;
#endif
}

#ifdef VKALGO_MESH_TEAMS
// Reserves `amount` entries, which may differ between invocations, and returns the index of the first entry. May be
// called where mesh_reserve_one may be called.
uint mesh_team_reserve(uint counter, uint amount) {
    const uint sum = subgroupAdd(amount), before = subgroupExclusiveAdd(amount);
    uint index = 0;
    if (subgroupElect()) index = mesh_reserve(counter, sum);
    return subgroupBroadcastFirst(index) + before;
}
#endif

// Appending to a list. Counters stay exact even if lists are full, up to VKALGO_MESH_MOST_COUNTED. Above that number
// invocations no longer add, so that no counter wraps around. The including file defines MESH_COUNTS_BINDING.
layout(set = 0, binding = MESH_COUNTS_BINDING, std430) coherent buffer Counts { uint counts[]; };

// Reserves `amount` entries for this invocation and returns the index of the first one. Any control flow may call it.
uint mesh_places(uint counter, uint amount) {
    const uint place = counts[counter];
    return place < VKALGO_MESH_MOST_COUNTED ? atomicAdd(counts[counter], amount) : place;
}

// Reserves an entry for each invocation that wants one and returns its index. Must be called in control flow that is
// uniform in the subgroup: there its invocations run together, and they do so again after a branch. With
// VKALGO_MESH_SUBGROUPS the subgroup adds once.
uint mesh_place(uint counter, bool wanted) {
#ifdef VKALGO_MESH_SUBGROUPS
    const uvec4 wanting = subgroupBallot(wanted);
    const uint amount = subgroupBallotBitCount(wanting);
    uint place = 0;
    if (amount != 0u && subgroupElect()) place = mesh_places(counter, amount);
    return subgroupBroadcastFirst(place) + subgroupBallotExclusiveBitCount(wanting);
#else
    return wanted ? mesh_places(counter, 1u) : 0u;
#endif
}

#ifdef VKALGO_MESH_TEAMS
// Reserves `amount` entries, which may differ between invocations, and returns the index of the first entry. May be
// called where mesh_place may be called.
uint mesh_team_places(uint counter, uint amount) {
    const uint sum = subgroupAdd(amount), before = subgroupExclusiveAdd(amount);
    uint place = 0;
    if (subgroupElect()) place = mesh_places(counter, sum);
    return subgroupBroadcastFirst(place) + before;
}
#endif

// Places at the end of a list. Counters stay exact where lists are full, up to VKALGO_MESH_MOST_COUNTED: beyond it
// invocations no longer add, so that no counter wraps around. The including text defines MESH_COUNTS_BINDING.
layout(set = 0, binding = MESH_COUNTS_BINDING, std430) coherent buffer Counts { uint counts[]; };

// The first of `amount` places for this invocation, wherever it stands.
uint mesh_places(uint counter, uint amount) {
    const uint place = counts[counter];
    return place < VKALGO_MESH_MOST_COUNTED ? atomicAdd(counts[counter], amount) : place;
}

// A place for each invocation that wants one, in control flow that is uniform in the subgroup: its invocations are
// together there, and again behind a branch. With VKALGO_MESH_SUBGROUPS they add once.
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
// The first of `amount` places, each invocation with a number of its own; where mesh_place may stand.
uint mesh_team_places(uint counter, uint amount) {
    const uint sum = subgroupAdd(amount), before = subgroupExclusiveAdd(amount);
    uint place = 0;
    if (subgroupElect()) place = mesh_places(counter, sum);
    return subgroupBroadcastFirst(place) + before;
}
#endif

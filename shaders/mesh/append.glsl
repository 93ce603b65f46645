// A place at the end of a list. Counters stay exact where lists are full, up to VKALGO_MESH_MOST_COUNTED: beyond it
// invocations no longer add, so that no counter wraps around. With VKALGO_MESH_SUBGROUPS, invocations of a subgroup
// that come together add once. The including text defines MESH_COUNTS_BINDING.
layout(set = 0, binding = MESH_COUNTS_BINDING, std430) coherent buffer Counts { uint counts[]; };

uint mesh_place(uint counter) {
#ifdef VKALGO_MESH_SUBGROUPS
    const uvec4 here = subgroupBallot(true);
    uint place = 0;
    if (subgroupElect()) {
        place = counts[counter];
        if (place < VKALGO_MESH_MOST_COUNTED) place = atomicAdd(counts[counter], subgroupBallotBitCount(here));
    }
    return subgroupBroadcastFirst(place) + subgroupBallotExclusiveBitCount(here);
#else
    const uint place = counts[counter];
    return place < VKALGO_MESH_MOST_COUNTED ? atomicAdd(counts[counter], 1u) : place;
#endif
}

#ifdef VKALGO_MESH_TEAMS
// The first of `many` places; called by the whole subgroup, each with a number of its own.
uint mesh_places(uint counter, uint many) {
    const uint sum = subgroupAdd(many), before = subgroupExclusiveAdd(many);
    uint place = 0;
    if (subgroupElect()) {
        place = counts[counter];
        if (place < VKALGO_MESH_MOST_COUNTED) place = atomicAdd(counts[counter], sum);
    }
    return subgroupBroadcastFirst(place) + before;
}
#endif

// A workgroup's search for the best of several cells. Needs VKALGO_BEST_WORKGROUP invocations.
#ifndef VKALGO_DP_SEARCH_GLSL
#define VKALGO_DP_SEARCH_GLSL

struct VkalgoCandidate {
    vkalgo_value_t value;
    ivec4 cell;
    bool found;
};
shared vkalgo_value_t vkalgo_partial_value[VKALGO_BEST_WORKGROUP];
shared ivec4 vkalgo_partial_cell[VKALGO_BEST_WORKGROUP];
shared bool vkalgo_partial_found[VKALGO_BEST_WORKGROUP];

VkalgoCandidate vkalgo_none() { return VkalgoCandidate(vkalgo_value_t(0), ivec4(0), false); }

// Returns the better of two candidates; a candidate that was not found is never better.
VkalgoCandidate vkalgo_better_of(VkalgoCandidate best, VkalgoCandidate other) {
    const bool gives_way =
        other.found && (!best.found || vkalgo_gives_way(best.value, best.cell, other.value, other.cell));
    if (gives_way) return other;
    return best;
}

// Returns, in invocation 0, the best candidate of all invocations of the workgroup.
VkalgoCandidate vkalgo_best_of_workgroup(VkalgoCandidate best) {
    const uint lane = gl_LocalInvocationID.x;
    for (uint reach = VKALGO_BEST_WORKGROUP; reach > 0u; reach /= 2u) {
        if (lane >= reach / 2u && lane < reach) {
            vkalgo_partial_value[lane] = best.value;
            vkalgo_partial_cell[lane] = best.cell;
            vkalgo_partial_found[lane] = best.found;
        }
        barrier();
        const uint from = min(lane + reach / 2u, VKALGO_BEST_WORKGROUP - 1u);
        if (lane < reach / 2u)
            best = vkalgo_better_of(best, VkalgoCandidate(vkalgo_partial_value[from], vkalgo_partial_cell[from],
                                                          vkalgo_partial_found[from]));
        barrier();
    }
    return best;
}

#endif

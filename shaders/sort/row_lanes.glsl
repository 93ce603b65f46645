// Lanes: the vkalgo_kLanes invocations that rank the digits of a row together. There are three implementations:
//   (default)         Full subgroups of vkalgo_kLanes.
//   ROW_LANES_NONE    vkalgo_kLanes is 1. Has the functions that radix_scatter calls.
//   ROW_LANES_SHARED  Shared memory, for any kLanes that divides the workgroup. Tests use it to run every width on
//                     every device. Every exchange of values has two barriers.
// All functions must be called in control flow that is uniform in the whole workgroup. A set of lanes is a uvec4: lane
// l is bit l % 32 of word l / 32. Lanes that do not exist are in no set.
#ifndef VKALGO_SORT_ROW_LANES_GLSL
#define VKALGO_SORT_ROW_LANES_GLSL

layout(constant_id = VKALGO_SORT_CONSTANT_LANES) const uint vkalgo_kLanes = 1;
const uint kTeams = gl_WorkGroupSize.x / vkalgo_kLanes;

#if defined(ROW_LANES_NONE)

// Returns the invocation's index in its workgroup. Each team has vkalgo_kLanes consecutive indices.
uint self() { return gl_LocalInvocationIndex; }
uint vkalgo_lane_index() { return 0u; }
// Makes earlier writes of the team's lanes to shared memory visible to all of them.
void team_barrier() {}
uvec4 lanes_where(bool one) { return uvec4(one ? 1u : 0u, 0u, 0u, 0u); }
uvec4 lanes_before() { return uvec4(0u); }
uint lane_count(uvec4 lanes) { return bitCount(lanes.x); }
uint lane_count_before(uvec4 lanes) { return 0u; }

#elif defined(ROW_LANES_SHARED)

shared uint vkalgo_lane_slots[gl_WorkGroupSize.x];

uint self() { return gl_LocalInvocationIndex; }
uint vkalgo_lane_index() { return self() % vkalgo_kLanes; }
void team_barrier() { barrier(); }
uint vkalgo_lane_read(uint value, uint lane) {
    barrier();  // Wait until all invocations have read the slots
    vkalgo_lane_slots[self()] = value;
    barrier();
    return vkalgo_lane_slots[self() - vkalgo_lane_index() + lane];
}
uvec4 lanes_where(bool one) {
    vkalgo_lane_read(one ? 1u : 0u, 0u);
    uvec4 lanes = uvec4(0u);
    for (uint l = 0; l < vkalgo_kLanes; ++l)
        lanes[l / 32] |= vkalgo_lane_slots[self() - vkalgo_lane_index() + l] << l % 32;
    return lanes;
}
uint lane_sum_before(uint value) {
    vkalgo_lane_read(value, 0u);
    uint sum = 0;
    for (uint l = 0; l < vkalgo_lane_index(); ++l) sum += vkalgo_lane_slots[self() - vkalgo_lane_index() + l];
    return sum;
}
uvec4 lanes_between(uint begin, uint end) {
    uvec4 lanes = uvec4(0u);
    for (uint l = begin; l < end; ++l) lanes[l / 32] |= 1u << l % 32;
    return lanes;
}
uvec4 lanes_before() { return lanes_between(0u, vkalgo_lane_index()); }
uvec4 lanes_after() { return lanes_between(vkalgo_lane_index() + 1, vkalgo_kLanes); }
uint lane_count(uvec4 lanes) {
    const ivec4 counts = bitCount(lanes);
    return counts.x + counts.y + counts.z + counts.w;
}
uint lane_count_before(uvec4 lanes) { return lane_count(lanes & lanes_before()); }

#else

uint self() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint vkalgo_lane_index() { return gl_SubgroupInvocationID; }
void team_barrier() { subgroupBarrier(); }
uvec4 lanes_where(bool one) { return subgroupBallot(one); }
uvec4 lanes_before() { return gl_SubgroupLtMask; }
uvec4 lanes_after() { return gl_SubgroupGtMask; }
uint lane_count(uvec4 lanes) { return subgroupBallotBitCount(lanes); }
uint lane_count_before(uvec4 lanes) { return subgroupBallotExclusiveBitCount(lanes); }
#ifdef ROW_LANES_SWEEP  // The sweep needs shuffles and arithmetic besides ballots
uint vkalgo_lane_read(uint value, uint lane) { return subgroupShuffle(value, lane); }
uint lane_sum_before(uint value) { return subgroupExclusiveAdd(value); }
#endif

#endif
#endif

// Radix sort, last kernel of a pass: every item of a tile goes to its digit's place, in the order in which it stands.
//   Between the two kernels a scan turns the table of counts into the place of each tile's first key of each digit.
//   Team t of kLanes invocations owns the t-th run of kEach * kLanes items, a row of kLanes at a time. Lanes with the
//   same digit in a row find each other by one ballot per bit; the first adds their number to the team's counter of the
//   digit. What the teams before counted, added up per digit, makes ranks of the tile; there is no order but that of
//   the items, so the sort is stable. With kLanes = 1 nothing but shared memory is needed.
//   Cost per item: one read, one write, kBits ballots, three accesses of shared memory.
#include "sort/item_out.glsl"
#include "sort/radix.glsl"

layout(push_constant) uniform Push { RadixPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_SCATTER_COUNT
#include "sort/count.glsl"

layout(constant_id = VKALGO_SORT_CONSTANT_LANES) const uint kLanes = 1;
const uint kTeams = gl_WorkGroupSize.x / kLanes;

layout(set = 0, binding = VKALGO_SORT_PLACES, std430) readonly buffer Table { uint table[]; };

// Counter of digit d of team t at d * kTeams + t.
shared uint team_counts[kDigits * kTeams];

#ifdef RADIX_PLAIN
uint invocation() { return gl_LocalInvocationIndex; }
#else
uint invocation() {
    return kLanes == 1 ? gl_LocalInvocationIndex : gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
}
#endif

// How many lanes of the row before this one have its digit (x), and how many in all (y).
uvec2 peers_of(uint digit, bool present) {
#ifndef RADIX_PLAIN
    if (kLanes > 1) {
        uvec4 peers = subgroupBallot(present);
        [[unroll]] for (uint b = 0; b < kBits; ++b) {
            const bool one = (digit >> b & 1u) != 0;
            const uvec4 ones = subgroupBallot(one);
            peers &= one ? ones : ~ones;
        }
        return uvec2(subgroupBallotExclusiveBitCount(peers), subgroupBallotBitCount(peers));
    }
#endif
    return uvec2(0u, 1u);
}

void main() {
    const uint tile = workgroup_index();
    if (tile >= push.tiles) return;
    const uint count = key_count();
    for (uint c = gl_LocalInvocationIndex; c < kDigits * kTeams; c += gl_WorkGroupSize.x) team_counts[c] = 0u;
    barrier();
    const uint team = invocation() / kLanes;
    const uint lane = invocation() % kLanes;
    const uint first = tile * kTileItems + team * kEach * kLanes + lane;
    Item items[kEach];
    uint ranks[kEach];
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k * kLanes;
        const bool present = at < count;
        items[k] = last_item();
        if (present) items[k] = load_item(at);
        const uint digit = digit_at(items[k], push.bit);
        const uvec2 peers = peers_of(digit, present);
        const uint counter = digit * kTeams + team;
        const uint before = team_counts[counter];
        ranks[k] = before + peers.x;
#ifndef RADIX_PLAIN
        if (kLanes > 1) subgroupBarrier();
#endif
        if (present && peers.x == 0) team_counts[counter] = before + peers.y;
#ifndef RADIX_PLAIN
        if (kLanes > 1) subgroupBarrier();
#endif
    }
    barrier();
    // From counts of the teams to where each team's first key of a digit goes.
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) {
        uint place = table[d * push.tiles + tile];
        for (uint t = 0; t < kTeams; ++t) {
            const uint here = team_counts[d * kTeams + t];
            team_counts[d * kTeams + t] = place;
            place += here;
        }
    }
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        if (first + k * kLanes < count)
            store_item(team_counts[digit_at(items[k], push.bit) * kTeams + team] + ranks[k], items[k]);
    }
}

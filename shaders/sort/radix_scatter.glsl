// Radix sort, last kernel of a pass: moves every item of a tile to the range of its digit, in the order of the input.
//   Between the first and the last kernel a scan converts the table of counts to the output index of each tile's first
//   key with each digit.
//   A workgroup owns a tile. Team t of kLanes invocations owns the t-th run of kEach * kLanes items of the tile, and
//   handles a row of kLanes items at a time. The lanes of a row that have the same digit find each other by one ballot
//   per bit. The first of these lanes adds their number to the team's counter of the digit. After all rows, the
//   counters are converted to output indices, digit by digit: the index from the table, plus the counts of earlier
//   teams. All ranks follow the order of the items, so the sort is stable. With vkalgo_kLanes = 1 the kernel uses
//   shared memory but no subgroup operations.
//   Cost per item: one read, one write, kBits + 1 ballots, at most three accesses of shared memory.
#include "sort/item_out.glsl"
#include "sort/radix.glsl"
#include "sort/row_lanes.glsl"

layout(push_constant) uniform Push { RadixPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_SCATTER_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SORT_TILE_STARTS, std430) readonly buffer Table { uint table[]; };

// The counter of digit d of team t is at d * kTeams + t.
shared uint team_counts[kDigits * kTeams];

// Returns the number of earlier lanes in the row that have this lane's digit (x), and the number of all lanes in the
// row that have this digit (y).
uvec2 peers_of(uint digit, bool present) {
    uvec4 peers = lanes_where(present);
    [[unroll]] for (uint b = 0; b < kBits; ++b) {
        const bool one = (digit >> b & 1u) != 0;
        const uvec4 ones = lanes_where(one);
        peers &= one ? ones : ~ones;
    }
    return uvec2(lane_count_before(peers), lane_count(peers));
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    const uint count = key_count();
    for (uint c = gl_LocalInvocationIndex; c < kDigits * kTeams; c += gl_WorkGroupSize.x) team_counts[c] = 0u;
    barrier();
    const uint team = self() / vkalgo_kLanes;
    const uint lane = self() % vkalgo_kLanes;
    const uint first = tile * kTileItems + team * kEach * vkalgo_kLanes + lane;
    Item items[kEach];
    uint ranks[kEach];
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint at = first + k * vkalgo_kLanes;
        const bool present = at < count;
        items[k] = last_item();
        if (present) items[k] = load_item(at);
        const uint digit = digit_at(items[k], push.bit);
        const uvec2 peers = peers_of(digit, present);
        const uint counter = digit * kTeams + team;
        const uint before = team_counts[counter];
        ranks[k] = before + peers.x;
        team_barrier();
        if (present && peers.x == 0) team_counts[counter] = before + peers.y;
        team_barrier();
    }
    barrier();
    // Convert the counts of the teams to the output index of each team's first key with each digit.
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) {
        uint start = table[d * push.tiles + tile];
        for (uint t = 0; t < kTeams; ++t) {
            const uint here = team_counts[d * kTeams + t];
            team_counts[d * kTeams + t] = start;
            start += here;
        }
    }
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        if (first + k * vkalgo_kLanes < count)
            store_item(team_counts[digit_at(items[k], push.bit) * kTeams + team] + ranks[k], items[k]);
    }
}

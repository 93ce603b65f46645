// Radix sort by sweeps: a whole pass in one kernel.
//   A workgroup owns a tile. Team t of kLanes invocations, a subgroup, owns the t-th run of kEach * kLanes items of the
//   tile, and handles a row of kLanes items at a time. First the workgroup ranks the items by their digits and
//   publishes the count of each digit in the tile. Then it looks back over the tiles before its own and adds up their
//   counts. One invocation handles a digit, kLook tiles at a time. Finally the workgroup writes the keys and then the
//   values. It passes them through shared memory in order, so that items of one digit are written to adjacent
//   addresses. This takes kRounds rounds, so that a tile may be larger than shared memory. With larger tiles there are
//   fewer look-backs and longer contiguous writes. (The keys of the first round enter shared memory before the
//   look-back.)
//   Ranks: the lanes of a row that have the same digit find each other by ballots. A digit is divided into groups of
//   kPartBits bits. For each group and each value v that it can have, lane v computes the set of the lanes whose digit
//   has the value v there. Then each lane looks up the value of the group in its own digit and reads the set of the
//   lane with that index. The lanes that are in all sets that a lane has read are the lanes with its digit.
//   Link of a tile and digit: one word, cleared to 0 before the dispatch. Its high two bits are its kind: 0 nothing
//   yet, 1 the count of the digit in this tile, 2 the count in all tiles up to and including this tile. The low bits
//   are the count, which is less than 2^30.
//   Progress: a workgroup waits only for tiles before its own, and never forever. If a link is still empty after
//   push.patience + 1 polls, the workgroup counts the digits of that tile itself, and publishes the counts that the
//   owner of the tile has not published by then. From then on it polls an empty link only once before it does this. So
//   the result is right in whatever order workgroups run. On devices on which a workgroup that waits for an earlier
//   workgroup makes progress (cross_workgroup_progress of the profile), a workgroup takes the tile with its own index.
//   On other devices workgroups take tiles by ticket, so that a tile waits only for tiles of workgroups that have
//   begun.
//   Cost per item: one read and one write; at most three accesses of shared memory to rank it; one write and one read
//   of shared memory per word of the item, and one more read per key, to move it. With 16 to 32 lanes it also takes
//   kBits ballots, and one shuffle per four ballots. Per tile and digit: two stores of a link, and at least kLook loads
//   of other links; in tile 0 one store and no load. A tile that is counted for its owner is read once more.
//   Source: Adinets, Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022 (arXiv 2206.01784);
//   Smith, Levien, Owens, Decoupled Fallback, SPAA 2025.
//   There are two modules, as for the scan: one with the Vulkan memory model, and a plain one for llvmpipe.
#define ROW_LANES_SWEEP
#include "sort/item_out.glsl"
#include "sort/radix.glsl"
#include "sort/row_lanes.glsl"

layout(push_constant) uniform Push { SweepPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_SWEEP_COUNT
#include "sort/count.glsl"

layout(constant_id = VKALGO_SORT_CONSTANT_ROUNDS) const uint kRounds = 1;
layout(constant_id = VKALGO_SORT_CONSTANT_ORDER) const uint kOrder = VKALGO_SORT_BY_WORKGROUP;
const uint kRoundEach = (kEach + kRounds - 1) / kRounds;
const uint kRoundItems = gl_WorkGroupSize.x * kRoundEach;
// Each invocation handles up to kOwn digits, with the workgroup's size as stride.
const uint kOwn = (kDigits + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
const uint kLook = 4;

layout(set = 0, binding = VKALGO_SORT_STARTS, std430) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = VKALGO_SORT_LINKS, std430) buffer Links { uint links[]; };  // By atomics only

const uint kTileCount = 1u << 30, kWholeCount = 2u << 30, kCount = kTileCount - 1;
const uint kFound = ~0u;

// The contents of `pool`: first a counter per team and digit. Later, in each round, the round's keys in order (all low
// words, then all high words), and after all keys, in each round, the round's values.
const uint kTeamCounters = kTeams * kDigits;
const uint kRoundWords = kRoundItems * kKeyWords;
shared uint pool[kRoundWords > kTeamCounters ? kRoundWords : kTeamCounters];
shared uint digit_moves[kDigits];  // Output index minus index in the tile, per digit
shared uint team_sums[kTeams];
shared uint shared_silent;  // 1 + the last silent tile of the look-back, or 0; at first the ticket

uint link_of(uint tile, uint digit) { return push.links + (tile << kBits | digit); }
uint link(uint tile, uint digit) {
    return atomicLoad(links[link_of(tile, digit)], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
void publish(uint tile, uint digit, uint word) {
    atomicStore(links[link_of(tile, digit)], word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// Returns the tile of this workgroup. The ticket counter follows the links.
uint take_tile() {
    if (kOrder == VKALGO_SORT_REVERSED) return push.tiles - 1 - vkalgo_workgroup_index();
    if (kOrder == VKALGO_SORT_BY_WORKGROUP) return vkalgo_workgroup_index();
    if (self() == 0) shared_silent = atomicAdd(links[link_of(push.tiles, 0)], 1u);
    barrier();
    return shared_silent;
}

// The number of digit bits that lanes look up at once, and the number of words of a ballot.
const uint kPartBits = vkalgo_kLanes >= 16 ? 4 : vkalgo_kLanes >= 8 ? 3 : vkalgo_kLanes >= 4 ? 2 : 1;
const uint kBallotWords = (vkalgo_kLanes + 31) / 32;
const uint kAllLanes = vkalgo_kLanes < 32 ? (1u << vkalgo_kLanes % 32) - 1 : ~0u;  // Per word of a ballot
uint without_bit[kPartBits];  // Per bit of this lane's index: 0 if the bit is set, else ~0

void begin_ranks() {
    [[unroll]] for (uint b = 0; b < kPartBits; ++b)
        without_bit[b] = (vkalgo_lane_index() >> b & 1u) - 1u;
}

// Returns the number of lanes before this lane that have its digit (x), and a nonzero number if a lane after this lane
// has that digit (y).
uvec2 rank_in_row(uint digit) {
    uint peers[kBallotWords];
    [[unroll]] for (uint w = 0; w < kBallotWords; ++w)
        peers[w] = kAllLanes;
    [[unroll]] for (uint begin = 0; begin < kBits; begin += kPartBits) {
        uint with_part[kBallotWords];
        [[unroll]] for (uint w = 0; w < kBallotWords; ++w)
            with_part[w] = ~0u;
        [[unroll]] for (uint b = 0; b < kPartBits; ++b) {
            const uvec4 ones = lanes_where((digit >> begin & 1u << b) != 0u);
            [[unroll]] for (uint w = 0; w < kBallotWords; ++w)
                with_part[w] &= ones[w] ^ without_bit[b];
        }
        const uint part = bitfieldExtract(digit, int(begin), int(kPartBits));
        [[unroll]] for (uint w = 0; w < kBallotWords; ++w)
            peers[w] &= vkalgo_lane_read(with_part[w], part);
    }
    const uvec4 before = lanes_before(), after = lanes_after();
    uvec2 rank = uvec2(0u);
    [[unroll]] for (uint w = 0; w < kBallotWords; ++w) {
        rank.x += bitCount(peers[w] & before[w]);
        rank.y |= peers[w] & after[w];
    }
    return rank;
}

// Converts the counts of this invocation's digits in the tile to the position of each digit's first item in the tile.
void scan_digits(uint counts[kOwn], out uint begins[kOwn]) {
    const uint team = self() / vkalgo_kLanes;
    uint base = 0;
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        uint begin = lane_sum_before(counts[m]);
        if (m > 0) barrier();
        if (self() % vkalgo_kLanes == vkalgo_kLanes - 1) team_sums[team] = begin + counts[m];
        barrier();
        uint all = 0;
        for (uint t = 0; t < kTeams; ++t) {
            const uint sum = team_sums[t];
            begin += t < team ? sum : 0u;
            all += sum;
        }
        begins[m] = base + begin;
        base += all;
    }
}

// Counts the digits of a full tile, on behalf of its owner, and publishes the counts of the digits whose links are
// empty.
void count_for(uint tile) {
    for (uint d = self(); d < kDigits; d += gl_WorkGroupSize.x) digit_moves[d] = 0u;
    barrier();
    for (uint i = self(); i < kTileItems; i += gl_WorkGroupSize.x)
        atomicAdd(digit_moves[digit_at(load_key(tile * kTileItems + i), push.bit)], 1u);
    barrier();
    for (uint d = self(); d < kDigits; d += gl_WorkGroupSize.x)
        atomicCompSwap(links[link_of(tile, d)], 0u, digit_moves[d] | (tile == 0 ? kWholeCount : kTileCount));
    barrier();
}

// The count of each of this invocation's digits in all tiles before this one.
uint before[kOwn];
// Sets `before`. A tile is silent if the link of one of its digits stays empty. The workgroup counts the last silent
// tile itself and then looks back again.
void look_back(uint tile) {
    uint last[kOwn];
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        before[m] = 0;
        last[m] = tile > 0 && m * gl_WorkGroupSize.x + self() < kDigits ? tile - 1 : kFound;
    }
    for (uint patience = push.patience;; patience = 0) {
        if (self() == 0) shared_silent = 0u;
        barrier();
        [[unroll]] for (uint m = 0; m < kOwn; ++m) {
            for (uint polls = 0; last[m] != kFound && polls <= patience; ++polls) {
                uint words[kLook];
                [[unroll]] for (uint w = 0; w < kLook; ++w)
                    words[w] = link(last[m] - min(last[m], w), m * gl_WorkGroupSize.x + self());
                // Tile 0 publishes only whole counts, so the look-back never goes below it.
                bool goes_on = true;
                [[unroll]] for (uint w = 0; w < kLook; ++w) {
                    const bool whole = words[w] >= kWholeCount;
                    goes_on = goes_on && words[w] != 0;
                    before[m] += goes_on ? words[w] & kCount : 0u;
                    polls = goes_on ? ~0u : polls;  // The loop's ++ makes it 0
                    last[m] = goes_on ? (whole ? kFound : last[m] - 1) : last[m];
                    goes_on = goes_on && !whole;
                }
            }
            if (last[m] != kFound) atomicMax(shared_silent, last[m] + 1);
        }
        barrier();
        const uint silent = shared_silent;
        if (silent == 0) return;
        count_for(silent - 1);
    }
}

Item items[kEach];
uint positions[kEach];               // Positions in the tile
uint targets[kRounds * kRoundEach];  // Output indices of the items that this invocation writes

// Writes the keys, or the values, of the round's items to `pool`, in the order of their positions.
void gather(uint round, bool keys) {
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint position = positions[k] - round * kRoundItems;
        if (position >= kRoundItems) continue;
        pool[position] = keys ? items[k].low : items[k].value;
        if (keys && kKeyWords == 2) pool[kRoundItems + position] = items[k].high;
    }
}

void main() {
    const uint tile = take_tile();
    const uint count = key_count();
    if (tile >= push.tiles || tile * kTileItems >= count) return;
    const uint team = self() / vkalgo_kLanes;
    const uint first = tile * kTileItems + team * kEach * vkalgo_kLanes + self() % vkalgo_kLanes;
    const uint present = min(kTileItems, count - tile * kTileItems);
    begin_ranks();
    // Positions beyond the count hold items that rank last and are not written.
    if (present == kTileItems) {
        [[unroll]] for (uint k = 0; k < kEach; ++k)
            items[k] = load_key(first + k * vkalgo_kLanes);
    } else {
        [[unroll]] for (uint k = 0; k < kEach; ++k) {
            items[k] = last_item();
            if (first + k * vkalgo_kLanes < count) items[k] = load_key(first + k * vkalgo_kLanes);
        }
    }
    uint first_targets[kOwn];
    [[unroll]] for (uint m = 0; m < kOwn; ++m)
        first_targets[m] = starts[push.starts + min(m * gl_WorkGroupSize.x + self(), kDigits - 1)];
    for (uint c = self(); c < kTeamCounters; c += gl_WorkGroupSize.x) pool[c] = 0u;
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint counter = team << kBits | digit_at(items[k], push.bit);
        const uvec2 rank = rank_in_row(digit_at(items[k], push.bit));
        const uint begin = pool[counter];
        positions[k] = begin + rank.x;
        team_barrier();
        if (rank.y == 0) pool[counter] = begin + rank.x + 1;
        team_barrier();
    }
    barrier();
    uint counts[kOwn], begins[kOwn];
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        const uint digit = m * gl_WorkGroupSize.x + self();
        counts[m] = 0;
        if (digit >= kDigits) continue;
        [[unroll]] for (uint t = 0; t < kTeams; ++t)
            counts[m] += pool[t << kBits | digit];
        publish(tile, digit, counts[m] | (tile == 0 ? kWholeCount : kTileCount));
    }
    scan_digits(counts, begins);
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        const uint digit = m * gl_WorkGroupSize.x + self();
        if (digit >= kDigits) continue;
        uint begin = begins[m];
        [[unroll]] for (uint t = 0; t < kTeams; ++t) {
            const uint here = pool[t << kBits | digit];
            pool[t << kBits | digit] = begin;
            begin += here;
        }
    }
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k)
        positions[k] += pool[team << kBits | digit_at(items[k], push.bit)];
    barrier();
    gather(0, true);
    look_back(tile);
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        const uint digit = m * gl_WorkGroupSize.x + self();
        if (digit >= kDigits) continue;
        if (tile > 0) publish(tile, digit, (before[m] + counts[m]) | kWholeCount);
        digit_moves[digit] = first_targets[m] + before[m] - begins[m];
    }
    [[unroll]] for (uint round = 0; round < kRounds; ++round) {
        if (round > 0) {
            barrier();
            gather(round, true);
        }
        barrier();
        [[unroll]] for (uint k = 0; k < kRoundEach; ++k) {
            const uint position = k * gl_WorkGroupSize.x + self();
            if (round * kRoundItems + position >= present) continue;
            const Item item = Item(pool[position], kKeyWords == 2 ? pool[kRoundItems + position] : 0u, 0u);
            const uint target = digit_moves[digit_at(item, push.bit)] + round * kRoundItems + position;
            store_key(target, item);
            targets[round * kRoundEach + k] = target;
        }
    }
    if (!kHasValues) return;
    [[unroll]] for (uint k = 0; k < kEach; ++k)
        if (first + k * vkalgo_kLanes < count) items[k].value = values[first + k * vkalgo_kLanes];
    [[unroll]] for (uint round = 0; round < kRounds; ++round) {
        barrier();
        gather(round, false);
        barrier();
        [[unroll]] for (uint k = 0; k < kRoundEach; ++k) {
            const uint position = k * gl_WorkGroupSize.x + self();
            if (round * kRoundItems + position < present) moved[targets[round * kRoundEach + k]] = pool[position];
        }
    }
}

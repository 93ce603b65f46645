// Radix sort by sweeps: a whole pass in one kernel, which reads and writes every item once.
//   A workgroup owns a tile. It ranks the items by their digits (as radix_scatter does), publishes how often each digit
//   occurs in the tile, and looks back over the tiles before it for how often it occurs there, an invocation per digit;
//   then it puts the items in order in shared memory, so that keys of one digit lie side by side, and writes them.
//   Link of a tile and digit: a word, cleared to 0 beforehand: above, in two bits, what it is: 0 nothing yet, 1 the
//   tile's own count, 2 the count of all tiles up to this one; below, the count, which is less than 2^30.
//   Progress: a tile waits for lower tiles only, and none waits forever: after push.patience polls in vain the
//   workgroup counts the silent tile itself, and publishes the counts unless the owner has done so by then.
//   Cost per item: one read, one write; kBits ballots; three accesses of shared memory to rank it, two to move it. Per
//   tile and digit: two stores of a link, some loads.
//   Source: Adinets, Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022 (arXiv 2206.01784);
//   Smith, Levien, Owens, Decoupled Fallback, SPAA 2025.
//   Two modules, as for the scan: by the Vulkan memory model, and plain for llvmpipe.
#include "sort/item_out.glsl"
#include "sort/radix.glsl"

layout(push_constant) uniform Push { SweepPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_SWEEP_COUNT
#include "sort/count.glsl"

layout(constant_id = VKALGO_SORT_CONSTANT_LANES) const uint kLanes = 32;
const uint kTeams = gl_WorkGroupSize.x / kLanes;
// Digits of an invocation.
const uint kOwn = (kDigits + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;

layout(set = 0, binding = VKALGO_SORT_STARTS, std430) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = VKALGO_SORT_LINKS, std430) buffer Links { uint links[]; };  // touched by atomics only

const uint kTileCount = 1u << 30, kWholeCount = 2u << 30, kCount = kTileCount - 1;
const uint kFound = ~0u;

shared uint tile_words[kTileItems * kItemWords];  // low words of the keys, high words, values
shared uint team_counts[kTeams * kDigits];
shared uint digit_counts[kDigits];
shared uint digit_starts[kDigits];
shared uint digit_moves[kDigits];  // from a place in the tile to the item's place in the result
shared uint team_sums[kTeams];
shared uint shared_tile, shared_silent;

uint self() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint link_of(uint tile, uint digit) { return push.links + (tile << kBits | digit); }
uint link(uint tile, uint digit) {
    return atomicLoad(links[link_of(tile, digit)], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
void publish(uint tile, uint digit, uint word) {
    atomicStore(links[link_of(tile, digit)], word, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// How many lanes before this one have its digit (x), and how many in all (y).
uvec2 peers_of(uint digit) {
    uvec4 peers = subgroupBallot(true);
    [[unroll]] for (uint b = 0; b < kBits; ++b) {
        const bool one = (digit >> b & 1u) != 0;
        const uvec4 ones = subgroupBallot(one);
        peers &= mix(~ones, ones, bvec4(one));
    }
    return uvec2(subgroupBallotExclusiveBitCount(peers), subgroupBallotBitCount(peers));
}

// From counts per digit to where each digit's first item lies in the tile.
void scan_digits() {
    const uint team = self() / kLanes;
    uint base = 0;
    for (uint first = 0; first < kDigits; first += gl_WorkGroupSize.x) {
        const uint digit = first + self();
        const uint count = digit < kDigits ? digit_counts[digit] : 0u;
        uint start = subgroupExclusiveAdd(count);
        if (self() % kLanes == kLanes - 1) team_sums[team] = start + count;
        barrier();
        uint all = 0;
        for (uint t = 0; t < kTeams; ++t) {
            if (t < team) start += team_sums[t];
            all += team_sums[t];
        }
        if (digit < kDigits) digit_starts[digit] = base + start;
        base += all;
        barrier();
    }
}

// The digits of a silent tile, which is full, on behalf of its owner.
void count_for(uint tile) {
    for (uint d = self(); d < kDigits; d += gl_WorkGroupSize.x) digit_moves[d] = 0u;
    barrier();
    for (uint i = self(); i < kTileItems; i += gl_WorkGroupSize.x)
        atomicAdd(digit_moves[digit_at(load_item(tile * kTileItems + i), push.bit)], 1u);
    barrier();
    for (uint d = self(); d < kDigits; d += gl_WorkGroupSize.x)
        atomicCompSwap(links[link_of(tile, d)], 0u, digit_moves[d] | (tile == 0 ? kWholeCount : kTileCount));
    barrier();
}

// How often this invocation's digits occur in the tiles before this one.
uint before[kOwn];
void look_back(uint tile) {
    uint last[kOwn];
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        before[m] = 0;
        last[m] = tile > 0 && m * gl_WorkGroupSize.x + self() < kDigits ? tile - 1 : kFound;
    }
    for (;;) {
        if (self() == 0) shared_silent = 0u;
        barrier();
        [[unroll]] for (uint m = 0; m < kOwn; ++m) {
            for (uint polls = 0; last[m] != kFound && polls <= push.patience;) {
                const uint word = link(last[m], m * gl_WorkGroupSize.x + self());
                if (word == 0) {
                    ++polls;
                    continue;
                }
                before[m] += word & kCount;
                last[m] = word >= kWholeCount ? kFound : last[m] - 1;
                polls = 0;
            }
            if (last[m] != kFound) atomicMax(shared_silent, last[m] + 1);
        }
        barrier();
        const uint silent = shared_silent;
        if (silent == 0) return;
        count_for(silent - 1);
    }
}

void main() {
    if (gl_LocalInvocationIndex == 0) shared_tile = atomicAdd(links[push.links - 1], 1u);
    for (uint c = self(); c < kTeams * kDigits; c += gl_WorkGroupSize.x) team_counts[c] = 0u;
    barrier();
    const uint tile = shared_tile;
    const uint count = key_count();
    if (tile >= push.tiles || tile * kTileItems >= count) return;
    const uint team = self() / kLanes;
    const uint first = tile * kTileItems + team * kEach * kLanes + self() % kLanes;
    Item items[kEach];
    uint ranks[kEach];
    // Places beyond the count hold items that rank last and are not written.
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        items[k] = last_item();
        if (first + k * kLanes < count) items[k] = load_item(first + k * kLanes);
    }
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint digit = digit_at(items[k], push.bit);
        const uvec2 peers = peers_of(digit);
        const uint counter = team << kBits | digit;
        const uint counted = team_counts[counter];
        ranks[k] = counted + peers.x;
        subgroupBarrier();
        if (peers.x == 0) team_counts[counter] = counted + peers.y;
        subgroupBarrier();
    }
    barrier();
    for (uint d = self(); d < kDigits; d += gl_WorkGroupSize.x) {
        uint found = 0;
        for (uint t = 0; t < kTeams; ++t) {
            const uint here = team_counts[t << kBits | d];
            team_counts[t << kBits | d] = found;
            found += here;
        }
        digit_counts[d] = found;
        publish(tile, d, found | (tile == 0 ? kWholeCount : kTileCount));
    }
    barrier();
    scan_digits();
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint digit = digit_at(items[k], push.bit);
        const uint place = digit_starts[digit] + team_counts[team << kBits | digit] + ranks[k];
        tile_words[place] = items[k].low;
        if (kKeyWords == 2) tile_words[kTileItems + place] = items[k].high;
        if (kHasValues) tile_words[kTileItems * kKeyWords + place] = items[k].value;
    }
    look_back(tile);
    [[unroll]] for (uint m = 0; m < kOwn; ++m) {
        const uint digit = m * gl_WorkGroupSize.x + self();
        if (digit >= kDigits) continue;
        if (tile > 0) publish(tile, digit, (before[m] + digit_counts[digit]) | kWholeCount);
        digit_moves[digit] = starts[push.starts + digit] + before[m] - digit_starts[digit];
    }
    barrier();
    const uint present = min(kTileItems, count - tile * kTileItems);
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint place = k * gl_WorkGroupSize.x + self();
        if (place >= present) continue;
        const Item item = Item(tile_words[place], kKeyWords == 2 ? tile_words[kTileItems + place] : 0u,
                               kHasValues ? tile_words[kTileItems * kKeyWords + place] : 0u);
        store_item(digit_moves[digit_at(item, push.bit)] + place, item);
    }
}

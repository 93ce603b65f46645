// A scan in one pass: every workgroup scans one tile and learns from the tiles before it what to add.
//   One workgroup owns tile t of the window (tile.glsl). It reads the tile, publishes the tile's sum in the tile's link
//   and scans the tile's rows; where the sum takes the scan of the rows, in the other order. Then its first team looks
//   back over the links of earlier tiles, kLanes at a time, until it meets one that holds the sum of everything up to
//   there; a link that is silent is asked again before the look goes on beyond it. The team publishes its own such sum.
//   Last, all write their results.
//   Link of a tile: a 64-bit word per word of an element, cleared to 0 beforehand: the word, and above it what it is: 0
//   nothing yet, 1 the tile's own sum, 2 the sum of all up to the tile's end; plus 4 if a segment begins in it. A word
//   brings its own flag, so no fence and no second look is needed; a two-word element is taken when both words say the
//   same.
//   Progress: a tile waits for lower tiles only. No tile waits forever, even where a device never runs a lower one
//   meanwhile: after push.patience polls in vain the workgroup reads that tile itself, sums it up in the same order of
//   operations, and publishes the sum unless its owner has done so by then. In place this is right because an owner
//   publishes before it writes: while the link is empty, the tile's elements are still there.
//   Links lie VKALGO_SCAN_LINK_WORDS apart. Every workgroup on its way polls the same few links while their owners
//   store them; packed side by side, all these accesses meet in a few cache lines and wait for one another. That, not
//   the width of a look, is what a look costs (docs/benchmarks.md).
//   Cost per element: one load, one store; per tile two stores of its link, kLanes loads of others' per look, and one
//   per silent link and poll.
//   Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA NVR-2016-002 (sections
//   4.1 to 4.4); Smith, Levien, Owens, Decoupled Fallback: A Portable Single-Pass GPU Scan, SPAA 2025.
//   The two modules: look_back by the Vulkan memory model, without which a GPU's compiler reads the halves of a link
//   apart; and look_back_plain without it, for llvmpipe, which makes execution barriers of the model's accesses.
#include "scan/tile.glsl"
#include "scan/tile_out.glsl"

layout(constant_id = VKALGO_SCAN_CONSTANT_ORDER) const uint kOrder = VKALGO_SCAN_BY_TICKET;

layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Tickets { uint tickets[]; };  // read-write
layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Links { uint64_t links[]; };  // read-write

const uint kNothing = 0, kTileSum = 1, kWholeSum = 2, kStatus = 3, kHeadBit = 4;
const uint kNoTile = ~0u;

// Whether a tile's sum is out before its rows are scanned, which goes on while other tiles' sums are on their way. With
// segments order counts, and the sum takes the scan.
const bool kSumFirst = !kSegmented && kWords == 1;

uint link_of(uint tile) { return push.links + tile * VKALGO_SCAN_LINK_WORDS; }
void publish(uint tile, uint kind, State state) {
    uint above = kind | (kSegmented && state.head ? kHeadBit : 0u);
    atomicStore(links[link_of(tile)], packUint2x32(uvec2(state.value.x, above)), gl_ScopeDevice,
                gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    if (kWords == 2) {
        atomicStore(links[link_of(tile) + 1], packUint2x32(uvec2(state.value.y, above)), gl_ScopeDevice,
                    gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
// The same on behalf of the tile's owner, unless the owner was faster.
void publish_for(uint tile, State state) {
    uint above = (tile == 0 ? kWholeSum : kTileSum) | (kSegmented && state.head ? kHeadBit : 0u);
    atomicCompSwap(links[link_of(tile)], 0ul, packUint2x32(uvec2(state.value.x, above)));
    if (kWords == 2) {
        // Even if the owner has stored the low word: it may be long until it stores this one.
        atomicCompSwap(links[link_of(tile) + 1], 0ul, packUint2x32(uvec2(state.value.y, above)));
    }
}
uvec2 link_word(uint index) {
    return unpackUint2x32(atomicLoad(links[index], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
}
// Low word of the element, what it is; the high word, what that is.
uvec4 link_words(uint tile) {
    uvec2 low = link_word(link_of(tile));
    return uvec4(low, kWords == 2 ? link_word(link_of(tile) + 1) : uvec2(0));
}
uint kind_of(uvec4 link) {
    uint status = link.y & kStatus;
    if (kWords == 2 && (link.w & kStatus) != status) return kNothing;
    // Beyond a head nothing counts any more.
    return kSegmented && status == kTileSum && (link.y & kHeadBit) != 0 ? kWholeSum : status;
}

// What the team's lanes hold together. Of the subgroup's own operations only the sum: NVIDIA's compiler (580.159) moves
// a subgroupMin whose result one lane stores behind the branch on that lane, where it is the minimum of one. It leaves
// the sum in its place.
uvec2 lane_sum(uvec2 value) {
    if (!vkalgo_kLanesShared && vkalgo_kLanes == gl_SubgroupSize && kWords == 1 && kOperator == VKALGO_SCAN_ADD)
        return uvec2(subgroupAdd(value.x), 0u);
    [[unroll]] for (uint distance = 1; distance < vkalgo_kLanes; distance *= 2)
        value = operate(value, vkalgo_lane_read(State(value, false), vkalgo_lane_index() ^ distance).value);
    return value;
}
// The team's first lane with `value`; kLanes: none. (Only the first team looks; the others may be in its subgroup.)
uint lane_first(bool value) {
    if (vkalgo_kLanesShared) {
        uint first = value ? vkalgo_lane_index() : vkalgo_kLanes;
        [[unroll]] for (uint distance = 1; distance < vkalgo_kLanes; distance *= 2)
            first = min(first, vkalgo_lane_read(first, vkalgo_lane_index() ^ distance));
        return first;
    }
    const uvec4 ballot = subgroupBallot(value);
    const uint begin = vkalgo_kLanes < gl_SubgroupSize ? gl_SubgroupInvocationID / vkalgo_kLanes * vkalgo_kLanes : 0;
    for (uint word = 0; 32 * word < vkalgo_kLanes; ++word) {
        uint bits = ballot[begin / 32 + word] >> (begin % 32);
        if (vkalgo_kLanes < 32) bits &= (1u << (vkalgo_kLanes % 32)) - 1;
        if (bits != 0) return 32 * word + findLSB(bits);
    }
    return vkalgo_kLanes;
}

shared uint shared_tile;
shared uint shared_silent;
shared uvec2 shared_first;
shared uvec2 shared_value;

// Looks back from tile `last`; what lies between it and this tile has been added to the lanes' `sums` before. Returns
// the tile that stays silent, which is then `last`, or kNoTile: then `sums` are together that of all tiles before this
// one. (The operators are commutative, and a link beyond which order would matter, as it has a head, ends the look.)
uint look_back(inout uint last, inout uvec2 sums) {
    const uint lane = vkalgo_lane_index();
    uvec4 found = link_words(last - min(last, lane));
    for (uint polls = 0;;) {
        // The first tile of all is never just its own sum.
        const uint kind = kind_of(found);
        uint whole = lane_first(kind == kWholeSum);
        uint silent = lane_first(kind == kNothing);
        if (vkalgo_kLanesShared) {
            if (vkalgo_lane_invocation() == 0) shared_first = uvec2(whole, silent);
            barrier();
            whole = shared_first.x;
            silent = shared_first.y;
            barrier();
        }
        const bool ends = whole < silent;
        const bool waits = !ends && silent < vkalgo_kLanes;
        if (waits && polls < push.patience) {
            if (kind == kNothing) found = link_words(last - min(last, lane));
            ++polls;
            continue;
        }
        if (lane < silent && (!ends || lane <= whole)) sums = operate(found.xz, sums);
        if (ends) return kNoTile;
        last -= silent;
        if (waits) return last;
        found = link_words(last - min(last, lane));
        polls = 0;
    }
}

// The sum of a full tile, by the same operations in the same order as its owner's, but nothing is kept.
State tile_sum(uint tile) {
    State team = identity_state();
    for (uint row = 0; row < kVectors; ++row) {
        const uint vector = vector_of(tile, row);
        const uint heads = load_heads(vector, true);
        State sum = vector_sum(begin_vector(load_vector(vector, true), heads), heads);
        if (!kSumFirst) sum = vkalgo_lane_read(lane_inclusive(sum), vkalgo_kLanes - 1);
        team = combine(team, sum);
    }
    if (kSumFirst) team.value = lane_sum(team.value);
    State all;
    workgroup_combine(team, all);
    return all;
}

uint next_tile() {
    if (kOrder == VKALGO_SCAN_BY_WORKGROUP) return vkalgo_workgroup_index();
    if (kOrder == VKALGO_SCAN_REVERSED) return push.groups - 1 - vkalgo_workgroup_index();
    if (gl_LocalInvocationIndex == 0) shared_tile = atomicAdd(tickets[push.ticket], 1u);
    barrier();
    return shared_tile;
}

void main() {
    read_window();
    const uint tile = next_tile();
    if (tile >= window_tiles()) return;
    const uint number = push.first_tile + tile;
    const bool full = tile < window_count / kTileElements;
    if (full) tile_load(tile, true);
    else tile_load(tile, false);
    State team = tile_begin();
    if (kSumFirst) team.value = lane_sum(team.value);
    else team = tile_scan_rows();
    State all;
    const State team_before = workgroup_combine(team, all);
    const bool first = vkalgo_lane_invocation() == 0;
    if (first) publish(number, number == 0 ? kWholeSum : kTileSum, all);
    if (kSumFirst) tile_scan_rows();

    uvec2 before = kIdentity;
    if (number > 0) {
        uvec2 sums = kIdentity;
        uint last = number - 1;
        for (;;) {
            if (vkalgo_kLanesShared || vkalgo_lane_team() == 0) {
                const uint silent = look_back(last, sums);
                before = lane_sum(sums);
                if (first) {
                    if (silent == kNoTile)
                        publish(number, kWholeSum, State(combine(State(before, false), all).value, false));
                    shared_silent = silent;
                    shared_value = before;
                    // In place: another workgroup must not find the link empty and the results where it looks for
                    // elements.
                    if ((push.flags & VKALGO_SCAN_IN_PLACE) != 0) memoryBarrierBuffer();
                }
            }
            barrier();
            const uint silent = shared_silent;
            before = shared_value;
            if (silent == kNoTile) break;
            // A tile of an earlier window is never silent, and one with a successor is full.
            State sum = tile_sum(silent - push.first_tile);
            memoryBarrierBuffer();
            barrier();  // all have read
            if (first) publish_for(silent, sum);
        }
    } else if ((push.flags & VKALGO_SCAN_IN_PLACE) != 0) {
        // The same for the first tile, which looks at no link: no one writes a result before its own is out.
        if (first) memoryBarrierBuffer();
        barrier();
    }
    const State carried = combine(State(before, false), team_before);
    if (full) tile_store(tile, true, carried.value);
    else tile_store(tile, false, carried.value);
    if (first && window_ends && tile + 1 == window_tiles()) store_total(combine(State(before, false), all).value);
}

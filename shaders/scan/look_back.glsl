// A scan in one pass: every workgroup scans one tile and gets the sum before it from the tiles before it.
//   A workgroup owns tile t of the window (tile.glsl). It reads the tile, publishes the tile's sum in the tile's link,
//   and scans the tile's rows. (With segments or elements of two words, it scans the rows before it publishes.) Then
//   its first team looks back over the links of earlier tiles, kLanes at a time, until it finds a link that holds the
//   sum of everything up to the end of the link's tile. It polls an empty link again and does not go beyond it. Then
//   the team publishes the sum of everything up to the end of its own tile. Finally all invocations write their
//   results.
//   Link of a tile: one 64-bit word per word of an element, cleared to 0 before the dispatch. The low half is a word of
//   the sum; the high half is the kind of sum: 0 nothing yet, 1 the tile's own sum, 2 the sum of everything up to the
//   tile's end, plus 4 if a segment begins in the tile. Each word has its own kind, so no fences and no second reads
//   are needed. A two-word element is valid when both words have the same kind.
//   Progress: a workgroup waits only for tiles before its own. It waits for no tile forever, even if the device does
//   not run the tile's owner in the meantime. If a link is still empty after push.patience further polls, the workgroup
//   reads the link's tile itself, sums it in the same order of operations, and publishes the sum unless the owner has
//   done so by then. This is right even if the scan is in place: an owner publishes before it writes results, so a tile
//   still holds its elements as long as its link is empty.
//   Links begin VKALGO_SCAN_LINK_WORDS 64-bit words apart. All running workgroups poll the same few links while their
//   owners store them. If the links were packed, these accesses would meet in a few cache lines and wait for one
//   another. Such waits, not the width of the look-back, are the main cost of the look-back (docs/benchmarks.md).
//   Cost per element: one load, one store; per tile and word of an element two stores of the tile's link (one for the
//   first tile), kLanes loads of other links per look, and one load per empty link and poll.
//   Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA NVR-2016-002 (sections
//   4.1 to 4.4); Smith, Levien, Owens, Decoupled Fallback: A Portable Single-Pass GPU Scan, SPAA 2025.
//   There are two modules. look_back uses the Vulkan memory model. Without this model a GPU's compiler reads the halves
//   of a link separately. look_back_plain does not use the model. It is for llvmpipe, which turns the model's accesses
//   into execution barriers.
#include "scan/tile.glsl"
#include "scan/tile_out.glsl"

layout(constant_id = VKALGO_SCAN_CONSTANT_ORDER) const uint kOrder = VKALGO_SCAN_BY_TICKET;

layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Tickets { uint tickets[]; };  // Read-write
layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Links { uint64_t links[]; };  // Read-write

const uint kNothing = 0, kTileSum = 1, kWholeSum = 2, kStatus = 3, kHeadBit = 4;
const uint kNoTile = ~0u;

// Whether a tile's sum is published before its rows are scanned, so that the scan overlaps the arrival of other tiles'
// sums. With segments the order matters, and the sum needs the scan. Elements of two words are scanned first too.
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
// Publishes on behalf of the tile's owner, unless the owner was faster. Before the call, all invocations must have read
// the tile's elements: if the link is still empty then, none of these elements was a result of a scan in place.
void publish_for(uint tile, State state) {
    uint above = (tile == 0 ? kWholeSum : kTileSum) | (kSegmented && state.head ? kHeadBit : 0u);
    atomicCompSwap(links[link_of(tile)], 0ul, packUint2x32(uvec2(state.value.x, above)));
    if (kWords == 2) {
        // Even if the owner has already stored the low word, it may store the high word much later.
        atomicCompSwap(links[link_of(tile) + 1], 0ul, packUint2x32(uvec2(state.value.y, above)));
    }
}
uvec2 link_word(uint index) {
    return unpackUint2x32(atomicLoad(links[index], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
}
// Returns the content of a tile's link: the low word of the sum and its kind, then the high word and its kind.
uvec4 link_words(uint tile) {
    uvec2 low = link_word(link_of(tile));
    return uvec4(low, kWords == 2 ? link_word(link_of(tile) + 1) : uvec2(0));
}
uint kind_of(uvec4 link) {
    uint status = link.y & kStatus;
    if (kWords == 2 && (link.w & kStatus) != status) return kNothing;
    // If a segment begins in the tile, earlier tiles do not matter.
    return kSegmented && status == kTileSum && (link.y & kHeadBit) != 0 ? kWholeSum : status;
}

// Returns the combination of the team's lanes. Of the subgroup's reductions it uses only the sum, for this reason: if
// only one lane stores the result of a subgroupMin, NVIDIA's compiler (580.159) moves the subgroupMin into the branch
// of that lane, where it is the minimum of one value. The compiler does not move a sum.
uvec2 lane_sum(uvec2 value) {
    if (!vkalgo_kLanesShared && vkalgo_kLanes == gl_SubgroupSize && kWords == 1 && kOperator == VKALGO_SCAN_ADD)
        return uvec2(subgroupAdd(value.x), 0u);
    [[unroll]] for (uint distance = 1; distance < vkalgo_kLanes; distance *= 2)
        value = operate(value, vkalgo_lane_read(State(value, false), vkalgo_lane_index() ^ distance).value);
    return value;
}
// Returns the team's first lane in which `value` is true, or kLanes if no such lane exists. (Only the first team
// calls this, unless lanes exchange values through shared memory. Other teams may be in the first team's subgroup.)
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

// Looks back from tile `last`. The lanes' `sums` already contain the tiles after `last` and before the workgroup's
// tile. If the link of a tile stays empty, sets `last` to that tile and returns it. Otherwise returns kNoTile, and the
// lanes' `sums` combine to the sum of all tiles before the workgroup's tile. (The operators are commutative. The order
// would matter only beyond a link with a head, and such a link ends the look-back.)
uint look_back(inout uint last, inout uvec2 sums) {
    const uint lane = vkalgo_lane_index();
    uvec4 found = link_words(last - min(last, lane));
    for (uint polls = 0;;) {
        // Tile 0 publishes only a whole sum, so the look-back ends at tile 0 at the latest.
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

// Returns the sum of a full tile, by the same operations in the same order as its owner. Does not change tile_keys, the
// elements of this workgroup's own tile.
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
                    // If the scan is in place, a workgroup that finds this link empty reads the tile's elements. So the
                    // link must be published before any result is written.
                    if ((push.flags & VKALGO_SCAN_IN_PLACE) != 0) memoryBarrierBuffer();
                }
            }
            barrier();
            const uint silent = shared_silent;
            before = shared_value;
            if (silent == kNoTile) break;
            // Tile `silent` is in this window, since no link of an earlier window is empty. It is a full tile, since
            // the workgroup's own tile comes after it.
            State sum = tile_sum(silent - push.first_tile);
            memoryBarrierBuffer();
            barrier();  // Now all invocations have read the tile, as publish_for requires
            if (first) publish_for(silent, sum);
        }
    } else if ((push.flags & VKALGO_SCAN_IN_PLACE) != 0) {
        // The first tile reads no links, but it needs a barrier too: no invocation may write a result before the tile's
        // sum is published.
        if (first) memoryBarrierBuffer();
        barrier();
    }
    const State carried = combine(State(before, false), team_before);
    if (full) tile_store(tile, true, carried.value);
    else tile_store(tile, false, carried.value);
    if (first && window_ends && tile + 1 == window_tiles()) store_total(combine(State(before, false), all).value);
}

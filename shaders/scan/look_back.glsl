// A scan in one pass: every workgroup scans one tile and learns from the tiles before it what to add.
//   One workgroup owns tile t of the window (tile.glsl). It reads the tile and publishes the tile's sum in the tile's
//   link. Then its first team looks back over the links of earlier tiles, kLanes at a time, until it meets one that
//   holds the sum of everything up to there, and publishes its own such sum. Last, all write their results.
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
//   Cost per element: one load, one store; per tile two stores of its link and kLanes loads of others' per look.
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
    uint64_t before = atomicCompSwap(links[link_of(tile)], 0ul, packUint2x32(uvec2(state.value.x, above)));
    if (kWords == 2 && before == 0ul) {
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

// By shuffles: NVIDIA's compiler (580.159) moves a subgroupMin whose result one lane stores behind the branch on that
// lane, where it is the minimum of one.
uint lane_min(uint value) {
    [[unroll]] for (uint distance = 1; distance < kLanes; distance *= 2) {
        value = min(value, lane_read(value, lane_index() ^ distance));
    }
    return value;
}
uvec2 lane_sum(uvec2 value) {
    [[unroll]] for (uint distance = 1; distance < kLanes; distance *= 2) {
        value = operate(value, lane_read(State(value, false), lane_index() ^ distance).value);
    }
    return value;
}

shared uint shared_tile;
shared uint shared_silent;
shared uint shared_first;
shared uvec2 shared_value;

// Looks back from tile `last`; what lies between it and this tile has been added to the lanes' `sums` before. Returns
// the tile that stays silent, which is then `last`, or kNoTile: then `sums` are together that of all tiles before this
// one. (The operators are commutative, and a link beyond which order would matter, as it has a head, ends the look.)
uint look_back(inout uint last, inout uvec2 sums) {
    const uint lane = lane_index();
    uint polls = 0;
    for (;;) {
        const uvec4 found = link_words(last - min(last, lane));
        // The nearest tile that is more, or less, than its own sum, as twice its distance, plus 1 if it is silent. The
        // first tile of all is always one of them.
        const uint kind = kind_of(found);
        uint first = lane_min(kind == kTileSum ? kNoTile : 2 * lane + (kind == kNothing ? 1 : 0));
        if (kLanesShared) {
            if (lane_invocation() == 0) shared_first = first;
            barrier();
            first = shared_first;
            barrier();
        }
        const bool whole = first != kNoTile && (first & 1) == 0;
        const uint distance = first == kNoTile ? kLanes : first / 2;
        if (lane < distance + (whole ? 1 : 0)) sums = operate(found.xz, sums);
        if (whole) return kNoTile;
        last -= distance;
        polls = distance > 0 ? 0 : polls + 1;
        if (polls > push.patience) return last;
    }
}

uint next_tile() {
    if (kOrder == VKALGO_SCAN_BY_WORKGROUP) return workgroup_index();
    if (kOrder == VKALGO_SCAN_REVERSED) return push.groups - 1 - workgroup_index();
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
    State all;
    const State team_before = workgroup_combine(tile_scan_rows(), all);
    const bool first = lane_invocation() == 0;
    if (first) publish(number, number == 0 ? kWholeSum : kTileSum, all);

    uvec2 before = kIdentity;
    if (number > 0) {
        uvec2 sums = kIdentity;
        uint last = number - 1;
        for (;;) {
            if (kLanesShared || lane_team() == 0) {
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

// A scan in one pass: every workgroup scans one tile and learns from the tiles before it what to add.
//   One workgroup owns tile t of the window (tile.glsl). It reads the tile, publishes the tile's sum in the tile's link, then
// looks back over the links of earlier tiles, kLanes at a time, until it meets one that holds the sum of everything up to
// there; publishes its own such sum; and writes its results.
//   Link of a tile: a 64-bit word per word of an element, cleared to 0 beforehand: the word, and above it what it is: 0
// nothing yet, 1 the tile's own sum, 2 the sum of all up to the tile's end; plus 4 if a segment begins in it. A word brings
// its own flag, so no fence and no second look is needed; a two-word element is taken when both words say the same.
//   Progress: a tile waits for lower tiles only. No tile waits forever, even where a device never runs a lower one meanwhile:
// after push.patience polls in vain the workgroup reads that tile itself, sums it up in the same order of operations, and
// publishes the sum unless its owner has done so by then. In place this is right because an owner publishes before it writes:
// while the link is empty, the tile's elements are still there.
//   Cost per element: one load, one store; per tile 8 bytes of link per word, about 1 + log2(kLanes) lane exchanges per look.
//   Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA NVR-2016-002 (sections 4.1 to
// 4.4); Smith, Levien, Owens, Decoupled Fallback: A Portable Single-Pass GPU Scan, SPAA 2025.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "scan/tile.glsl"
#include "scan/tile_out.glsl"

layout(constant_id = VKALGO_SCAN_CONSTANT_TICKETS) const bool kTickets = true;

layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Tickets { uint tickets[]; };    // read-write
layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) buffer Links { uint64_t links[]; };  // read-write

const uint kNothing = 0, kTileSum = 1, kWholeSum = 2, kStatus = 3, kHeadBit = 4;
const uint kNoTile = ~0u;

// What a run of tiles says: kNothing (and value.x: the last tile that is silent), the sum of the run, or the whole sum.
struct Look {
    uint kind;
    uvec2 value;
};

uint link_of(uint tile) { return push.links + tile * kWords; }
void publish(uint tile, uint kind, State state) {
    uint above = kind | (kSegmented && state.head ? kHeadBit : 0u);
    atomicStore(links[link_of(tile)], packUint2x32(uvec2(state.value.x, above)), gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
    if (kWords == 2) {
        atomicStore(links[link_of(tile) + 1], packUint2x32(uvec2(state.value.y, above)), gl_ScopeDevice,
                    gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
// The same on behalf of the tile's owner, unless the owner was faster.
void publish_for(uint tile, State state) {
    uint above = kTileSum | (kSegmented && state.head ? kHeadBit : 0u);
    uint64_t before = atomicCompSwap(links[link_of(tile)], 0ul, packUint2x32(uvec2(state.value.x, above)));
    if (kWords == 2 && before == 0ul) {
        atomicCompSwap(links[link_of(tile) + 1], 0ul, packUint2x32(uvec2(state.value.y, above)));
    }
}
uvec2 link_word(uint index) {
    return unpackUint2x32(atomicLoad(links[index], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed));
}
Look look_at(uint tile) {
    uvec2 low = link_word(link_of(tile));
    uint status = low.y & kStatus;
    Look look = Look(status, uvec2(low.x, 0u));
    if (kWords == 2) {
        uvec2 high = link_word(link_of(tile) + 1);
        look.value.y = high.x;
        if ((high.y & kStatus) != status) look.kind = kNothing;
    }
    // Beyond a head nothing counts any more.
    if (kSegmented && look.kind == kTileSum && (low.y & kHeadBit) != 0) look.kind = kWholeSum;
    if (look.kind == kNothing) look.value.x = tile;
    return look;
}
// The kLanes tiles that end with `last`, looked at by one lane each; the same answer in the whole team.
Look look_at_window(uint last) {
    uint lane = lane_index();
    Look look = Look(kWholeSum, kIdentity);
    if (lane <= last) look = look_at(last - lane);
    [[unroll]] for (uint distance = 1; distance < kLanes; distance *= 2) {
        Look other = Look(lane_read(look.kind, lane ^ distance), uvec2(lane_read(look.value.x, lane ^ distance), 0u));
        if (kWords == 2) other.value.y = lane_read(look.value.y, lane ^ distance);
        bool earlier = (lane & distance) != 0;  // this lane's tiles lie before the other's
        Look a = other, b = look;
        if (earlier) {
            a = look;
            b = other;
        }
        look = b;
        if (b.kind == kTileSum) look = Look(a.kind, a.kind == kNothing ? a.value : operate(a.value, b.value));
    }
    return look;
}

shared uint shared_tile;
shared uint shared_silent;
shared uint shared_kind;
shared uvec2 shared_value;

// Looks back from tile `last`, whose successors up to this tile sum up to `sum`. Returns the tile that stays silent, or
// kNoTile: then `sum` is that of all tiles before this one.
uint look_back(inout uint last, inout uvec2 sum) {
    uint polls = 0;
    for (;;) {
        Look look = look_at_window(last);
        if (kLanesShared) {
            // Teams looked at different times, and all of them must do the same next.
            if (gl_LocalInvocationIndex == 0) {
                shared_kind = look.kind;
                shared_value = look.value;
            }
            barrier();
            look = Look(shared_kind, shared_value);
            barrier();
        }
        if (look.kind == kNothing) {
            if (++polls > push.patience) return look.value.x;
            continue;
        }
        polls = 0;
        sum = operate(look.value, sum);
        if (look.kind == kWholeSum) return kNoTile;
        last -= kLanes;
    }
}

uint next_tile() {
    if (!kTickets) return workgroup_index();
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
        uint last = number - 1;
        for (;;) {
            if (kLanesShared || lane_team() == 0) {
                uint silent = look_back(last, before);
                if (first) {
                    if (silent == kNoTile) publish(number, kWholeSum, State(combine(State(before, false), all).value, false));
                    shared_silent = silent;
                    shared_value = before;
                    // In place: another workgroup must not find the link empty and the results where it looks for elements.
                    if ((push.flags & VKALGO_SCAN_IN_PLACE) != 0) memoryBarrierBuffer();
                }
            }
            barrier();
            uint silent = shared_silent;
            if (silent == kNoTile) break;
            // A tile of an earlier window is never silent, and one with a successor is full.
            State sum = tile_sum(silent - push.first_tile);
            memoryBarrierBuffer();
            barrier();  // all have read
            if (first) publish_for(silent, sum);
        }
        before = shared_value;
    }
    const State carried = combine(State(before, false), team_before);
    if (full) tile_store(tile, true, carried);
    else tile_store(tile, false, carried);
    if (first && window_ends && tile + 1 == window_tiles()) store_total(combine(State(before, false), all).value);
}

#version 460
// Flats, one round: steps within its flat from each cell to the nearest one beside a way down, and to the nearest one
// beside higher ground.
//   A workgroup owns a tile (terrain/tiles.glsl): it loads both distances with a rim of one cell into shared memory,
//   sweeps until the tile stands still or push.iterations fourfold sweeps have passed, and stores it if it changed. A
//   cell takes one more than the least of the neighbours that its links name. Inner cells are loaded and stored without
//   branches, so that all of a column are under way at once.
//   A tile that came to rest and has changed rims beside it first looks whether these bring its own rim nearer.
//   Cost per awake tile: three loads and up to two stores per cell; per cell of a flat and fourfold sweep 16 reads of
//   shared memory.
//   Source: Barnes, Lehman, Mulla, An efficient assignment of drainage direction over flat surfaces in raster digital
//   elevation models, Computers & Geosciences 62 (2014), with both searches at once, by tiles.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_STATUS 3
#define VKALGO_FLAGS_BEFORE 4
#define VKALGO_FLAGS_NOW 5
#include "terrain/cells.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) buffer ToLower { uint to_lower[]; };        // atomics
layout(std430, set = 0, binding = 2) buffer FromHigher { uint from_higher[]; };  // atomics

shared uvec2 tile_steps[kArea];  // to lower ground, from higher ground
shared uint tile_links[kArea];

// A cell of the rim around the tile, which other workgroups may write at this moment.
void load_beside(ivec2 origin, ivec2 place) {
    const bool inside = in_grid(origin + place);
    const uint index = cell_index(inside ? origin + place : origin);
    const uvec2 steps = uvec2(atomicOr(to_lower[index], 0u), atomicOr(from_higher[index], 0u));
    tile_steps[slot_of(place)] = inside ? steps : uvec2(VKALGO_FLAT_FAR);
}

// The cells around the tile.
void load_around(ivec2 origin) {
    const int lane = int(gl_LocalInvocationIndex), side = int(kSide);
    load_beside(origin, ivec2(lane, -1));
    load_beside(origin, ivec2(lane, side));
    load_beside(origin, ivec2(-1, lane));
    load_beside(origin, ivec2(side, lane));
    const int corner_x = (lane & 1) == 0 ? -1 : side, corner_y = (lane & 2) == 0 ? -1 : side;
    if (lane < 4) load_beside(origin, ivec2(corner_x, corner_y));
}

void load_tile(ivec2 origin) {
    for (int y = 0; y < int(kSide); ++y) {
        const ivec2 place = ivec2(gl_LocalInvocationIndex, y);
        const bool inside = in_grid(origin + place);
        const uint index = cell_index(inside ? origin + place : origin);
        const uvec2 steps = uvec2(to_lower[index], from_higher[index]);
        tile_steps[slot_of(place)] = inside ? steps : uvec2(VKALGO_FLAT_FAR);
        tile_links[slot_of(place)] = inside ? links[index] : 0u;
    }
}

// One more; far stays far.
uvec2 one_more(uvec2 steps) { return max(steps, steps + 1u); }

// Whether cells around the tile bring a cell of its rim nearer.
bool falls_by_around(ivec2 origin, ivec2 place) {
    if (!in_grid(origin + place)) return false;
    const uint index = cell_index(origin + place);
    const uint linked = links[index];
    const uvec2 steps = uvec2(to_lower[index], from_higher[index]);
    uvec2 nearer = steps;
    for (uint code = 1u; code <= VKALGO_FLOW_LAST; ++code) {
        const ivec2 beside = place + flow_step(code);
        const bool around = any(lessThan(beside, ivec2(0))) || any(greaterThanEqual(beside, ivec2(kSide)));
        if (around && (linked >> code & 1u) != 0u) nearer = min(nearer, one_more(tile_steps[slot_of(beside)]));
    }
    return nearer != steps;
}

// The same for all invocations.
bool rim_falls(ivec2 origin) {
    const int lane = int(gl_LocalInvocationIndex), last = int(kSide) - 1;
    if (lane == 0) tile_changes = 0u;
    barrier();
    const bool falls = falls_by_around(origin, ivec2(lane, 0)) || falls_by_around(origin, ivec2(lane, last)) ||
                       falls_by_around(origin, ivec2(0, lane)) || falls_by_around(origin, ivec2(last, lane));
    if (falls) atomicOr(tile_changes, 1u);
    barrier();
    return tile_changes != 0u;
}

bool sweep_tile(uint number) {
    // The codes of the cells in the row before: NW N NE, SW S SE, NW W SW, NE E SE.
    const uint codes = number == 0u ? 0x876u : number == 1u ? 0x234u : number == 2u ? 0x456u : 0x218u;
    const Sweep way = sweep_of(number);
    bool falls = false;
    uint slot = way.slot;
    for (uint turn = 0u; turn < kSide; ++turn, slot = uint(int(slot) + way.step)) {
        const uint linked = tile_links[slot];
        if (linked != 0u) {
            const uint before = uint(int(slot) - way.step);
            const uvec2 steps = tile_steps[slot];
            uvec2 nearer = steps;
            if ((linked >> (codes & 15u) & 1u) != 0u) nearer = min(nearer, one_more(tile_steps[before - way.across]));
            if ((linked >> (codes >> 4u & 15u) & 1u) != 0u) nearer = min(nearer, one_more(tile_steps[before]));
            if ((linked >> (codes >> 8u) & 1u) != 0u) nearer = min(nearer, one_more(tile_steps[before + way.across]));
            falls = falls || nearer != steps;
            tile_steps[slot] = nearer;
        }
        barrier();
    }
    return falls;
}

// A cell on the tile's rim, which neighbours may read at this moment, and what it was: whether it changed.
bool store_rim(ivec2 origin, ivec2 place, uvec2 was) {
    const uvec2 steps = tile_steps[slot_of(place)];
    if (steps == was || !in_grid(origin + place)) return false;
    const uint index = cell_index(origin + place);
    atomicExchange(to_lower[index], steps.x);
    atomicExchange(from_higher[index], steps.y);
    return true;
}

// All but the rim.
void store_inner(ivec2 origin) {
    for (int y = 1; y + 1 < int(kSide); ++y) {
        const ivec2 place = ivec2(gl_LocalInvocationIndex, y);
        if (on_rim(place) || !in_grid(origin + place)) continue;
        const uint index = cell_index(origin + place);
        const uvec2 steps = tile_steps[slot_of(place)];
        to_lower[index] = steps.x;
        from_higher[index] = steps.y;
    }
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (!round_begins(tile == 0u && gl_LocalInvocationIndex == 0u)) return;
    const ivec2 origin = tile_origin(tile);
    const uint wakes = tile_wakes(tile);
    if (wakes != 0u) load_around(origin);
    if (wakes == 0u || (wakes == kRimChanged && !rim_falls(origin))) {
        if (gl_LocalInvocationIndex == 0u) changed_now[tile] = 0u;
        return;
    }
    load_tile(origin);
    const int lane = int(gl_LocalInvocationIndex), last = int(kSide) - 1;
    barrier();
    const uvec2 north = tile_steps[slot_of(ivec2(lane, 0))], south = tile_steps[slot_of(ivec2(lane, last))];
    const uvec2 west = tile_steps[slot_of(ivec2(0, lane))], east = tile_steps[slot_of(ivec2(last, lane))];
    bool falling = true, fell = false;
    for (uint turn = 0u; turn < push.iterations && falling; ++turn) {
        barrier();  // the tile is loaded, the last turn's word is read
        if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
        bool falls = false;
        for (uint sweep = 0u; sweep < 4u; ++sweep) falls = sweep_tile(sweep) || falls;
        if (falls) atomicOr(tile_changes, 1u);
        barrier();
        falling = tile_changes != 0u;
        fell = fell || falling;
    }
    bool rim = false;
    if (fell) {
        store_inner(origin);
        rim = store_rim(origin, ivec2(lane, 0), north);
        rim = store_rim(origin, ivec2(lane, last), south) || rim;
        rim = store_rim(origin, ivec2(0, lane), west) || rim;
        rim = store_rim(origin, ivec2(last, lane), east) || rim;
    }
    tile_ends(tile, rim, falling);
}

#version 460
// Flats, one round: finds for each cell the number of steps within its flat to the nearest cell beside a way down (a
// neighbour of its height that has a direction), and to the nearest cell beside a higher cell. Such a nearest cell
// itself has 1 step.
//   A workgroup of 4 kSide invocations takes tiles (terrain/tiles.glsl), one after another. It loads both distances of
//   a tile with a border of one cell into shared memory, sweeps until the tile no longer changes or push.iterations
//   fourfold sweeps have passed, and stores the tile if it changed. Each quarter of the workgroup makes one of the four
//   sweeps, all at the same time; in a step all read, then all write. A cell takes one more than the least distance of
//   the neighbours that its links name. A tile without flats is skipped. If a settled tile has changed borders beside
//   it, the workgroup first checks whether these shorten distances on the tile's own border.
//   Cost per active tile: three loads and up to two stores per cell; per cell of a flat and fourfold sweep up to 36
//   reads of shared memory.
//   Source: Barnes, Lehman, Mulla, An efficient assignment of drainage direction over flat surfaces in raster digital
//   elevation models, Computers & Geosciences 62 (2014), with both searches at the same time, by tiles.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_STATUS 3
#define VKALGO_LISTED 4
#define VKALGO_NEXT 5
#include "terrain/cells.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) buffer ToLower { uint to_lower[]; };        // Atomics
layout(std430, set = 0, binding = 2) buffer FromHigher { uint from_higher[]; };  // Atomics

shared uint tile_lower[kArea];
shared uint tile_higher[kArea];
shared uint tile_links[kArea];
shared uint tile_flat;   // Nonzero: some cell of the tile is in a flat
shared uint tile_woken;  // Nonzero: the tile is listed only because borders beside it changed

const uvec2 kFar = uvec2(VKALGO_FLAT_FAR);

int lane() { return int(gl_LocalInvocationIndex); }
uvec2 steps_at(uint slot) { return uvec2(tile_lower[slot], tile_higher[slot]); }
void set_steps(uint slot, uvec2 steps) {
    tile_lower[slot] = steps.x;
    tile_higher[slot] = steps.y;
}

// Returns this invocation's cell of a border, which consists of the rows and the columns `low` and `high`.
ivec2 rim_cell(int low, int high) {
    const int along = lane() % int(kSide), edge = lane() / int(kSide);
    const int across = (edge & 1) == 0 ? low : high;
    return edge < 2 ? ivec2(along, across) : ivec2(across, along);
}

// Loads a cell around the tile, by atomics, because other workgroups may write it at this moment.
void load_beside(ivec2 origin, ivec2 position) {
    const bool inside = in_grid(origin + position);
    const uint index = cell_index(inside ? origin + position : origin);
    const uvec2 steps = uvec2(atomicOr(to_lower[index], 0u), atomicOr(from_higher[index], 0u));
    set_steps(slot_of(position), inside ? steps : kFar);
}

void load_around(ivec2 origin) {
    load_beside(origin, rim_cell(-1, int(kSide)));
    const bool east = (lane() & 1) != 0, south = (lane() & 2) != 0;
    if (lane() < 4) load_beside(origin, ivec2(east ? int(kSide) : -1, south ? int(kSide) : -1));
}

// Loads the links. Returns whether the tile has a flat; the same for all invocations.
bool load_links(ivec2 origin) {
    if (lane() == 0) tile_flat = 0u;
    barrier();
    uint any = 0u;
    for (uint cell = gl_LocalInvocationIndex; cell < kSide * kSide; cell += gl_WorkGroupSize.x) {
        const ivec2 position = ivec2(cell % kSide, cell / kSide);
        const bool inside = in_grid(origin + position);
        const uint linked = inside ? links[cell_index(origin + position)] : 0u;
        tile_links[slot_of(position)] = linked;
        any |= linked;
    }
    if (any != 0u) atomicOr(tile_flat, 1u);
    barrier();
    return tile_flat != 0u;
}

void load_steps(ivec2 origin) {
    for (uint cell = gl_LocalInvocationIndex; cell < kSide * kSide; cell += gl_WorkGroupSize.x) {
        const ivec2 position = ivec2(cell % kSide, cell / kSide);
        const bool inside = in_grid(origin + position);
        const uint index = cell_index(inside ? origin + position : origin);
        const uvec2 steps = uvec2(to_lower[index], from_higher[index]);
        set_steps(slot_of(position), inside ? steps : kFar);
    }
}

// Stores all cells except the border.
void store_inner(ivec2 origin) {
    for (uint cell = gl_LocalInvocationIndex; cell < kSide * kSide; cell += gl_WorkGroupSize.x) {
        const ivec2 position = ivec2(cell % kSide, cell / kSide);
        if (on_rim(position) || !in_grid(origin + position)) continue;
        const uint index = cell_index(origin + position);
        to_lower[index] = tile_lower[slot_of(position)];
        from_higher[index] = tile_higher[slot_of(position)];
    }
}

// Stores this invocation's cell of the border, by atomics, because neighbours may read it at this moment. `was`: its
// value before. If the cell changed, returns which neighbouring tiles it concerns.
uint store_rim(ivec2 origin, uvec2 was) {
    const ivec2 position = rim_cell(0, int(kSide) - 1);
    const uvec2 steps = steps_at(slot_of(position));
    if (steps == was || !in_grid(origin + position)) return 0u;
    const uint index = cell_index(origin + position);
    atomicExchange(to_lower[index], steps.x);
    atomicExchange(from_higher[index], steps.y);
    return beside_of(position);
}

// Returns whether cells around the tile shorten a distance on its border; the same for all invocations.
bool rim_falls(ivec2 origin) {
    if (lane() == 0) tile_changes = 0u;
    barrier();  // The cells around are loaded
    const ivec2 position = rim_cell(0, int(kSide) - 1);
    if (in_grid(origin + position)) {
        const uint index = cell_index(origin + position);
        const uint linked = links[index];
        const uvec2 steps = uvec2(to_lower[index], from_higher[index]);
        uvec2 nearer = steps;
        for (uint code = 1u; code <= VKALGO_FLOW_LAST; ++code) {
            const ivec2 beside = position + flow_step(code);
            const bool around = any(lessThan(beside, ivec2(0))) || any(greaterThanEqual(beside, ivec2(kSide)));
            if (around && (linked >> code & 1u) != 0u) nearer = min(nearer, steps_at(slot_of(beside)) + 1u);
        }
        if (nearer != steps) atomicOr(tile_changes, 1u);
    }
    barrier();
    return tile_changes != 0u;
}

// Makes four sweeps at the same time. Returns whether this invocation shortened a distance.
bool sweep_tile() {
    const uint number = gl_LocalInvocationIndex / kSide;
    // The codes of the three cells in the row (or column) before, for sweeps 0 to 3: NW N NE, SW S SE, NW W SW, NE E
    // SE.
    const uint codes = number == 0u ? 0x876u : number == 1u ? 0x234u : number == 2u ? 0x456u : 0x218u;
    const Sweep way = sweep_of(number, lane() % int(kSide));
    bool falls = false;
    uint slot = way.slot;
    for (uint turn = 0u; turn < kSide; ++turn, slot = uint(int(slot) + way.step)) {
        const uint linked = tile_links[slot], before = uint(int(slot) - way.step);
        const uvec2 steps = steps_at(slot);
        uvec2 least = kFar;
        if (linked != 0u) {
            if ((linked >> (codes & 15u) & 1u) != 0u) least = steps_at(before - way.across);
            if ((linked >> (codes >> 4u & 15u) & 1u) != 0u) least = min(least, steps_at(before));
            if ((linked >> (codes >> 8u) & 1u) != 0u) least = min(least, steps_at(before + way.across));
        }
        least += 1u;
        barrier();
        if (least.x < steps.x) atomicMin(tile_lower[slot], least.x);
        if (least.y < steps.y) atomicMin(tile_higher[slot], least.y);
        falls = falls || any(lessThan(least, steps));
        barrier();
    }
    return falls;
}

void work_at(uint tile) {
    const ivec2 origin = tile_origin(tile);
    if (push.round == 0u && !load_links(origin)) return;
    load_around(origin);
    if (lane() == 0) tile_woken = woken_by_rims(tile) ? 1u : 0u;
    barrier();
    if (tile_woken != 0u && !rim_falls(origin)) return;
    if (push.round != 0u) load_links(origin);
    load_steps(origin);
    barrier();
    const uvec2 was = steps_at(slot_of(rim_cell(0, int(kSide) - 1)));
    bool falling = true, fell = false;
    for (uint turn = 0u; turn < push.iterations && falling; ++turn) {
        barrier();  // All have read tile_changes of the last turn
        if (lane() == 0) tile_changes = 0u;
        barrier();
        if (sweep_tile()) atomicOr(tile_changes, 1u);
        barrier();
        falling = tile_changes != 0u;
        fell = fell || falling;
    }
    uint beside = 0u;
    if (fell) {
        store_inner(origin);
        beside = store_rim(origin, was);
    }
    tile_ends(tile, beside, falling);
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (!round_begins(group == 0u && lane() == 0)) return;
    const uint count = tiles_of_round();
    for (uint k = group; k < count; k += group_count()) {
        work_at(tile_of_round(k));
        barrier();  // The next tile reuses the shared memory
    }
}

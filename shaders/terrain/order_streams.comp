#version 460
// Strahler's order of streams, one round: every cell takes the greatest order among the cells that flow into it, plus
// one if two of these cells have that order. Orders only rise, towards the only fixed point.
//   A workgroup takes tiles (terrain/tiles.glsl), one after another. It loads orders with a border of one cell into
//   shared memory, sweeps until the tile no longer changes or push.iterations fourfold sweeps have passed, and stores
//   what changed. Within a step all invocations read before any writes, because a cell reads its own row too.
//   Cost per active tile: three loads and up to one store per cell; per cell and fourfold sweep up to 40 reads of
//   shared memory.
//   Source: Strahler, Quantitative analysis of watershed geomorphology, Transactions of the AGU 38 (1957).
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_STATUS 2
#define VKALGO_LISTED 3
#define VKALGO_NEXT 4
#include "terrain/cells.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) buffer Orders { uint orders[]; };  // Atomics

shared uint tile_orders[kArea];
shared uint tile_links[kArea];

// Loads a cell of the tile or of the border around it. A cell of the border is loaded by an atomic, because other
// workgroups may write it at this moment.
void load_cell(ivec2 origin, ivec2 position) {
    const bool rim = position.x < 0 || position.y < 0 || position.x == int(kSide) || position.y == int(kSide);
    const ivec2 cell = origin + position;
    uint order = 0u, linked = 0u;
    if (in_grid(cell)) {
        const uint index = cell_index(cell);
        order = rim ? atomicOr(orders[index], 0u) : orders[index];
        linked = rim ? 0u : links[index];
    }
    tile_orders[slot_of(position)] = order;
    tile_links[slot_of(position)] = linked;
}

void load_tile(ivec2 origin) {
    const int lane = int(gl_LocalInvocationIndex);
    for (int y = -1; y <= int(kSide); ++y) load_cell(origin, ivec2(lane, y));
    for (int far = 0; far < 2; ++far) {
        const int x = far == 0 ? -1 : int(kSide);
        load_cell(origin, ivec2(x, lane));
        if (lane < 2) load_cell(origin, ivec2(x, lane == 0 ? -1 : int(kSide)));
    }
}

uint order_of(uint slot) {
    const uint linked = tile_links[slot];
    uint greatest = tile_orders[slot], second = 0u, first = 0u;
    for (uint code = 1u; linked != 0u && code <= 8u; ++code) {
        if ((linked >> code & 1u) == 0u) continue;
        const ivec2 step = flow_step(code);
        const uint order = tile_orders[uint(int(slot) + step.y * int(kStride) + step.x)];
        second = max(second, min(first, order));
        first = max(first, order);
    }
    return max(greatest, first + (first != 0u && first == second ? 1u : 0u));
}

bool sweep_tile(uint sweep) {
    bool rises = false;
    const Sweep way = sweep_of(sweep, int(gl_LocalInvocationIndex));
    uint slot = way.slot;
    for (uint turn = 0u; turn < kSide; ++turn, slot = uint(int(slot) + way.step)) {
        const uint order = order_of(slot);
        barrier();
        if (order != tile_orders[slot]) {
            rises = true;
            tile_orders[slot] = order;
        }
        barrier();
    }
    return rises;
}

void work_at(uint tile) {
    const ivec2 origin = tile_origin(tile);
    load_tile(origin);
    bool rising = true;
    for (uint turn = 0u; turn < push.iterations && rising; ++turn) {
        barrier();  // The tile is loaded, and all have read tile_changes of the last turn
        if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
        bool rises = false;
        for (uint sweep = 0u; sweep < 4u; ++sweep) rises = sweep_tile(sweep) || rises;
        if (rises) atomicOr(tile_changes, 1u);
        barrier();
        rising = tile_changes != 0u;
    }
    uint beside = 0u;
    for (int y = 0; y < int(kSide); ++y) {
        const ivec2 position = ivec2(gl_LocalInvocationIndex, y);
        if (!in_grid(origin + position)) continue;
        const uint index = cell_index(origin + position);
        const uint order = tile_orders[slot_of(position)];
        if (order == orders[index]) continue;
        if (on_rim(position)) {
            beside |= beside_of(position);
            atomicExchange(orders[index], order);
        } else {
            orders[index] = order;
        }
    }
    tile_ends(tile, beside, rising);
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (!round_begins(group == 0u && gl_LocalInvocationIndex == 0u)) return;
    const uint count = tiles_of_round();
    for (uint k = group; k < count; k += group_count()) {
        work_at(tile_of_round(k));
        barrier();  // The next tile reuses the shared memory
    }
}

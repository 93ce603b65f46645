#version 460
// Flats, one round: steps within its flat from each cell to the nearest one beside a way down, and to the nearest one
// beside higher ground.
//   A workgroup owns a tile (terrain/tiles.glsl): it loads both distances with a rim of one cell into shared memory,
//   repeats until the tile stands still or push.iterations have passed, and stores what changed. A cell takes one more
//   than the least of the neighbours that its links name.
//   Cost per awake tile: three loads and up to two stores per cell; per cell of a flat and repetition 16 reads of
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

shared uint tile_lower[kArea];
shared uint tile_higher[kArea];
shared uint tile_flats;

void load_tile(ivec2 origin) {
    for (uint slot = gl_LocalInvocationIndex; slot < kArea; slot += gl_WorkGroupSize.x) {
        const ivec2 place = ivec2(slot % kStride, slot / kStride);
        const ivec2 cell = origin + place - 1;
        const bool rim = place.x == 0 || place.y == 0 || place.x == int(kStride) - 1 || place.y == int(kStride) - 1;
        uvec2 both = uvec2(VKALGO_FLAT_FAR);
        if (in_grid(cell)) {
            const uint index = cell_index(cell);
            both = rim ? uvec2(atomicOr(to_lower[index], 0u), atomicOr(from_higher[index], 0u))
                       : uvec2(to_lower[index], from_higher[index]);
        }
        tile_lower[slot] = both.x;
        tile_higher[slot] = both.y;
    }
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (!round_begins(tile == 0u && gl_LocalInvocationIndex == 0u)) return;
    const ivec2 origin = tile_origin(tile);
    uint linked[kCells];
    uvec2 before[kCells], nearer[kCells];
    const bool awake = tile_is_awake(tile);
    if (awake) {
        uint any = 0u;
        for (uint k = 0u; k < kCells; ++k) {
            const ivec2 cell = origin + ivec2(own_cell(k));
            linked[k] = in_grid(cell) ? links[cell_index(cell)] : 0u;
            any |= linked[k];
        }
        if (gl_LocalInvocationIndex == 0u) tile_flats = 0u;
        barrier();
        if (any != 0u) atomicOr(tile_flats, 1u);
        barrier();
    }
    if (!awake || tile_flats == 0u) {
        if (gl_LocalInvocationIndex == 0u) changed_now[tile] = 0u;
        return;
    }
    load_tile(origin);
    barrier();
    for (uint k = 0u; k < kCells; ++k) before[k] = uvec2(tile_lower[own_slot(k)], tile_higher[own_slot(k)]);
    bool changing = true;
    for (uint turn = 0u; turn < push.iterations && changing; ++turn) {
        barrier();  // the last turn's word is read
        if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
        for (uint k = 0u; k < kCells; ++k) {
            const uint slot = own_slot(k);
            nearer[k] = uvec2(tile_lower[slot], tile_higher[slot]);
            for (uint code = 1u; linked[k] != 0u && code <= 8u; ++code) {
                if ((linked[k] >> code & 1u) == 0u) continue;
                const uint there = slot_beside(slot, code);
                const uvec2 steps = uvec2(tile_lower[there], tile_higher[there]);
                // Far stays far.
                nearer[k] = min(nearer[k], max(steps, steps + 1u));
            }
        }
        barrier();
        bool falls = false;
        for (uint k = 0u; k < kCells; ++k) {
            const uint slot = own_slot(k);
            falls = falls || nearer[k] != uvec2(tile_lower[slot], tile_higher[slot]);
            tile_lower[slot] = nearer[k].x;
            tile_higher[slot] = nearer[k].y;
        }
        if (falls) atomicOr(tile_changes, 1u);
        barrier();
        changing = tile_changes != 0u;
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
    barrier();
    bool fell = false;
    for (uint k = 0u; k < kCells; ++k) {
        const uvec2 own = own_cell(k);
        const uvec2 both = uvec2(tile_lower[own_slot(k)], tile_higher[own_slot(k)]);
        if (both == before[k]) continue;
        fell = true;
        const uint index = cell_index(origin + ivec2(own));
        if (on_rim(own)) {
            atomicExchange(to_lower[index], both.x);
            atomicExchange(from_higher[index], both.y);
        } else {
            to_lower[index] = both.x;
            from_higher[index] = both.y;
        }
    }
    if (fell) atomicOr(tile_changes, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        changed_now[tile] = tile_changes;
        if (tile_changes != 0u) round_changes();
    }
}

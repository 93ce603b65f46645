#version 460
// Filling, one round: lowers the level of each cell to the greater of its height and the least level around it.
//   A workgroup owns a tile (terrain/tiles.glsl): it loads heights and levels with a rim of one cell into shared
//   memory, repeats until the tile stands still or push.iterations have passed, and stores what changed. Levels are
//   unsigned integers in the order of heights; the outside is below all of them, so cells beside it keep their height.
//   The fixed point is the surface that Priority-Flood gives, bit for bit: only minima and maxima are taken.
//   Cost per awake tile: a load and a store per cell, 8 reads of shared memory per cell and repetition.
//   Source: Planchon, Darboux, A fast, simple and versatile algorithm to fill the depressions of digital elevation
//   models, Catena 46 (2001), by tiles.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_HEIGHTS 0
#define VKALGO_STATUS 2
#define VKALGO_FLAGS_BEFORE 3
#define VKALGO_FLAGS_NOW 4
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 1) buffer Levels { uint levels[]; };  // atomics

shared uint tile_levels[kArea];

uint level_of_height(uint bits) {
    const uint effective = effective_bits(bits);
    return (effective & 0x80000000u) != 0u ? ~effective : effective | 0x80000000u;
}

void load_tile(ivec2 origin) {
    for (uint slot = gl_LocalInvocationIndex; slot < kArea; slot += gl_WorkGroupSize.x) {
        const ivec2 place = ivec2(slot % kStride, slot / kStride);
        const ivec2 cell = origin + place - 1;
        const bool rim = place.x == 0 || place.y == 0 || place.x == int(kStride) - 1 || place.y == int(kStride) - 1;
        uint level = VKALGO_FILL_OUTSIDE;
        if (in_grid(cell)) {
            const uint index = cell_index(cell);
            level = rim ? atomicOr(levels[index], 0u) : levels[index];
        }
        tile_levels[slot] = level;
    }
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (!round_begins(tile == 0u && gl_LocalInvocationIndex == 0u)) return;
    const bool awake = tile_is_awake(tile);
    if (!awake) {
        if (gl_LocalInvocationIndex == 0u) changed_now[tile] = 0u;
        return;
    }
    const ivec2 origin = tile_origin(tile);
    uint ground[kCells], before[kCells], lowered[kCells];
    for (uint k = 0u; k < kCells; ++k) {
        const uint bits = height_bits(origin + ivec2(own_cell(k)));
        ground[k] = has_height(bits) ? level_of_height(bits) : VKALGO_FILL_OUTSIDE;
    }
    load_tile(origin);
    barrier();
    for (uint k = 0u; k < kCells; ++k) before[k] = tile_levels[own_slot(k)];
    bool changing = true;
    for (uint turn = 0u; turn < push.iterations && changing; ++turn) {
        barrier();  // the last turn's word is read
        if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
        for (uint k = 0u; k < kCells; ++k) {
            const uint slot = own_slot(k);
            lowered[k] = tile_levels[slot];
            if (lowered[k] > ground[k]) {
                uint least = VKALGO_FILL_NOT_REACHED;
                for (uint code = 1u; code <= 8u; ++code) least = min(least, tile_levels[slot_beside(slot, code)]);
                lowered[k] = max(ground[k], min(least, lowered[k]));
            }
        }
        barrier();
        bool falls = false;
        for (uint k = 0u; k < kCells; ++k) {
            const uint slot = own_slot(k);
            falls = falls || lowered[k] != tile_levels[slot];
            tile_levels[slot] = lowered[k];
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
        const uint level = tile_levels[own_slot(k)];
        if (level == before[k]) continue;
        fell = true;
        const uint index = cell_index(origin + ivec2(own));
        if (on_rim(own)) atomicExchange(levels[index], level);
        else levels[index] = level;
    }
    if (fell) atomicOr(tile_changes, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        changed_now[tile] = tile_changes;
        if (tile_changes != 0u) round_changes();
    }
}

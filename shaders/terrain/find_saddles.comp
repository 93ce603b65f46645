#version 460
// Filling, one round: finds for each root the level of the lowest saddle between its basins and those of another root
// or the outside.
//   A workgroup owns a tile and its list of saddles. Cost per saddle: up to seven loads and two atomics. For a FULL
//   tile it reads the cells instead (see list_saddles).
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 32;
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
#include "terrain/saddles.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Links { uint links[]; };
#include "terrain/cell_saddles.glsl"
layout(std430, set = 0, binding = 2) readonly buffer Saddles { uint saddles[]; };
layout(std430, set = 0, binding = 3) readonly buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = 4) readonly buffer Roots { uint roots[]; };
layout(std430, set = 0, binding = 5) buffer Lowest { uint lowest[]; };  // Atomics

// Lowers lowest[root] to `level` if it is above. The read before the atomic may return an old value. It is at least the
// current value, so no decrease is missed.
void lower(uint root, uint level) {
    if (root != VKALGO_FILL_OUTSIDE && lowest[root] > level) atomicMin(lowest[root], level);
}

void find(uint one, uint other, uint level) {
    const uint root = roots[one], other_root = roots[other];
    if (root == other_root) return;
    lower(root, level);
    lower(other_root, level);
}

void main() {
    const uint number = vkalgo_workgroup_index();
    if (number >= push.tiles) return;
    const uint count = counts[number];
    if (count == 0u) return;
    const SaddleTile tile = saddle_tile(number);
    if (count != VKALGO_FILL_FULL) {
        for (uint k = gl_LocalInvocationIndex; k < count; k += gl_WorkGroupSize.x) {
            const uint at = saddle_at(tile, k);
            find(saddles[at], saddles[at + 1u], saddles[at + 2u]);
        }
        return;
    }
    for (uint k = gl_LocalInvocationIndex; k < kSide * kSide; k += gl_WorkGroupSize.x) {
        Cell own;
        if (!cell_of(tile, k, own)) continue;
        for (uint code = 1u; code <= kForward; ++code) {
            Cell other;
            if (cell_beside(own, code, other)) find(own.basin, other.basin, max(own.level, other.level));
        }
    }
}

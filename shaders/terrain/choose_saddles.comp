#version 460
// Filling, one round: for each root, chooses a root on the other side of the lowest saddles of its basins. Of several
// such roots it chooses the one with the lowest number.
//   So each root chooses the first of its saddles in one order of all saddles: by level, then by the lesser of the two
//   roots, then by the greater. Because the order is the same for all roots, choices form no circle except that two
//   roots may choose each other (Boruvka).
//   A workgroup owns a tile and its list of saddles. Only saddles between different roots stay in the list. Cost per
//   saddle: up to nine loads, two atomics and three stores. For a FULL tile it reads the cells instead (see
//   list_saddles).
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
layout(std430, set = 0, binding = 3) buffer Counts { uint counts[]; };
layout(std430, set = 0, binding = 4) readonly buffer Roots { uint roots[]; };
layout(std430, set = 0, binding = 5) readonly buffer Lowest { uint lowest[]; };
layout(std430, set = 0, binding = 6) buffer Chosen { uint chosen[]; };  // Atomics
layout(std430, set = 0, binding = 7) writeonly buffer Kept { uint kept_saddles[]; };

shared uint kept;

void choose(uint root, uint other_root, uint level) {
    if (root != VKALGO_FILL_OUTSIDE && level == lowest[root] && chosen[root] > other_root) {
        atomicMin(chosen[root], other_root);
    }
}

void work_at_cells(SaddleTile tile) {
    for (uint k = gl_LocalInvocationIndex; k < kSide * kSide; k += gl_WorkGroupSize.x) {
        Cell own;
        if (!cell_of(tile, k, own)) continue;
        for (uint code = 1u; code <= kForward; ++code) {
            Cell other;
            if (!cell_beside(own, code, other)) continue;
            const uint root = roots[own.basin], other_root = roots[other.basin];
            if (root == other_root) continue;
            const uint level = max(own.level, other.level);
            choose(root, other_root, level);
            choose(other_root, root, level);
        }
    }
}

void main() {
    const uint number = vkalgo_workgroup_index();
    if (number >= push.tiles) return;
    const uint count = counts[number];
    if (count == 0u) return;
    const SaddleTile tile = saddle_tile(number);
    if (count == VKALGO_FILL_FULL) {
        work_at_cells(tile);
        return;
    }
    if (gl_LocalInvocationIndex == 0u) kept = 0u;
    // The list shrinks in place. In each turn all invocations read their saddles, wait at the barrier, and then write
    // those that are kept. The turns so far have kept no more saddles than they have read, so no write reaches a saddle
    // that a later turn reads.
    for (uint first = 0u; first < count; first += gl_WorkGroupSize.x) {
        const uint k = first + gl_LocalInvocationIndex;
        uint root = 0u, other_root = 0u, level = 0u;
        if (k < count) {
            const uint at = saddle_at(tile, k);
            root = roots[saddles[at]];
            other_root = roots[saddles[at + 1u]];
            level = saddles[at + 2u];
        }
        barrier();
        if (root == other_root) continue;
        choose(root, other_root, level);
        choose(other_root, root, level);
        const uint to = saddle_at(tile, atomicAdd(kept, 1u));
        kept_saddles[to] = root;
        kept_saddles[to + 1u] = other_root;
        kept_saddles[to + 2u] = level;
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) counts[number] = kept;
}

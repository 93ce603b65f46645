#version 460
// Filling, one round: links each root to the root that it chose. If two roots chose each other, the one with the lower
// number stays a root, and there is another round. Every basin is raised to the level of the lowest saddle of its root.
// Every path out of the basins of this root crosses a saddle at least that high, and the path over the lowest saddle
// needs no higher level.
//   The invocations share the basins: up to six loads, two stores and an atomic per basin.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(std430, set = 0, binding = 0) buffer Roots { uint roots[]; };
layout(std430, set = 0, binding = 1) readonly buffer Lowest { uint lowest[]; };
layout(std430, set = 0, binding = 2) readonly buffer Chosen { uint chosen[]; };
layout(std430, set = 0, binding = 3) buffer Levels { uint levels[]; };
layout(std430, set = 0, binding = 4) buffer Status { uint status[]; };  // Atomics
#include "terrain/basins.glsl"

void main() {
    const uint basins = basin_count();
    for (uint basin = first_basin(); basin < basins; basin += basin_stride()) {
        const uint root = roots[basin];
        if (root == VKALGO_FILL_OUTSIDE) continue;
        levels[basin] = max(levels[basin], lowest[root]);
        if (root != basin) continue;
        const uint choice = chosen[basin];
        const bool each_other = choice != VKALGO_FILL_OUTSIDE && chosen[choice] == basin;
        if (!each_other || choice < basin) roots[basin] = choice;
        else if (status[VKALGO_TERRAIN_CHANGED] == 0u) atomicOr(status[VKALGO_TERRAIN_CHANGED], 1u);
    }
}

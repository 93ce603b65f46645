#version 460
// Filling, one round: of the neighbours over a basin's lowest saddle the one with the least link, and the basin's cells
// raised to the level of that saddle.
//   Of two saddles that are equally low, the order of (the lesser link, the greater link) decides, which is one order
// for all saddles, so that basins which follow their choices come together in trees (Boruvka). A cell's level is the
// greatest of its basins' saddles in all rounds: no way out of a basin avoids them, and the way over them needs no
// more.
//   An invocation owns a cell: six links and levels, for each neighbour in another basin a height and up to two
// atomics.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
#include "terrain/basins.glsl"
layout(std430, set = 0, binding = 2) readonly buffer Saddles { uint saddles[]; };
layout(std430, set = 0, binding = 3) buffer Next { uint next[]; };  // atomics
layout(std430, set = 0, binding = 4) buffer Levels { uint levels[]; };

uint saddle_of(uint link) { return link == VKALGO_FILL_OUTSIDE ? VKALGO_FILL_NONE : saddles[link - 1u]; }

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    const uint link = links[index], level = level_of_height(heights[index]);
    const uint lowest = saddle_of(link);
    if (link != VKALGO_FILL_OUTSIDE && levels[index] < lowest) levels[index] = lowest;
    for (uint code = 1u; code <= kForward; ++code) {
        const Saddle saddle = saddle_to(code, cell, link, level);
        if (!saddle.found) continue;
        if (saddle.level == lowest) atomicMin(next[link - 1u], saddle.link);
        if (saddle.level == saddle_of(saddle.link)) atomicMin(next[saddle.link - 1u], link);
    }
}

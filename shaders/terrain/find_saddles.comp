#version 460
// Filling, one round: the level of each basin's lowest saddle to another one or to the outside.
//   An invocation owns a cell: five links, for each neighbour in another basin a height and up to two atomics.
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
layout(std430, set = 0, binding = 2) coherent buffer Saddles { uint saddles[]; };  // atomics
layout(std430, set = 0, binding = 3) writeonly buffer Next { uint next[]; };

void lower(uint link, uint level) {
    if (link != VKALGO_FILL_OUTSIDE && saddles[link - 1u] > level) atomicMin(saddles[link - 1u], level);
}

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    const uint link = links[index], level = level_of_height(heights[index]);
    if (link == index + 1u) next[index] = VKALGO_FILL_NONE;
    for (uint code = 1u; code <= kForward; ++code) {
        const Saddle saddle = saddle_to(code, cell, link, level);
        if (!saddle.found) continue;
        lower(link, saddle.level);
        lower(saddle.link, saddle.level);
    }
}

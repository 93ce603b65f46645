#version 460
// Before a surface is filled: no cell is reached yet. An invocation owns a cell: one load, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer Levels { uint levels[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    levels[index] = has_height(heights[index]) ? VKALGO_FILL_NOT_REACHED : VKALGO_FILL_OUTSIDE;
}

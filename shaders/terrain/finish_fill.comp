#version 460
// After a surface was filled: levels become heights again, in place; cells without data get back what they had. An
// invocation owns a cell: two loads, one store. The levels are bound twice; nobody reads what another invocation wrote.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Levels { uint levels[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Filled { uint filled[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const uint own = heights[index];
    filled[index] = has_height(own) ? height_of_level(levels[index]) : own;
}

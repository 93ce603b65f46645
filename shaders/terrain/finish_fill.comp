#version 460
// After a surface is filled: raises each cell to the level of its basin if the basin's level is above the cell's own
// level. Cells without data keep their height. An invocation owns a cell: three loads, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 2) readonly buffer Levels { uint levels[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Filled { uint filled[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const uint own = heights[index];
    const uint basin_level = levels[links[index] & ~VKALGO_FILL_BASIN];
    filled[index] = has_height(own) ? height_of_level(max(level_of_height(own), basin_level)) : own;
}

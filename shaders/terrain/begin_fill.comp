#version 460
// Before a surface is filled: no cell is reached yet, or each is to the height to which it was filled so far, in place
// (bound twice; nobody reads what another invocation wrote). An invocation owns a cell: one load or two, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Filled { uint filled[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Levels { uint levels[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    uint level = VKALGO_FILL_OUTSIDE;
    if (has_height(heights[index])) {
        level = VKALGO_FILL_NOT_REACHED;
        if ((push.flags & VKALGO_TERRAIN_RESUMES) != 0u) level = level_of_height(filled[index]);
    }
    levels[index] = level;
}

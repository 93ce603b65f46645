#version 460
// Carving, first part: sets a weight of 1 for each cell whose water stays, and 0 for other cells. An invocation owns a
// cell: one load, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer Weights { uint weights[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index < push.count) weights[index] = code_at(index) == VKALGO_FLOW_STAYS ? 1u : 0u;
}

#version 460
// Before water moves: each cell's own water is the water that moves first. An invocation owns a cell: one or two loads,
// three stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
#include "terrain/water.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Weights { uint weights[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Moving { uint moving[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Arriving { uint arriving[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Sums { uint sums[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    uvec2 own = uvec2(0u);
    if (code_at(index) <= VKALGO_FLOW_LAST) {
        own = uvec2(1u, 0u);
        if ((push.flags & VKALGO_WATER_WEIGHTED) != 0u) own = WATER_AT(weights, index);
    }
    PUT_WATER(moving, index, own)
    PUT_WATER(arriving, index, uvec2(0u))
    if ((push.flags & VKALGO_WATER_INCLUDES_SELF) == 0u) own = uvec2(0u);
    PUT_WATER(sums, index, own)
}

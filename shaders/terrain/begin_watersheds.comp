#version 460
// Before watersheds are found: every cell points at the cell that it flows into. A cell that is an outlet, or whose
// water stays, leaves the grid or meets no data, points at itself, with VKALGO_WATER_END. An invocation owns a cell: up
// to three loads, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Outlets { uint outlets[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Pointers { uint pointers[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const uint code = code_at(index);
    uint pointer = VKALGO_WATER_END | index;
    const bool outlet = (push.flags & VKALGO_WATER_HAS_OUTLETS) != 0u && outlets[index] != 0u;
    if (!outlet && code != VKALGO_FLOW_STAYS && code <= VKALGO_FLOW_LAST) {
        const ivec2 there = ivec2(index % push.width, index / push.width) + flow_step(code);
        if (code_of(there) <= VKALGO_FLOW_LAST) pointer = cell_index(there);
    }
    pointers[index] = pointer;
}

#version 460
// Writes the label of each cell: the label of the outlet at the end of the cell's flow path, or 0 if the path ends
// without an outlet. If no outlets are given, the label is 1 + the index of the path's last cell. Cells without data
// get 0. An invocation owns a cell: up to three loads, one store.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_CODES 0
#include "terrain/cells.glsl"
#include "terrain/codes.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Outlets { uint outlets[]; };
layout(std430, set = 0, binding = 2) readonly buffer Pointers { uint pointers[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Labels { uint labels[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    uint label = 0u;
    if (code_at(index) <= VKALGO_FLOW_LAST) {
        const uint last = pointers[index] & ~VKALGO_WATER_END;
        label = (push.flags & VKALGO_WATER_HAS_OUTLETS) != 0u ? outlets[last] : last + 1u;
    }
    labels[index] = label;
}

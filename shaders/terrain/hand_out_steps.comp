#version 460
// Flats, at the end: writes the steps of the row below push.above and of the row above push.below, in the order in
// which begin_flats reads them. An invocation owns a column: four loads, four stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
layout(std430, set = 0, binding = 0) readonly buffer ToLower { uint to_lower[]; };
layout(std430, set = 0, binding = 1) readonly buffer FromHigher { uint from_higher[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Found { uint found[]; };

void hand_out(uint row, uint first) {
    const uint index = row * push.width + first % push.width;
    found[first] = to_lower[index];
    found[first + push.width] = from_higher[index];
}

void main() {
    const uint column = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (column >= push.count) return;
    if (push.above != VKALGO_TERRAIN_NO_SEAM) hand_out(push.above + 1u, column);
    if (push.below != VKALGO_TERRAIN_NO_SEAM) hand_out(push.below - 1u, 2u * push.width + column);
}

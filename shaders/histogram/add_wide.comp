#version 460
// Adds 32-bit counts to 64-bit counters, the low word first. An invocation owns one counter.
//   Cost: 20 bytes per counter.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "histogram/histogram.h"

layout(local_size_x_id = VKALGO_CONSTANT_THREADS) in;

layout(std430, set = 0, binding = VKALGO_ADD_IN) readonly buffer In { uvec2 counts_in[]; };
layout(std430, set = 0, binding = VKALGO_ADD_OUT) writeonly buffer Out { uvec2 counts_out[]; };
layout(std430, set = 0, binding = VKALGO_ADD_TABLES) readonly buffer Table { uint table[]; };

layout(push_constant) uniform Push { AddWidePush push; };

void main() {
    const uint counter = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (counter >= push.counters) return;
    const uvec2 before = counts_in[counter];
    uint carry;
    const uint low = uaddCarry(before.x, table[counter], carry);
    counts_out[counter] = uvec2(low, before.y + carry);
}

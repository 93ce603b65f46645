#version 460
// Kernel 2 of method `two-kernel`: adds one table to table 0. Each invocation owns one counter. As in the student
// report, the kernel is dispatched once per table.
//   Cost: 12 bytes per counter and table.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(std430, set = 0, binding = VKALGO_ADD_IN) readonly buffer In { uint counts_in[]; };
layout(std430, set = 0, binding = VKALGO_ADD_OUT) writeonly buffer Out { uint counts_out[]; };
layout(std430, set = 0, binding = VKALGO_ADD_TABLES) readonly buffer Tables { uint tables[]; };

layout(push_constant) uniform Push { AddPush push; };

void main() {
    const uint counter = vkalgo_workgroup_index() * kThreads + gl_LocalInvocationIndex;
    if (counter >= kCounters) return;
    counts_out[counter] = counts_in[counter] + tables[push.table * kCounters + counter];
}

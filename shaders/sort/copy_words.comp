// Copies words: the items before a radix sort with an odd number of passes, and keys or values before they are gathered
// in a new order. Cost: one read and one write per word.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/around.h"

layout(local_size_x = VKALGO_AROUND_THREADS) in;
layout(push_constant) uniform Push { AroundPush push; };

layout(set = 0, binding = VKALGO_COPY_FROM, std430) readonly buffer From { uint from[]; };
layout(set = 0, binding = VKALGO_COPY_TO, std430) writeonly buffer To { uint to[]; };

void main() {
    const uint group = vkalgo_workgroup_index();
    const uint first = group * gl_WorkGroupSize.x * VKALGO_AROUND_EACH + gl_LocalInvocationIndex;
    if (group >= push.groups) return;
    for (uint k = 0; k < VKALGO_AROUND_EACH; ++k) {
        const uint at = first + k * gl_WorkGroupSize.x;
        if (at < push.count) to[at] = from[at];
    }
}

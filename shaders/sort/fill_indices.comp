// Writes the values 0, 1, 2, ... of an argsort. Cost: one write per key.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/around.h"

layout(local_size_x = VKALGO_AROUND_THREADS) in;
layout(push_constant) uniform Push { AroundPush push; };
#define SORT_COUNT_BINDING VKALGO_FILL_INDICES_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_FILL_INDICES_VALUES, std430) writeonly buffer Values { uint values[]; };

void main() {
    const uint group = vkalgo_workgroup_index();
    const uint count = key_count();
    const uint first = group * gl_WorkGroupSize.x * VKALGO_AROUND_EACH + gl_LocalInvocationIndex;
    if (group >= push.groups) return;
    for (uint k = 0; k < VKALGO_AROUND_EACH; ++k) {
        const uint at = first + k * gl_WorkGroupSize.x;
        if (at < count) values[at] = push.first + at;
    }
}

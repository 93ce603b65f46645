// Writes one flag per value: 1 if the value is odd, otherwise 0. Part of a stream compaction (embedding_test.cpp).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Flags { uint flags[]; };
layout(push_constant) uniform Push { uint count; };
void main() {
    uint i = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < count) flags[i] = values[i] & 1u;
}

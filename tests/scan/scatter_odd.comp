// Writes the odd values to the indices given by the exclusive scan of their flags. Part of a stream compaction
// (embedding_test.cpp).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Values { uint values[]; };
layout(set = 0, binding = 1, std430) readonly buffer Indices { uint indices[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Kept { uint kept[]; };
layout(push_constant) uniform Push { uint count; };
void main() {
    uint i = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < count && (values[i] & 1u) != 0) kept[indices[i]] = values[i];
}

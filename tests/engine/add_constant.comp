#version 460
// output[i] = input[i] + addend * factor for i < count. The grid of workgroups may be folded into two dimensions.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint factor = 1;
layout(std430, set = 0, binding = 0) readonly buffer Input { uint source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Output { uint target[]; };
layout(push_constant) uniform Push {
    uint count;
    uint addend;
};

void main() {
    uint i = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i < count) {
        target[i] = source[i] + addend * factor;
    }
}

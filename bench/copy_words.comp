// Measures the speed of memory through Vulkan: copies vectors of 16 bytes, kVectors vectors per invocation. The
// invocations of a workgroup access neighbouring vectors.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kVectors = 4;
layout(set = 0, binding = 0, std430) readonly buffer Source { uvec4 source_vectors[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uvec4 target_vectors[]; };
layout(push_constant) uniform Push { uint count; };

void main() {
    const uint first = vkalgo_workgroup_index() * gl_WorkGroupSize.x * kVectors + gl_LocalInvocationIndex;
    uvec4 vectors[kVectors];
    [[unroll]] for (uint k = 0; k < kVectors; ++k) {
        uint at = first + k * gl_WorkGroupSize.x;
        if (at < count) vectors[k] = source_vectors[at];
    }
    [[unroll]] for (uint k = 0; k < kVectors; ++k) {
        uint at = first + k * gl_WorkGroupSize.x;
        if (at < count) target_vectors[at] = vectors[k];
    }
}

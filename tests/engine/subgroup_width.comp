#version 460
// Writes the subgroup's size to each target[i].
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
layout(std430, set = 0, binding = 0) writeonly buffer Output { uint target[]; };

void main() { target[gl_GlobalInvocationID.x] = gl_SubgroupSize; }

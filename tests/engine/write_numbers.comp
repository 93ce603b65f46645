#version 460
// target[i] = i + 1 for i < count; one invocation per workgroup, so that large grids are cheap.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) writeonly buffer Output { uint target[]; };
layout(push_constant) uniform Push { uint count; };

void main() {
    uint i = vkalgo_workgroup_index();
    if (i < count) {
        target[i] = i + 1;
    }
}

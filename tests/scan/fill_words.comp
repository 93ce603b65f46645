// A kernel of a host application: fills `count` words of a buffer, in one workgroup (access_test.cpp).
#version 460
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) writeonly buffer Words { uint words[]; };
layout(push_constant) uniform Push {
    uint count;
    uint word;
};
void main() {
    for (uint i = gl_LocalInvocationID.x; i < count; i += gl_WorkGroupSize.x) {
        words[i] = word;
    }
}

#version 460
// Adds 1 to each of the `count` words from address `at` on, in place. The kernel has no bindings.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Words { uint word[]; };
layout(push_constant) uniform Push {
    uvec2 at;
    uint count;
};

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < count) {
        Words words = Words(at);
        words.word[i] = words.word[i] + 1;
    }
}

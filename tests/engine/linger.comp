#version 460
// Takes a long time: `rounds` dependent steps per invocation, within lavapipe's limit for loops.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) writeonly buffer Output { uint target[]; };
layout(push_constant) uniform Push { uint rounds; };

void main() {
    uint state = gl_GlobalInvocationID.x;
    for (uint i = 0; i < rounds; ++i) {
        state = state * 1664525u + 1013904223u;
        state ^= state >> 13;
    }
    target[gl_GlobalInvocationID.x] = state;
}

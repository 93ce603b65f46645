#version 460
// Takes a long time: each invocation runs a loop of `rounds` iterations, each of which depends on the one before it.
// `rounds` must not exceed lavapipe's limit on the iterations of a loop.
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

#version 460
// Traceback over a filled table by one invocation, one step per item. If both choices have the same value, the item is
// not taken.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint side; };
layout(std430, set = 0, binding = 0) readonly buffer Cells { uint cells[]; };
layout(std430, set = 0, binding = 1) readonly buffer Weights { uint weights[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Taken { uint taken[]; };  // Per item: 1 or 0

void main() {
    uint j = side - 1u;
    for (uint i = side - 1u; i > 0u; --i) {
        const bool takes = cells[i * side + j] != cells[(i - 1u) * side + j];
        taken[i - 1u] = takes ? 1u : 0u;
        if (takes) j -= weights[i - 1u];
    }
}

#version 460
// The items that a filled table takes, by one invocation: a step per item. An item is left where both are worth the
// same.
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint side; };
layout(std430, set = 0, binding = 0) readonly buffer Cells { uint cells[]; };
layout(std430, set = 0, binding = 1) readonly buffer Weights { uint weights[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Taken { uint taken[]; };  // of each item: 1 or 0

void main() {
    uint j = side - 1u;
    for (uint i = side - 1u; i > 0u; --i) {
        const bool takes = cells[i * side + j] != cells[(i - 1u) * side + j];
        taken[i - 1u] = takes ? 1u : 0u;
        if (takes) j -= weights[i - 1u];
    }
}

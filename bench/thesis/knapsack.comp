#version 460
// The 0/1 knapsack by hand: one dispatch per item, one invocation per capacity.
//   Per cell, reads at most two cells of the row above and writes one of its own row, 4 bytes each. Neighbouring
//   invocations access neighbouring cells.
layout(local_size_x = 256) in;
layout(push_constant) uniform Push {
    uint row;   // In this row, item row - 1 may be taken
    uint side;  // Number of columns
};
layout(std430, set = 0, binding = 0) readonly buffer Above { uint above[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Cells { uint cells[]; };
layout(std430, set = 0, binding = 2) readonly buffer Weights { uint weights[]; };
layout(std430, set = 0, binding = 3) readonly buffer Profits { uint profits[]; };

void main() {
    const uint j = gl_GlobalInvocationID.x;
    if (j >= side) return;
    uint value = 0u;
    if (row > 0u) {
        const uint before = (row - 1u) * side + j;
        const uint weight = weights[row - 1u];
        value = above[before];
        if (weight <= j) value = max(value, above[before - weight] + profits[row - 1u]);
    }
    cells[row * side + j] = value;
}

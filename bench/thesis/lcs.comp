#version 460
// The longest common subsequence by hand: one dispatch per diagonal i + j, one invocation per cell. The table is stored
// by diagonals, cell (i, j) at (i + j) * side + i, so that neighbours of a wavefront are neighbours in memory.
//   Per cell, reads one cell if the symbols are equal, else two, and writes one. A cell has 4 bytes.
layout(local_size_x = 256) in;
layout(push_constant) uniform Push {
    uint diagonal;
    uint side;   // Number of rows and of columns
    uint first;  // Smallest i of the diagonal
    uint count;  // Number of cells of the diagonal
};
layout(std430, set = 0, binding = 0) readonly buffer Before { uint before[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Cells { uint cells[]; };
layout(std430, set = 0, binding = 2) readonly buffer X { uint x[]; };  // One symbol per word
layout(std430, set = 0, binding = 3) readonly buffer Y { uint y[]; };

void main() {
    if (gl_GlobalInvocationID.x >= count) return;
    const uint i = first + gl_GlobalInvocationID.x;
    const uint j = diagonal - i;
    uint value = 0u;
    if (i > 0u && j > 0u) {
        const uint last = (diagonal - 1u) * side + i;
        value = x[i - 1u] == y[j - 1u] ? before[last - side - 1u] + 1u : max(before[last - 1u], before[last]);
    }
    cells[diagonal * side + i] = value;
}

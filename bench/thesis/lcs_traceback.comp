#version 460
// Traceback over a filled table by one invocation, one step per row or column. Writes the subsequence, last symbol
// first. Of two equal neighbours, the traceback goes to the upper one. The table is stored by diagonals (lcs.comp).
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint side; };
layout(std430, set = 0, binding = 0) readonly buffer Cells { uint cells[]; };
layout(std430, set = 0, binding = 1) readonly buffer X { uint x[]; };
layout(std430, set = 0, binding = 2) readonly buffer Y { uint y[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Found { uint found[]; };  // Number of symbols, then the symbols

void main() {
    uint i = side - 1u;
    uint j = side - 1u;
    uint count = 0u;
    while (i > 0u && j > 0u) {
        const uint last = (i + j - 1u) * side + i;
        if (x[i - 1u] == y[j - 1u]) {
            found[++count] = x[i - 1u];
            --i;
            --j;
        } else if (cells[last - 1u] >= cells[last]) {
            --i;
        } else {
            --j;
        }
    }
    found[0] = count;
}

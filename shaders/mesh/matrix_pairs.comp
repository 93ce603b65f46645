// Converts the matrix's bits to a list: an invocation per four words.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/declare.glsl"
#include "mesh/candidate.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_BITS, std430) readonly buffer Bits { uvec4 bits[]; };

void main() {
    const uint columns = (push.triangles + VKALGO_MESH_MATRIX_WIDTH - 1u) / VKALGO_MESH_MATRIX_WIDTH;
    const uint at = mesh_invocation();
    const uint row = push.first + at / columns;
    if (row >= push.end) return;
    const uvec4 words = bits[at];
    if (words == uvec4(0u)) return;
    for (uint word = 0u; word < 4u; ++word) {
        const uint first = at % columns * VKALGO_MESH_MATRIX_WIDTH + word * 32u;
        for (uint met = words[word]; met != 0u; met &= met - 1u) mesh_candidate(row, first + uint(findLSB(met)));
    }
    mesh_append_candidates();
}

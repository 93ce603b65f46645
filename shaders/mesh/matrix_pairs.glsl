// The matrix's bits as a list: an invocation per word.
#include "mesh/declare.glsl"
#include "mesh/candidate.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_BITS, std430) readonly buffer Bits { uint bits[]; };

void main() {
    const uint words = (push.triangles + 31u) / 32u;
    const uint at = mesh_invocation();
    const uint row = push.first + at / words;
    if (row >= push.end) return;
    for (uint met = bits[at]; met != 0u; met &= met - 1u) {
        mesh_candidate(row, at % words * 32u + uint(findLSB(met)));
    }
}

// The list of candidates: pairs of triangles whose boxes meet.
#define MESH_COUNTS_BINDING VKALGO_MESH_FIND_COUNTS
#include "mesh/append.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_LIST, std430) writeonly buffer List { uvec2 list[]; };

void mesh_candidate(uint a, uint b) {
    if (!mesh_wanted(a, b)) return;
    const uint place = mesh_place(VKALGO_MESH_COUNT_CANDIDATES);
    if (place < push.candidates) list[place] = uvec2(min(a, b), max(a, b));
}

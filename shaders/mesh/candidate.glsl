// The list of candidates: pairs of triangles whose boxes meet. Invocations find them in divergent control flow, so each
// invocation keeps up to four candidates and reserves room for them together.
#define MESH_COUNTS_BINDING VKALGO_MESH_FIND_COUNTS
#include "mesh/append.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_LIST, std430) writeonly buffer List { uvec2 list[]; };

uvec2 kept[4];  // In registers: every index is a constant
uint kept_count = 0u;

// Appends the candidates that are kept. Called when there are four of them, and at the end of an invocation.
void mesh_append_candidates() {
    if (kept_count == 0u) return;
    const uint index = mesh_reserve(VKALGO_MESH_COUNT_CANDIDATES, kept_count);
    const uint end = min(index + kept_count, push.candidates);
    if (index < end) list[index] = kept[0];
    if (index + 1u < end) list[index + 1u] = kept[1];
    if (index + 2u < end) list[index + 2u] = kept[2];
    if (index + 3u < end) list[index + 3u] = kept[3];
    kept_count = 0u;
}

void mesh_candidate(uint a, uint b) {
    if (!mesh_wanted(a, b)) return;
    kept[3] = kept[2];
    kept[2] = kept[1];
    kept[1] = kept[0];
    kept[0] = uvec2(min(a, b), max(a, b));
    if (++kept_count == 4u) mesh_append_candidates();
}

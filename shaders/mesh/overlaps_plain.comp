// Compares each leaf of the hierarchy with the later leaves among push.first_column ... end_column - 1. The traversal
// from the root skips nodes without such leaves, and nodes whose box does not meet the leaf's box. This kernel is for
// devices on which the leaves of a subgroup do not traverse together (overlaps.comp).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/declare.glsl"
#include "mesh/candidate.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_ORDER, std430) readonly buffer Order { uint order[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_NODES, std430) readonly buffer Nodes { uvec4 nodes[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_BOUNDS, std430) readonly buffer Bounds { uint bounds[]; };

void main() {
    const uint leaf = push.first + mesh_invocation();
    if (leaf >= push.end || push.triangles < 2u) return;
    const uint triangle = order[leaf];
    const vec3 low = boxes[2u * triangle].xyz, high = boxes[2u * triangle + 1u].xyz;
    const uint begin = max(leaf + 1u, push.first_column);
    uint waiting[VKALGO_MESH_LEVELS];
    uint count = 0;
    uint node = bounds[VKALGO_MESH_BOUND_ROOT];
    for (;;) {
        const uvec4 left_low = nodes[4u * node], left_high = nodes[4u * node + 1u];
        const uvec4 right_low = nodes[4u * node + 2u], right_high = nodes[4u * node + 3u];
        bool go_left = node >= begin && left_high.w < push.end_column &&
                       mesh_meet(low, high, uintBitsToFloat(left_low.xyz), uintBitsToFloat(left_high.xyz));
        bool go_right = right_high.w >= begin && node + 1u < push.end_column &&
                        mesh_meet(low, high, uintBitsToFloat(right_low.xyz), uintBitsToFloat(right_high.xyz));
        const uint left = left_low.w, right = right_low.w;
        if (go_left && (left & VKALGO_MESH_LEAF) != 0u) {
            mesh_candidate(triangle, left & ~VKALGO_MESH_LEAF);
            go_left = false;
        }
        if (go_right && (right & VKALGO_MESH_LEAF) != 0u) {
            mesh_candidate(triangle, right & ~VKALGO_MESH_LEAF);
            go_right = false;
        }
        if (go_left && go_right) waiting[count++] = right;
        if (go_left) node = left;
        else if (go_right) node = right;
        else if (count != 0u) node = waiting[--count];
        else break;
    }
    mesh_append_candidates();
}

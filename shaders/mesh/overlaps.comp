// Compares each leaf of the hierarchy with the later leaves among push.first_column ... end_column - 1. The invocations
// of a subgroup, with one leaf each, traverse together from the root. They enter a node if it has such later leaves and
// its box meets the box of any leaf of the subgroup. If a node has no more leaves than the subgroup has invocations,
// each invocation fetches one of these leaves instead. The fetched leaves that meet the box around the whole subgroup
// are compared with every leaf of the subgroup. Each invocation collects the leaves that meet its own leaf. Once any
// invocation has kFound of them, and at the end, the subgroup reserves room in the list for all collected leaves with
// one atomic operation. Needs full subgroups.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#define VKALGO_MESH_TEAMS
#include "mesh/declare.glsl"
#include "mesh/candidate.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_ORDER, std430) readonly buffer Order { uint order[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_NODES, std430) readonly buffer Nodes { uvec4 nodes[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_BOUNDS, std430) readonly buffer Bounds { uint bounds[]; };

const uint kFound = 16u;

// This invocation's leaf and triangle. found[0] to found[count - 1] are the triangles found since the last
// append_found() whose boxes meet that triangle's box.
uint leaf;
uint triangle;
vec3 low, high;
uint found[kFound];
uint count = 0u;
// The box around all leaves of the subgroup.
vec3 all_low, all_high;

// Appends the pairs that were found. Called by all invocations of the subgroup.
void append_found() {
    uint index = mesh_team_reserve(VKALGO_MESH_COUNT_CANDIDATES, count);
    for (uint k = 0u; k < count; ++k, ++index) {
        if (index < push.candidates) list[index] = uvec2(min(triangle, found[k]), max(triangle, found[k]));
    }
    count = 0u;
}

// Compares this invocation's leaf with the leaves first + i, for each set bit i of `word`. Called by all invocations of
// the subgroup with the same values.
void compare_leaves(uint first, uint word) {
    for (uint bits = word; bits != 0u; bits &= bits - 1u) {
        const uint other_leaf = first + uint(findLSB(bits));
        const uint other = order[other_leaf];
        const bool met = mesh_meet(low, high, boxes[2u * other].xyz, boxes[2u * other + 1u].xyz);
        if (met && other_leaf > leaf && mesh_wanted(triangle, other)) found[count++] = other;
        if (subgroupAny(count == kFound)) append_found();
    }
}

// Compares this invocation's leaf with the leaves first ... last, at most as many as the subgroup has invocations.
// Called by all invocations of the subgroup with the same values.
void compare_range(uint first, uint last) {
    const uint own = first + gl_SubgroupInvocationID;
    bool near = own <= last && own >= push.first_column && own < push.end_column;
    if (near) {
        const uint other = order[own];
        near = mesh_meet(all_low, all_high, boxes[2u * other].xyz, boxes[2u * other + 1u].xyz);
    }
    const uvec4 words = subgroupBallot(near);
    compare_leaves(first, words.x);
    if (gl_SubgroupSize <= 32u) return;  // The compiler knows the size, and drops the rest
    compare_leaves(first + 32u, words.y);
    compare_leaves(first + 64u, words.z);
    compare_leaves(first + 96u, words.w);
}

void main() {
    const uint first_leaf =
        push.first + vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_SubgroupID * gl_SubgroupSize;
    if (first_leaf >= push.end || push.triangles < 2u) return;
    leaf = first_leaf + gl_SubgroupInvocationID;
    // Nothing meets the box of a leaf that does not exist.
    triangle = 0u;
    low = vec3(uintBitsToFloat(0x7f800000u));
    high = -low;
    if (leaf < push.end) {
        triangle = order[leaf];
        low = boxes[2u * triangle].xyz;
        high = boxes[2u * triangle + 1u].xyz;
    }
    all_low = subgroupMin(low);
    all_high = subgroupMax(high);
    uint waiting[VKALGO_MESH_LEVELS];
    uint waits = 0u;
    uint node = bounds[VKALGO_MESH_BOUND_ROOT];
    for (;;) {
        const uvec4 left_low = nodes[4u * node], left_high = nodes[4u * node + 1u];
        const uvec4 right_low = nodes[4u * node + 2u], right_high = nodes[4u * node + 3u];
        // The left child has the leaves left_high.w ... node, the right one node + 1 ... right_high.w.
        bool go_left = node > leaf && node >= push.first_column && left_high.w < push.end_column &&
                       mesh_meet(low, high, uintBitsToFloat(left_low.xyz), uintBitsToFloat(left_high.xyz));
        bool go_right = right_high.w > leaf && right_high.w >= push.first_column && node + 1u < push.end_column &&
                        mesh_meet(low, high, uintBitsToFloat(right_low.xyz), uintBitsToFloat(right_high.xyz));
        go_left = subgroupAny(go_left);
        go_right = subgroupAny(go_right);
        if (go_left && node - left_high.w < gl_SubgroupSize) {
            compare_range(left_high.w, node);
            go_left = false;
        }
        if (go_right && right_high.w - node <= gl_SubgroupSize) {
            compare_range(node + 1u, right_high.w);
            go_right = false;
        }
        if (go_left && go_right) waiting[waits++] = right_low.w;
        if (go_left) node = left_low.w;
        else if (go_right) node = right_low.w;
        else if (waits != 0u) node = waiting[--waits];
        else break;
    }
    append_found();
}

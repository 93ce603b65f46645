// Finds the items whose boxes meet each queried box: pairs (query, item), appended in no particular order.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/query.glsl"

layout(set = 0, binding = VKALGO_QUERY_ASKED, std430) readonly buffer Asked { vec4 asked[]; };
layout(set = 0, binding = VKALGO_QUERY_ANSWERS, std430) writeonly buffer Answers { uvec2 answers[]; };
#define MESH_COUNTS_BINDING VKALGO_QUERY_COUNTS
#include "mesh/append.glsl"

bool meet(vec3 low, vec3 high, vec3 other_low, vec3 other_high) {
    return all(lessThanEqual(low, other_high)) && all(lessThanEqual(other_low, high));
}

void answer(uint box, uint item) {
    const uint index = mesh_reserve(0u, 1u);
    if (index < push.capacity) answers[index] = uvec2(box, item);
}

void main() {
    const uint box = query_invocation();
    if (box >= push.asked || push.items == 0u) return;
    const vec3 low = asked[2u * box].xyz, high = asked[2u * box + 1u].xyz;
    uint node = bounds[VKALGO_MESH_BOUND_ROOT];
    if (is_leaf(node)) {  // There is one item, and node 0 has its box
        if (meet(low, high, uintBitsToFloat(nodes[0].xyz), uintBitsToFloat(nodes[1].xyz))) answer(box, item_of(node));
        return;
    }
    for (;;) {
        const Children children = children_of(node);
        bool left = meet(low, high, children.left_low, children.left_high);
        bool right = meet(low, high, children.right_low, children.right_high);
        if (left && is_leaf(children.left)) {
            answer(box, item_of(children.left));
            left = false;
        }
        if (right && is_leaf(children.right)) {
            answer(box, item_of(children.right));
            right = false;
        }
        if (left && right) waiting[waiting_count++] = children.right;
        if (left) node = children.left;
        else if (right) node = children.right;
        else if (waiting_count != 0u) node = waiting[--waiting_count];
        else return;
    }
}

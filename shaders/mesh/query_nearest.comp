// Finds the triangle nearest to each queried point (xyz; w is the greatest distance). The answer is the item, the
// square of its distance, and the item's nearest point, given by the weights of the item's second and third corner.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/query.glsl"

#define MESH_POSITIONS_BINDING VKALGO_QUERY_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_QUERY_TRIANGLES
#include "mesh/triangle.glsl"

layout(set = 0, binding = VKALGO_QUERY_ASKED, std430) readonly buffer Asked { vec4 asked[]; };
layout(set = 0, binding = VKALGO_QUERY_ANSWERS, std430) writeonly buffer Answers { uvec4 answers[]; };

vec3 point;
float best;  // Square of the least distance so far
uint best_item = VKALGO_QUERY_NONE;
vec2 best_weights = vec2(0.0);

float box_distance(vec3 low, vec3 high) {
    const vec3 away = max(max(low - point, point - high), vec3(0.0));
    return dot(away, away);
}

// Returns the weights of b and c for the point of the triangle a, b, c that is nearest (Ericson, "Real-time collision
// detection", 2004, section 5.1.5).
vec2 nearest_weights(vec3 a, vec3 b, vec3 c) {
    const vec3 ab = b - a, ac = c - a, ap = point - a, bp = point - b, cp = point - c;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp);
    const float d6 = dot(ac, cp);
    if (d1 <= 0.0 && d2 <= 0.0) return vec2(0.0, 0.0);
    if (d3 >= 0.0 && d4 <= d3) return vec2(1.0, 0.0);
    if (d6 >= 0.0 && d5 <= d6) return vec2(0.0, 1.0);
    const float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return vec2(d1 / (d1 - d3), 0.0);
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return vec2(0.0, d2 / (d2 - d6));
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const float along = (d4 - d3) / (d4 - d3 + (d5 - d6));
        return vec2(1.0 - along, along);
    }
    const float whole = va + vb + vc;
    return vec2(vb / whole, vc / whole);
}

void take(uint item) {
    const uvec3 vertices = mesh_vertices(item);
    const vec3 a = mesh_position(vertices.x), b = mesh_position(vertices.y), c = mesh_position(vertices.z);
    const vec2 weights = nearest_weights(a, b, c);
    const vec3 away = a + (b - a) * weights.x + (c - a) * weights.y - point;
    const float square = dot(away, away);
    // If several triangles are equally near, the one with the least index is taken.
    if (square < best || (square == best && item < best_item)) {
        best = square;
        best_item = item;
        best_weights = weights;
    }
}

void main() {
    const uint index = query_invocation();
    if (index >= push.asked) return;
    point = asked[index].xyz;
    best = asked[index].w * asked[index].w;
    uint node = push.items == 0u ? VKALGO_MESH_LEAF : bounds[VKALGO_MESH_BOUND_ROOT];
    bool walking = !is_leaf(node);
    if (!walking && push.items != 0u) take(item_of(node));
    while (walking) {
        const Children children = children_of(node);
        float left = box_distance(children.left_low, children.left_high);
        float right = box_distance(children.right_low, children.right_high);
        bool go_left = left <= best, go_right = right <= best;
        if (go_left && is_leaf(children.left)) {
            take(item_of(children.left));
            go_left = false;
        }
        if (go_right && is_leaf(children.right)) {
            take(item_of(children.right));
            go_right = false;
        }
        if (go_left && go_right) {
            waiting[waiting_count++] = left < right ? children.right : children.left;
            node = left < right ? children.left : children.right;
        } else if (go_left || go_right) {
            node = go_left ? children.left : children.right;
        } else if (waiting_count != 0u) {
            node = waiting[--waiting_count];
        } else {
            walking = false;
        }
    }
    answers[index] = uvec4(best_item, floatBitsToUint(best), floatBitsToUint(best_weights));
}

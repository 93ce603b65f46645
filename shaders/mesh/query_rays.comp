// The first triangle that each asked ray meets, of either side: origin and least distance, direction and greatest
// distance, in lengths of the direction. Item, distance, and the weights of the second and third corner. Edges belong
// to both of their triangles: signs of the same three products decide for either (Woop, Benthin, Wald, "Watertight
// ray/triangle intersection", 2013).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/query.glsl"

#define MESH_POSITIONS_BINDING VKALGO_QUERY_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_QUERY_TRIANGLES
#include "mesh/triangle.glsl"

layout(set = 0, binding = VKALGO_QUERY_ASKED, std430) readonly buffer Asked { vec4 asked[]; };
layout(set = 0, binding = VKALGO_QUERY_ANSWERS, std430) writeonly buffer Answers { uvec4 answers[]; };

vec3 origin, direction, inverse;
float least, best;
uint best_item = VKALGO_QUERY_NONE;
vec2 best_weights = vec2(0.0);
uint along_x, along_y, along_z;  // axes in the order in which the direction's size grows, turned so as to keep sides
vec3 shear;

// Where the ray enters a box, or infinity; with a margin on both sides for the rounding of the division, the difference
// and the product of each axis, which are off by 5 * 2^-23 at most.
float enter(vec3 low, vec3 high) {
    const vec3 one = (low - origin) * inverse, other = (high - origin) * inverse;
    vec3 near = min(one, other), far = max(one, other);
    for (uint axis = 0; axis < 3u; ++axis) {
        if (inverse[axis] == 0.0) {  // within the slab all along, or never
            const bool within = low[axis] <= origin[axis] && origin[axis] <= high[axis];
            near[axis] = within ? -3e38 : 3e38;
            far[axis] = within ? 3e38 : -3e38;
        }
    }
    const float entry = max(max(near.x, near.y), near.z), exit = min(min(far.x, far.y), far.z);
    const float begin = max(entry - abs(entry) * 2e-6, least);
    const float end = min(exit + abs(exit) * 2e-6, best);
    return begin <= end ? begin : uintBitsToFloat(0x7f800000u);
}

void take(uint item) {
    const uvec3 vertices = mesh_vertices(item);
    const vec3 a = mesh_position(vertices.x) - origin, b = mesh_position(vertices.y) - origin;
    const vec3 c = mesh_position(vertices.z) - origin;
    precise const vec2 pa = vec2(a[along_x] - shear.x * a[along_z], a[along_y] - shear.y * a[along_z]);
    precise const vec2 pb = vec2(b[along_x] - shear.x * b[along_z], b[along_y] - shear.y * b[along_z]);
    precise const vec2 pc = vec2(c[along_x] - shear.x * c[along_z], c[along_y] - shear.y * c[along_z]);
    precise const float u = pc.x * pb.y - pc.y * pb.x;
    precise const float v = pa.x * pc.y - pa.y * pc.x;
    precise const float w = pb.x * pa.y - pb.y * pa.x;
    const bool below = u < 0.0 || v < 0.0 || w<0.0, above = u> 0.0 || v > 0.0 || w > 0.0;
    const float whole = u + v + w;
    if (below && above || whole == 0.0) return;
    const vec3 weights = vec3(u, v, w) / whole;
    const float distance = shear.z * dot(weights, vec3(a[along_z], b[along_z], c[along_z]));
    // Of triangles that are met in the same place the first one.
    if (distance >= least && (distance < best || (distance == best && item < best_item))) {
        best = distance;
        best_item = item;
        best_weights = weights.yz;
    }
}

void main() {
    const uint index = query_invocation();
    if (index >= push.asked) return;
    origin = asked[2u * index].xyz;
    least = asked[2u * index].w;
    direction = asked[2u * index + 1u].xyz;
    best = asked[2u * index + 1u].w;
    const vec3 size = abs(direction);
    along_z = size.x > size.y ? (size.x > size.z ? 0u : 2u) : (size.y > size.z ? 1u : 2u);
    along_x = (along_z + 1u) % 3u;
    along_y = (along_z + 2u) % 3u;
    shear = vec3(direction[along_x], direction[along_y], 1.0) / direction[along_z];
    // Components too small to be divided by count as none; 0 marks them.
    inverse = mix(1.0 / direction, vec3(0.0), lessThan(size, vec3(max(max(size.x, size.y), size.z) * 1e-30)));
    inverse = mix(inverse, vec3(0.0), lessThan(size, vec3(1e-36)));
    uint node = push.items == 0u ? VKALGO_MESH_LEAF : bounds[VKALGO_MESH_BOUND_ROOT];
    bool walking = !is_leaf(node) && direction[along_z] != 0.0;
    if (is_leaf(node) && push.items != 0u && direction[along_z] != 0.0) take(item_of(node));
    const float never = uintBitsToFloat(0x7f800000u);
    while (walking) {
        const Children children = children_of(node);
        const float left = enter(children.left_low, children.left_high);
        const float right = enter(children.right_low, children.right_high);
        bool go_left = left < never, go_right = right < never;
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

// Finds the first triangle that each queried ray meets, from either side. A ray is given by its origin and least
// distance, and by its direction and greatest distance; distances are in lengths of the direction. The answer is the
// item, its distance, and the weights of its second and third corner. Edges belong to both of their triangles: the
// signs of the same three products decide for either (Woop, Benthin, Wald, "Watertight ray/triangle intersection",
// 2013).
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
uint along_x, along_y, along_z;  // along_z: axis of the greatest component; the others follow in cyclic order
vec3 shear;
vec3 sway;  // How much wider a box is made along each axis, per unit of length along along_z

// Returns where the ray enters a box, or infinity if it does not. Every triangle that take() accepts lies in a box that
// is entered, unless it is seen edge-on.
//   Relative to the origin, and along the axes x, y, z of take(), a corner a is seen at a.x - s a.z, where s is the
//   shear of that axis. Floats are off by at most 3 e |a.x| + 6 e |s a.z|, where e = 2^-23 (e for each difference and
//   product, 2.5 e for the division). A vertex is seen at the same position for every triangle that it belongs to.
//   take() computes u, v and w from these positions, as differences of two rounded products. Rounding keeps order, so
//   their signs are never the opposite of the exact ones. So a triangle whose seen corners enclose the origin is
//   accepted, unless u, v and w are all rounded to 0. A closed surface that the ray enters has such a triangle.
//   For such a triangle let p be the point that is seen at the origin: a mean of its corners, and so p.x = s p.z + d
//   with |d| at most the greatest of the corners' errors. When the ray reaches p.z it is at s p.z along x. It is
//   therefore in a box that is wider by the error along x, and the same holds along y. The code uses 10 e, which
//   includes e for the difference of box and origin. This factor is multiplied by the greatest distances of the box
//   from the origin, which are at least those of the corners.
//   Distances along the ray are then off by 6 e times their own magnitude; the code allows for 16 e.
float enter(vec3 low, vec3 high) {
    low -= origin;
    high -= origin;
    const vec3 reach = max(abs(low), abs(high));
    const vec3 wider = reach * 1.2e-6 + sway * reach[along_z];
    low -= wider;
    high += wider;
    const vec3 one = low * inverse, other = high * inverse;
    vec3 near = min(one, other), far = max(one, other);
    for (uint axis = 0; axis < 3u; ++axis) {
        if (inverse[axis] == 0.0) {  // The ray is within the slab everywhere, or nowhere
            const bool within = low[axis] <= 0.0 && 0.0 <= high[axis];
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
    // If the ray meets several triangles at the same distance, the one with the least index is taken.
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
    // Components too small to divide by are ignored; 0 marks them.
    inverse = mix(1.0 / direction, vec3(0.0), lessThan(size, vec3(max(max(size.x, size.y), size.z) * 1e-30)));
    inverse = mix(inverse, vec3(0.0), lessThan(size, vec3(1e-36)));
    // Along an ignored axis the ray still moves.
    sway = size / size[along_z] * mix(vec3(1.2e-6), vec3(1.0001), equal(inverse, vec3(0.0)));
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

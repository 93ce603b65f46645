// Computes every triangle's box, the bounding box of all triangles, and the list of triangles that may be degenerate.
// Each triangle that may be degenerate is appended to the undecided pairs, paired with itself. Cost per triangle: 12
// bytes of indices, 36 of positions; 32 are written.
//
// Error bound. The relative error of each difference of coordinates is u <= 2^-23 (Vulkan does not define the direction
// of rounding). Each coordinate has an error of e, which adds 2 e to the error of a difference. A minor y z' - z y' of
// differences at most Y and Z then has an error of at most 8 u Y Z + 4 e (Y + Z). Twice this bound is used.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/bounds.glsl"
#include "mesh/declare.glsl"
#define MESH_POSITIONS_BINDING VKALGO_MESH_BOXES_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_MESH_BOXES_TRIANGLES
#include "mesh/triangle.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_BOXES_COUNTS
#include "mesh/append.glsl"

layout(set = 0, binding = VKALGO_MESH_BOXES_BOXES, std430) writeonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_BOXES_UNDECIDED, std430) writeonly buffer Undecided { uvec2 undecided[]; };
layout(set = 0, binding = VKALGO_MESH_BOXES_BOUNDS, std430) coherent buffer Bounds { uint bounds[]; };

bool subnormal(vec3 value) {
    const uvec3 size = floatBitsToUint(value) & 0x7fffffffu;
    return any(notEqual(size, uvec3(0))) && any(lessThan(size - 1u, uvec3(0x007fffffu)));
}

// Returns the distance m by which a bound x is moved outwards. However the operations round, the moved bound lies
// beyond x by at least the error e of x, e >= 2^-100. With u as above, m is at least (e + 2 u |x|) (1 - u)^2 (1 + 8 u)
// >= (e + 2 u |x|) (1 + 5 u), and the sum of x and m is off by at most u (|x| + m). So the moved bound lies beyond x by
// at least m (1 - u) - u |x| >= e + 3 u e, which exceeds e by more than what is lost below the smallest normal number.
vec3 margin(vec3 bound) { return (push.error + abs(bound) * 2.3841858e-7) * 1.00000095; }

bool surely_a_triangle(vec3 a, vec3 b, vec3 c) {
    const vec3 reach = max(abs(b - a), abs(c - a));
    const float extent = max(max(reach.x, reach.y), reach.z);
    const uint exponent = floatBitsToUint(extent) >> 23;
    if (exponent < 27u || exponent > 227u) return false;  // 2^-100 ... 2^100
    const float scale = uintBitsToFloat((254u - exponent) << 23);
    const vec3 u = b * scale - a * scale, v = c * scale - a * scale;
    const float e = 2.0 * push.error * scale;
    const vec3 most = max(abs(u), abs(v)) + e;
    const vec3 bound = most.yzx * most.zxy * 1.9073486e-6 + 4.0 * e * (most.yzx + most.zxy) + 1e-27;
    return any(greaterThan(abs(cross(u, v)), bound));
}

void main() {
    mesh_begin_bounds();
    const uint triangle = mesh_invocation();
    if (triangle < push.triangles) {
        const uvec3 vertices = mesh_vertices(triangle);
        const vec3 a = mesh_position(vertices.x), b = mesh_position(vertices.y), c = mesh_position(vertices.z);
        vec3 low = min(min(a, b), c), high = max(max(a, b), c);
        const bool small = subnormal(a) || subnormal(b) || subnormal(c);
        if (small) {  // A coordinate may have been taken for 0
            low -= 1.1754944e-38;
            high += 1.1754944e-38;
        }
        if (push.error > 0.0) {
            low -= margin(low);
            high += margin(high);
        }
        const bool sure = !small && surely_a_triangle(a, b, c);
        boxes[2u * triangle] = vec4(low, uintBitsToFloat(small ? VKALGO_MESH_SUBNORMAL : 0u));
        boxes[2u * triangle + 1u] = vec4(high, 0.0);
        if (!sure) {
            const uint index = mesh_reserve(VKALGO_MESH_COUNT_UNDECIDED, 1u);
            if (index < push.undecided) undecided[index] = uvec2(triangle);
        }
        mesh_take_bounds(low, high);
    }
    const uint greatest = mesh_end_bounds();
    if (gl_LocalInvocationID.x < VKALGO_MESH_BOUND_ROOT) atomicMax(bounds[gl_LocalInvocationID.x], greatest);
}

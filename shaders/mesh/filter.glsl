// Decides candidates by floats if floats are sure. Pairs that intersect are appended to the results. Pairs that floats
// do not decide are appended to the undecided pairs. Cost per candidate: 8 bytes and two triangles are read.
//
// Every test is the sign of a sum of products of differences of coordinates. All coordinates are scaled by a power of
// two so that the greatest difference, M, is 1 to 2. The relative error of each difference is u <= 2^-23 (Vulkan does
// not define the direction of rounding). Each coordinate has an error of e / 2, which adds e to the error of a
// difference. Results that lose bits below the smallest normal number are off by 2^-126 each; 1e-27 is far more than
// all of these errors together. So the errors are at most:
//   side()    three factors, six products, five roundings in sums and three within factors: 48 u X Y Z for the greatest
//             differences X, Y, Z (64 u are used), and 6 e (X Y + Y Z + X Z) (8 e are used)
//   beyond()  four factors of at most M: 144 (u M + e) M^3 (256 are used)
//   opposed() the same: 132 (u M + e) M^3
#include "mesh/declare.glsl"
#define MESH_POSITIONS_BINDING VKALGO_MESH_FILTER_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_MESH_FILTER_TRIANGLES
#include "mesh/triangle.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_FILTER_COUNTS
#include "mesh/append.glsl"

layout(set = 0, binding = VKALGO_MESH_FILTER_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_FILTER_LIST, std430) readonly buffer List { uvec2 list[]; };
layout(set = 0, binding = VKALGO_MESH_FILTER_UNDECIDED, std430) writeonly buffer Undecided { uvec2 undecided[]; };
layout(set = 0, binding = VKALGO_MESH_FILTER_PAIRS, std430) writeonly buffer Pairs { uvec2 pairs[]; };

float error;         // Greatest error of a difference
float fourth_bound;  // Greatest error of a sum of products of four differences

// Returns the side of the plane a, b, c on which point d lies: 1, -1, or 0 if not sure.
int side(vec3 a, vec3 b, vec3 c, vec3 d) {
    const vec3 u = b - a, v = c - a, w = d - a;
    const vec3 most = max(max(abs(u), abs(v)), abs(w)) + error;
    const float product = most.x * most.y * most.z;
    const float faces = most.x * most.y + most.y * most.z + most.x * most.z;
    const float bound = product * 7.6293945e-6 + 8.0 * error * faces + 1e-27;
    const float sum = dot(cross(u, v), w);
    return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

// Returns whether the points p, q, r surely lie beyond edge a, b of the triangle a, b, c, seen along its normal.
bool beyond(vec3 a, vec3 b, vec3 c, vec3 p, vec3 q, vec3 r) {
    const vec3 edge = b - a;
    const vec3 outward = cross(edge, cross(edge, c - a));
    return dot(outward, p - a) > fourth_bound && dot(outward, q - a) > fourth_bound &&
           dot(outward, r - a) > fourth_bound;
}

// Returns whether p and q surely lie on different sides of the edge a, b that the triangles (a, b, p) and (a, b, q)
// share.
bool opposed(vec3 a, vec3 b, vec3 p, vec3 q) {
    const vec3 edge = b - a;
    return dot(cross(edge, p - a), cross(edge, q - a)) < -fourth_bound;
}

// Returns 1 if the segment p, q surely meets the triangle a, b, c, -1 if it surely does not, else 0. p_side and q_side
// are the sides of the triangle's plane on which the segment's ends lie, as side() returns them.
int segment(vec3 p, vec3 q, int p_side, int q_side, vec3 a, vec3 b, vec3 c) {
    if (p_side * q_side > 0) return -1;
    const ivec3 turns = ivec3(side(p, q, a, b), side(p, q, b, c), side(p, q, c, a));
    if (any(equal(turns, ivec3(1))) && any(equal(turns, ivec3(-1)))) return -1;
    return p_side * q_side < 0 && all(notEqual(turns, ivec3(0))) ? 1 : 0;
}

#define NO -1
#define YES 1
#define UNSURE 0

// Decides about triangles that share no vertex.
int apart(vec3 a[3], vec3 b[3]) {
    ivec3 of_b, of_a;
    for (uint k = 0; k < 3u; ++k) of_b[k] = side(a[0], a[1], a[2], b[k]);
    if (abs(of_b.x + of_b.y + of_b.z) == 3) return NO;
    for (uint k = 0; k < 3u; ++k) of_a[k] = side(b[0], b[1], b[2], a[k]);
    if (abs(of_a.x + of_a.y + of_a.z) == 3) return NO;
    for (uint k = 0; k < 3u; ++k) {
        const uint next = (k + 1u) % 3u, last = (k + 2u) % 3u;
        if (beyond(a[k], a[next], a[last], b[0], b[1], b[2])) return NO;
        if (beyond(b[k], b[next], b[last], a[0], a[1], a[2])) return NO;
    }
    if (any(equal(of_b, ivec3(0))) || any(equal(of_a, ivec3(0)))) return UNSURE;
    // Each triangle has one vertex that is alone on its side of the other triangle's plane. This vertex becomes the
    // triangle's first vertex, on the positive side (Guigue and Devillers 2003). Each triangle meets the common line of
    // both planes in an interval. The intervals overlap unless one ends before the other begins.
    const int side_a = -(of_a.x + of_a.y + of_a.z), side_b = -(of_b.x + of_b.y + of_b.z);
    const uint i = of_a.x == side_a ? 0u : of_a.y == side_a ? 1u : 2u;
    const uint j = of_b.x == side_b ? 0u : of_b.y == side_b ? 1u : 2u;
    vec3 p1 = a[i], q1 = a[(i + 1u) % 3u], r1 = a[(i + 2u) % 3u];
    vec3 p2 = b[j], q2 = b[(j + 1u) % 3u], r2 = b[(j + 2u) % 3u];
    if (side_a < 0) {
        const vec3 kept = q2;
        q2 = r2;
        r2 = kept;
    }
    if (side_b < 0) {
        const vec3 kept = q1;
        q1 = r1;
        r1 = kept;
    }
    const int begin = side(q1, p2, p1, q2), end = side(p1, p2, r1, r2);
    if (begin > 0 || end > 0) return NO;
    return begin < 0 && end < 0 ? YES : UNSURE;
}

// For triangles that share their first vertex, decides whether the edge opposite to this vertex in one triangle meets
// the other triangle.
int at_vertex(vec3 a[3], vec3 b[3]) {
    const int b1 = side(a[0], a[1], a[2], b[1]), b2 = side(a[0], a[1], a[2], b[2]);
    if (b1 * b2 > 0) return NO;
    const int a1 = side(b[0], b[1], b[2], a[1]), a2 = side(b[0], b[1], b[2], a[2]);
    if (a1 * a2 > 0) return NO;
    // Tests whether a plane through the common vertex separates the triangles: one triangle, except for this vertex, is
    // strictly on one side; the other triangle is on the other side or in the plane.
    if (beyond(a[0], a[1], a[2], b[1], b[2], b[1]) || beyond(a[0], a[2], a[1], b[1], b[2], b[1])) return NO;
    if (beyond(b[0], b[1], b[2], a[1], a[2], a[1]) || beyond(b[0], b[2], b[1], a[1], a[2], a[1])) return NO;
    const int one = segment(b[1], b[2], b1, b2, a[0], a[1], a[2]);
    const int other = segment(a[1], a[2], a1, a2, b[0], b[1], b[2]);
    return one > 0 || other > 0 ? YES : one < 0 && other < 0 ? NO : UNSURE;
}

// Returns how many vertices the triangles have in common. For the last one found, vertex i of a is vertex j of b.
uint common_vertices(uvec3 va, uvec3 vb, out uint i, out uint j) {
    uint shared_vertices = 0;
    i = j = 0u;
    for (uint k = 0; k < 3u; ++k) {
        for (uint l = 0; l < 3u; ++l) {
            if (va[k] == vb[l]) {
                i = k;
                j = l;
                ++shared_vertices;
            }
        }
    }
    return shared_vertices;
}

// Loads the corners in the scale of the tests. Returns false if they are too large or too small for the tests.
bool load_scaled(uvec3 va, uvec3 vb, out vec3 a[3], out vec3 b[3]) {
    for (uint k = 0; k < 3u; ++k) {
        a[k] = mesh_position(va[k]);
        b[k] = mesh_position(vb[k]);
    }
    vec3 low = min(a[0], b[0]), high = max(a[0], b[0]);
    for (uint k = 1; k < 3u; ++k) {
        low = min(low, min(a[k], b[k]));
        high = max(high, max(a[k], b[k]));
    }
    const vec3 reach = high - low;
    const float extent = max(max(reach.x, reach.y), reach.z);
    const uint exponent = floatBitsToUint(extent) >> 23;
    if (exponent < 27u || exponent > 227u) return false;  // 2^-100 ... 2^100
    const float scale = uintBitsToFloat((254u - exponent) << 23);
    for (uint k = 0; k < 3u; ++k) {
        a[k] *= scale;
        b[k] *= scale;
    }
    error = 2.0 * push.error * scale;
    const float most = extent * scale + error;
    fourth_bound = most * most * most * 256.0 * (1.1920929e-7 * most + error);
    return true;
}

// Decides about triangles that share one or two vertices. If they share one vertex, it is vertex i of a and vertex j of
// b.
int joined(uvec3 va, uvec3 vb, vec3 a[3], vec3 b[3], uint shared_vertices, uint i, uint j) {
    if (shared_vertices == 1u) {
        const vec3 turned_a[3] = vec3[3](a[i], a[(i + 1u) % 3u], a[(i + 2u) % 3u]);
        const vec3 turned_b[3] = vec3[3](b[j], b[(j + 1u) % 3u], b[(j + 2u) % 3u]);
        return at_vertex(turned_a, turned_b);
    }
    uint p = 0, q = 0;  // The vertices that are not shared
    for (uint k = 0; k < 3u; ++k) {
        if (all(notEqual(uvec3(va[k]), vb))) p = k;
        if (all(notEqual(uvec3(vb[k]), va))) q = k;
    }
    const vec3 begin = a[(p + 1u) % 3u], end = a[(p + 2u) % 3u];
    return side(begin, end, a[p], b[q]) != 0 || opposed(begin, end, a[p], b[q]) ? NO : UNSURE;
}

uint flags_of(uvec2 pair) { return floatBitsToUint(boxes[2u * pair.x].w) | floatBitsToUint(boxes[2u * pair.y].w); }

#ifdef MESH_FILTER_RUNS
// An invocation takes VKALGO_MESH_FILTER_EACH neighbouring candidates. Candidates whose triangles share a vertex are
// tested separately from the others. So these tests cost little if such candidates are few, even where all invocations
// of a subgroup spend time on every branch (llvmpipe).
void main() {
    const uint first = mesh_invocation() * VKALGO_MESH_FILTER_EACH;
    const uint end = min(min(counts[VKALGO_MESH_COUNT_CANDIDATES], push.candidates), first + VKALGO_MESH_FILTER_EACH);
    uint intersect = 0u, unsure = 0u;  // A bit for each candidate
    uint at = first;
    for (;;) {
        uint shared_vertices = 0u, i = 0u, j = 0u;
        bool small = false;
        uvec3 va = uvec3(0u), vb = uvec3(0u);
        vec3 a[3], b[3];
        while (at < end && shared_vertices == 0u) {
            const uvec2 pair = list[at];
            const uint flags = flags_of(pair);
            const bool flat_one = (flags & VKALGO_MESH_FLAT) != 0u;
            small = (flags & VKALGO_MESH_SUBNORMAL) != 0u;
            va = mesh_vertices(pair.x);
            vb = mesh_vertices(pair.y);
            shared_vertices = common_vertices(va, vb, i, j);
            small = !load_scaled(va, vb, a, b) || small;
            const int decided = small ? UNSURE : apart(a, b);
            if (flat_one) shared_vertices = 0u;
            if (shared_vertices == 0u) {
                if (!flat_one && decided == YES) intersect |= 1u << (at - first);
                if (!flat_one && decided == UNSURE) unsure |= 1u << (at - first);
                ++at;
            }
        }
        if (at >= end) break;
        const int decided = shared_vertices == 3u ? YES : small ? UNSURE : joined(va, vb, a, b, shared_vertices, i, j);
        if (decided == YES) intersect |= 1u << (at - first);
        if (decided == UNSURE) unsure |= 1u << (at - first);
        ++at;
    }
    uint index = intersect != 0u ? mesh_reserve(VKALGO_MESH_COUNT_PAIRS, bitCount(intersect)) : 0u;
    for (; intersect != 0u; intersect &= intersect - 1u, ++index) {
        if (index < push.pairs) pairs[index] = list[first + uint(findLSB(intersect))].yx;
    }
    index = unsure != 0u ? mesh_reserve(VKALGO_MESH_COUNT_UNDECIDED, bitCount(unsure)) : 0u;
    for (; unsure != 0u; unsure &= unsure - 1u, ++index) {
        if (index < push.undecided) undecided[index] = list[first + uint(findLSB(unsure))];
    }
}
#else
// Decides about two triangles. `small`: a coordinate is subnormal, and may have been taken for 0.
int decide(uint first, uint second, bool small) {
    const uvec3 va = mesh_vertices(first), vb = mesh_vertices(second);
    uint i, j;
    const uint shared_vertices = common_vertices(va, vb, i, j);
    if (shared_vertices == 3u) return YES;
    if (small) return UNSURE;
    vec3 a[3], b[3];
    if (!load_scaled(va, vb, a, b)) return UNSURE;
    // Vertices of two meshes never have the same index.
    if (shared_vertices == 0u) return apart(a, b);
    return joined(va, vb, a, b, shared_vertices, i, j);
}

void main() {
    const uint at = mesh_invocation();
    const bool there = at < min(counts[VKALGO_MESH_COUNT_CANDIDATES], push.candidates);
    const uvec2 pair = there ? list[at] : uvec2(0u);
    int decided = NO;
    if (there) {
        const uint flags = flags_of(pair);
        if ((flags & VKALGO_MESH_FLAT) == 0u) decided = decide(pair.x, pair.y, (flags & VKALGO_MESH_SUBNORMAL) != 0u);
    }
    const uint index = mesh_reserve_one(VKALGO_MESH_COUNT_PAIRS, decided == YES);
    if (decided == YES && index < push.pairs) pairs[index] = pair.yx;
    const uint waiting = mesh_reserve_one(VKALGO_MESH_COUNT_UNDECIDED, decided == UNSURE);
    if (decided == UNSURE && waiting < push.undecided) undecided[waiting] = pair;
}
#endif

// Decides with integers (exact_numbers.glsl) the pairs that floats did not decide. The rules are those of CGAL's
// self_intersections, for triangles that are not degenerate:
//   an edge in common         they intersect if they lie in one plane, on the same side of the edge
//   a vertex in common        they intersect if the edge opposite to it in one triangle meets the other triangle
//   nothing in common         they intersect if they share a point
// Without kTouching, two triangles intersect only if their interiors share a point. If three vertices are in common,
// the filter has decided the pair. Pairs of a triangle with itself were decided before (degenerate.comp).
#include "mesh/exact_numbers.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_EXACT_COUNTS
#include "mesh/append.glsl"

layout(constant_id = VKALGO_MESH_CONSTANT_TOUCHING) const bool kTouching = true;

layout(set = 0, binding = VKALGO_MESH_EXACT_UNDECIDED, std430) readonly buffer Undecided { uvec2 undecided[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_PAIRS, std430) writeonly buffer Pairs { uvec2 pairs[]; };

const uint kMaxTests = 18u;
uint tests[kMaxTests];
int results[kMaxTests];
uint test_count;

uint next_of(uint vertex) { return vertex % 3u == 2u ? vertex - 2u : vertex + 1u; }

// Asks on which side of the other triangle's plane each vertex lies. Tests 0 to 2 are for the vertices of the second
// triangle, tests 3 to 5 for the vertices of the first.
void ask_sides() {
    for (uint k = 0; k < 3u; ++k) {
        tests[k] = TEST(0u, 1u, 2u, 3u + k);
        tests[3u + k] = TEST(3u, 4u, 5u, k);
    }
    test_count = 6u;
}

// What the sides decide about the pair, or the tests that must decide it:
//   NEVER         the triangles do not intersect
//   IN_PLANE      the second round tests the normals of both triangles. In the third round, test 6 k + l is for edge k
//                 and vertex 3 + l, and test 6 k + 3 + l is for edge 3 + k and vertex l
//   BY_INTERVALS  each triangle meets the common line of both planes in an interval; two tests: neither interval ends
//                 before the other begins
//   BY_SEGMENTS   three tests per triangle: its edge opposite to the common vertex, and each edge of the other triangle
#define NEVER 0u
#define IN_PLANE 1u
#define BY_INTERVALS 2u
#define BY_SEGMENTS 3u
uint judgement;
ivec3 of_a, of_b;    // Per vertex of a triangle: its side of the other triangle's plane
int turn_a, turn_b;  // Orientations of the triangles in the plane of two axes
uint shared_vertices, shared_a, shared_b;

void finish() {
    judgement = NEVER;
    test_count = 0u;
}

void find_shared() {
    shared_vertices = 0u;
    for (uint k = 0; k < 3u; ++k) {
        for (uint l = 3u; l < 6u; ++l) {
            if (vertices[k] == vertices[l]) {
                ++shared_vertices;
                shared_a = k;
                shared_b = l;
            }
        }
    }
}

void ask_normals() {
    judgement = IN_PLANE;
    for (uint k = 0; k < 3u; ++k) {
        tests[k] = TEST_AXIS(0u, 1u, 2u, k);
        tests[3u + k] = TEST_AXIS(3u, 4u, 5u, k);
    }
    test_count = 6u;
}

void ask_edges() {
    const uint axis = results[0] != 0 ? 0u : results[1] != 0 ? 1u : 2u;
    turn_a = results[axis];
    turn_b = results[3u + axis];
    for (uint k = 0; k < 3u; ++k) {
        for (uint l = 0; l < 3u; ++l) {
            tests[6u * k + l] = TEST_AXIS(k, next_of(k), 3u + l, axis);
            tests[6u * k + 3u + l] = TEST_AXIS(3u + k, next_of(3u + k), l, axis);
        }
    }
    test_count = 18u;
}

// Returns the vertex that is alone on its side, and sets `side` to that side (1 or -1): the other two vertices are on
// the other side or in the plane. If no such vertex exists, two vertices are on one side and the third is in the
// plane. Then the third is returned, as if it were on the other side.
uint alone(ivec3 sides, out int side) {
    const uint above = uint(dot(vec3(equal(sides, ivec3(1))), vec3(1.0)));
    const uint below = uint(dot(vec3(equal(sides, ivec3(-1))), vec3(1.0)));
    int looked_for;
    if (above == 1u) looked_for = side = 1;
    else if (below == 1u) looked_for = side = -1;
    else {
        looked_for = 0;
        side = above == 2u ? -1 : 1;
    }
    return sides.x == looked_for ? 0u : sides.y == looked_for ? 1u : 2u;
}

void ask_intervals() {
    judgement = BY_INTERVALS;
    int side_a, side_b;
    const uint p1 = alone(of_a, side_a), p2 = 3u + alone(of_b, side_b);
    uint q1 = next_of(p1), r1 = next_of(q1), q2 = next_of(p2), r2 = next_of(q2);
    if (side_a < 0) {
        const uint kept = q2;
        q2 = r2;
        r2 = kept;
    }
    if (side_b < 0) {
        const uint kept = q1;
        q1 = r1;
        r1 = kept;
    }
    tests[0] = TEST(q1, p2, p1, q2);
    tests[1] = TEST(p1, p2, r1, r2);
    test_count = 2u;
}

void ask_segments() {
    judgement = BY_SEGMENTS;
    for (uint k = 0; k < 3u; ++k) {
        tests[k] = TEST(next_of(shared_b), next_of(next_of(shared_b)), k, next_of(k));
        tests[3u + k] = TEST(next_of(shared_a), next_of(next_of(shared_a)), 3u + k, next_of(3u + k));
    }
    test_count = 6u;
}

bool has_both(ivec3 sides) { return any(equal(sides, ivec3(1))) && any(equal(sides, ivec3(-1))); }

void ask_more() {
    of_b = ivec3(results[0], results[1], results[2]);
    of_a = ivec3(results[3], results[4], results[5]);
    find_shared();
    if (all(equal(of_b, ivec3(0)))) ask_normals();
    else if (shared_vertices == 2u) finish();
    else if (abs(of_a.x + of_a.y + of_a.z) == 3 || abs(of_b.x + of_b.y + of_b.z) == 3) finish();
    else if (!kTouching && !(has_both(of_a) && has_both(of_b))) finish();
    else if (shared_vertices == 1u && kTouching) ask_segments();
    else ask_intervals();
}

// For triangles in one plane: returns false if one triangle lies completely beyond an edge of the other triangle.
bool meet_in_plane() {
    for (uint k = 0; k < 3u; ++k) {
        bool beyond_a = true, beyond_b = true;
        for (uint l = 0; l < 3u; ++l) {
            const int b = results[6u * k + l] * turn_a, a = results[6u * k + 3u + l] * turn_b;
            beyond_a = beyond_a && (kTouching ? b < 0 : b <= 0);
            beyond_b = beyond_b && (kTouching ? a < 0 : a <= 0);
        }
        if (beyond_a || beyond_b) return false;
    }
    return true;
}

// For a segment and a triangle T in one plane: returns false if the segment lies completely beyond an edge of T, or T
// lies completely on one side of the segment. The segment is edge `edge` (0 to 2) of the other triangle, S. In each
// group of 6 results, the tests of an edge of S begin at `own`, and the tests of an edge of T begin at `other`. `turn`
// is the orientation of T.
bool segment_in_plane(uint edge, uint own, uint other, int turn) {
    ivec3 of_segment;
    for (uint l = 0; l < 3u; ++l) of_segment[l] = results[6u * edge + own + l];
    if (abs(of_segment.x + of_segment.y + of_segment.z) == 3) return false;
    const uint next = (edge + 1u) % 3u;
    for (uint k = 0; k < 3u; ++k) {
        if (results[6u * k + other + edge] * turn < 0 && results[6u * k + other + next] * turn < 0) return false;
    }
    return true;
}

bool judge_in_plane() {
    if (shared_vertices == 2u) {
        // p and q are the corners that are not shared. The triangles intersect if both corners lie on the same side of
        // the shared edge.
        uint p = 0, q = 0;
        for (uint k = 0; k < 3u; ++k) {
            if (vertices[k] != vertices[3] && vertices[k] != vertices[4] && vertices[k] != vertices[5]) p = k;
            if (vertices[3u + k] != vertices[0] && vertices[3u + k] != vertices[1] && vertices[3u + k] != vertices[2])
                q = k;
        }
        return results[6u * ((p + 1u) % 3u) + q] * turn_a > 0;
    }
    if (shared_vertices == 1u && kTouching) {
        return segment_in_plane((shared_b - 3u + 1u) % 3u, 3u, 0u, turn_a) ||
               segment_in_plane((shared_a + 1u) % 3u, 0u, 3u, turn_b);
    }
    return meet_in_plane();
}

// Returns whether a segment meets a triangle. `begin`, `end`: the sides of the triangle's plane on which the segment
// begins and ends. `turns`: the segment's orientations relative to the triangle's edges.
bool segment_meets(int begin, int end, ivec3 turns) {
    return begin * end <= 0 && (all(greaterThanEqual(turns, ivec3(0))) || all(lessThanEqual(turns, ivec3(0))));
}

bool judge() {
    if (judgement == IN_PLANE) return judge_in_plane();
    if (judgement == BY_INTERVALS) {
        return kTouching ? results[0] <= 0 && results[1] <= 0 : results[0] < 0 && results[1] < 0;
    }
    if (judgement == BY_SEGMENTS) {
        const uint b = shared_b - 3u;
        return segment_meets(of_b[(b + 1u) % 3u], of_b[(b + 2u) % 3u], ivec3(results[0], results[1], results[2])) ||
               segment_meets(of_a[(shared_a + 1u) % 3u], of_a[(shared_a + 2u) % 3u],
                             ivec3(results[3], results[4], results[5]));
    }
    return false;
}

// Returns whether the triangles of a pair intersect. Evaluates up to three rounds of tests; the results of a round
// determine the tests of the next round.
bool decide(uvec2 pair) {
    begin_tests(pair);
    ask_sides();
    for (uint round = 0; round < 3u; ++round) {
        for (uint k = 0; k < test_count; ++k) results[k] = evaluate(tests[k]);
        if (round == 0u) ask_more();
        else if (round == 1u && judgement == IN_PLANE) ask_edges();
        else test_count = 0u;
    }
    return judge();
}

void main() {
    const uint at = mesh_invocation();
    const bool there = at < min(counts[VKALGO_MESH_COUNT_UNDECIDED], push.undecided);
    const uvec2 pair = there ? undecided[at] : uvec2(0u);
    const bool meet = pair.x != pair.y && decide(pair);
    const uint index = mesh_reserve_one(VKALGO_MESH_COUNT_PAIRS, meet);
    if (meet && index < push.pairs) pairs[index] = pair.yx;
}

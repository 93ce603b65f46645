// What floats did not decide, decided by whole numbers. All coordinates of two triangles are multiples of one power of
// two: as numbers of kLimbs 32-bit words their differences, products and sums are exact, on every device.
//
// A pair of a triangle with itself asks whether it is degenerate. Pairs of a degenerate triangle with others do not
// count. Of the others (the rules of CGAL's self_intersections):
//   three vertices in common  they intersect
//   an edge in common         they intersect if they lie in one plane, on the same side of the edge
//   a vertex in common        they intersect if the edge opposite to it in one meets the other
//   nothing in common         they intersect if they share a point
// Without kTouching pairs intersect only if their interiors share a point.
#include "mesh/declare.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_EXACT_COUNTS
#include "mesh/append.glsl"

layout(constant_id = VKALGO_MESH_CONSTANT_WORDS) const uint kWords = 1;
layout(constant_id = VKALGO_MESH_CONSTANT_LIMBS) const uint kLimbs = 9;
layout(constant_id = VKALGO_MESH_CONSTANT_TOUCHING) const bool kTouching = true;

layout(set = 0, binding = VKALGO_MESH_EXACT_EXACT, std430) readonly buffer Exact { uint exact_words[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_TRIANGLES, std430) readonly buffer Triangles { uint triangles[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_UNDECIDED, std430) readonly buffer Undecided { uvec2 undecided[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_PAIRS, std430) writeonly buffer Pairs { uvec2 pairs[]; };

// Vertices of the first triangle (0 to 2) and of the second (3 to 5).
uint vertices[6];
uint least_exponent;  // that a coordinate's last bit has
uint limbs;           // that differences need

// A coordinate as sign, exponent of the last bit (from 0, biased) and significand.
struct Parts {
    bool negative;
    uint exponent;
    uvec2 digits;  // low, high
};

Parts parts_of(uint vertex, uint axis) {
    const uint at = (3u * vertices[vertex] + axis) * kWords;
    Parts parts;
    if (kWords == 1u) {
        const uint word = exact_words[at];
        const uint exponent = (word >> 23) & 0xffu;
        parts.negative = (word >> 31) != 0u;
        parts.digits = uvec2((word & 0x7fffffu) | (exponent != 0u ? 0x800000u : 0u), 0u);
        parts.exponent = max(exponent, 1u);
    } else {
        const uvec2 words = uvec2(exact_words[at], exact_words[at + 1u]);
        const uint exponent = (words.y >> 20) & 0x7ffu;
        parts.negative = (words.y >> 31) != 0u;
        parts.digits = uvec2(words.x, (words.y & 0xfffffu) | (exponent != 0u ? 0x100000u : 0u));
        parts.exponent = max(exponent, 1u);
    }
    return parts;
}

// Numbers of `limbs` words, the lowest first: the nine differences of one test as sign and size.
uint differences[9u * kLimbs];
bool signs[9];
// and what is made of them: two's complement
uint product[3u * kLimbs];
uint minor[2u * kLimbs + 1u];
uint total[3u * kLimbs + 2u];

// Adds or subtracts a coordinate at differences[at ...].
void add(uint at, Parts parts, bool subtract) {
    const uint shift = parts.exponent - least_exponent;
    const uint bit = shift & 31u, begin = shift >> 5;
    const uint low = parts.digits.x << bit;
    const uint middle = parts.digits.y << bit | (bit != 0u ? parts.digits.x >> (32u - bit) : 0u);
    const uint high = bit != 0u ? parts.digits.y >> (32u - bit) : 0u;
    const bool down = subtract != parts.negative;
    uint carry = 0;
    for (uint k = begin; k < limbs; ++k) {
        const uint word = k == begin ? low : k == begin + 1u ? middle : k == begin + 2u ? high : 0u;
        if (k > begin + 2u && carry == 0u) break;
        const uint old = differences[at + k];
        uint first, second;
        if (down) {
            uint borrow, more;
            first = usubBorrow(old, word, borrow);
            second = usubBorrow(first, carry, more);
            carry = borrow | more;
        } else {
            uint over, more;
            first = uaddCarry(old, word, over);
            second = uaddCarry(first, carry, more);
            carry = over | more;
        }
        differences[at + k] = second;
    }
}

// Difference `slot` becomes that of two vertices along an axis.
void subtract(uint slot, uint a, uint b, uint axis) {
    const uint at = slot * kLimbs;
    for (uint k = 0; k < limbs; ++k) differences[at + k] = 0u;
    const Parts from = parts_of(a, axis), what = parts_of(b, axis);
    if ((from.digits.x | from.digits.y) != 0u) add(at, from, false);
    if ((what.digits.x | what.digits.y) != 0u) add(at, what, true);
    signs[slot] = (differences[at + limbs - 1u] >> 31) != 0u;
    if (signs[slot]) {
        uint carry = 1u;
        for (uint k = 0; k < limbs; ++k) differences[at + k] = uaddCarry(~differences[at + k], carry, carry);
    }
}

// product = differences[at ...] times `count` words, of another difference or of the minor: limbs + count words.
void multiply(uint at, uint other, bool by_minor, uint count) {
    for (uint k = 0; k < limbs + count; ++k) product[k] = 0u;
    for (uint i = 0; i < limbs; ++i) {
        const uint factor = differences[at + i];
        if (factor == 0u) continue;
        uint carry = 0;
        for (uint j = 0; j < count; ++j) {
            uint high, low, over;
            umulExtended(factor, by_minor ? minor[j] : differences[other + j], high, low);
            low = uaddCarry(low, carry, over);
            high += over;
            product[i + j] = uaddCarry(product[i + j], low, over);
            carry = high + over;
        }
        product[i + count] = carry;
    }
}

// The minor of slots a b' - b a', as sign (returned) and size; 2 limbs + 1 words.
bool make_minor(uint a, uint b, uint c, uint d) {
    const uint count = 2u * limbs + 1u;
    for (uint k = 0; k < count; ++k) minor[k] = 0u;
    for (uint turn = 0; turn < 2u; ++turn) {
        const uint one = turn == 0u ? a : b, other = turn == 0u ? d : c;
        multiply(one * kLimbs, other * kLimbs, false, limbs);
        const bool down = (signs[one] != signs[other]) != (turn == 1u);
        uint carry = down ? 1u : 0u;
        for (uint k = 0; k < count; ++k) {
            const uint word = k + 1u < count ? product[k] : 0u;
            uint over, more;
            const uint sum = uaddCarry(minor[k], down ? ~word : word, over);
            minor[k] = uaddCarry(sum, carry, more);
            carry = over | more;
        }
    }
    const bool negative = (minor[count - 1u] >> 31) != 0u;
    if (negative) {
        uint carry = 1u;
        for (uint k = 0; k < count; ++k) minor[k] = uaddCarry(~minor[k], carry, carry);
    }
    return negative;
}

// A test: the sign of (q - p) x (r - p) . (t - p), or of the component along one axis of (q - p) x (r - p).
#define TEST(p, q, r, t) ((p) | (q) << 4 | (r) << 8 | (t) << 12)
#define TEST_AXIS(p, q, r, axis) TEST(p, q, r, 8u + (axis))

int evaluate(uint test) {
    const uint p = test & 15u, q = test >> 4 & 15u, r = test >> 8 & 15u, t = test >> 12;
    for (uint axis = 0; axis < 3u; ++axis) {
        subtract(axis, q, p, axis);
        subtract(3u + axis, r, p, axis);
        if (t < 8u) subtract(6u + axis, t, p, axis);
    }
    const uint words = 3u * limbs + 2u;
    for (uint k = 0; k < words; ++k) total[k] = 0u;
    for (uint axis = 0; axis < 3u; ++axis) {
        if (t >= 8u && axis != t - 8u) continue;
        const uint y = (axis + 1u) % 3u, z = (axis + 2u) % 3u;
        bool down = make_minor(y, z, 3u + y, 3u + z);
        const uint count = 2u * limbs + 1u;
        if (t < 8u) {
            multiply((6u + axis) * kLimbs, 0u, true, count - 1u);
            down = down != signs[6u + axis];
        }
        uint carry = down ? 1u : 0u;
        for (uint k = 0; k < words; ++k) {
            const uint word = t < 8u ? (k < 3u * limbs ? product[k] : 0u) : (k < count ? minor[k] : 0u);
            uint over, more;
            const uint sum = uaddCarry(total[k], down ? ~word : word, over);
            total[k] = uaddCarry(sum, carry, more);
            carry = over | more;
        }
    }
    if ((total[words - 1u] >> 31) != 0u) return -1;
    for (uint k = 0; k < words; ++k) {
        if (total[k] != 0u) return 1;
    }
    return 0;
}

const uint kMostTests = 18u;
uint tests[kMostTests];
int results[kMostTests];
uint test_count;

uint next_of(uint vertex) { return vertex % 3u == 2u ? vertex - 2u : vertex + 1u; }

// First all that says how the triangles lie to each other's plane: tests 0 to 2 and 3 to 5 are the components of their
// normals; 6 to 8: the second's vertices, 9 to 11: the first's.
void ask_planes(bool itself) {
    for (uint k = 0; k < 3u; ++k) {
        tests[k] = TEST_AXIS(0u, 1u, 2u, k);
        tests[3u + k] = TEST_AXIS(3u, 4u, 5u, k);
        tests[6u + k] = TEST(0u, 1u, 2u, 3u + k);
        tests[9u + k] = TEST(3u, 4u, 5u, k);
    }
    test_count = itself ? 3u : 12u;
}

// What is known after that, and how the rest is judged.
#define BY_RESULT 0u     // `answer` says it
#define IN_PLANE 1u      // tests 6 k + l: edge k of the first and vertex 3 + l; 6 k + 3 + l: edge 3 + k, vertex l
#define BY_INTERVALS 2u  // two tests: no interval ends before the other begins
#define BY_SEGMENTS 3u   // three tests each: the edge opposite to the common vertex and the other triangle's edges
uint judgement;
bool answer;
ivec3 of_a, of_b;    // sides of the other's plane
int turn_a, turn_b;  // in the plane of two axes
uint shared_vertices, shared_a, shared_b;

void finish(bool result) {
    judgement = BY_RESULT;
    answer = result;
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

void ask_in_plane() {
    judgement = IN_PLANE;
    uint axis = results[0] != 0 ? 0u : results[1] != 0 ? 1u : 2u;
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

// The vertex that is alone on a side, of `side` (1 or -1): the others lie on the other side or in the plane.
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

void ask_more(bool itself) {
    const bool flat_a = results[0] == 0 && results[1] == 0 && results[2] == 0;
    if (itself) {
        finish(flat_a && kTouching);
        return;
    }
    const bool flat_b = results[3] == 0 && results[4] == 0 && results[5] == 0;
    of_b = ivec3(results[6], results[7], results[8]);
    of_a = ivec3(results[9], results[10], results[11]);
    find_shared();
    const bool in_plane = all(equal(of_b, ivec3(0)));
    if (flat_a || flat_b) finish(false);
    else if (shared_vertices >= 3u) finish(true);
    else if (in_plane) ask_in_plane();
    else if (shared_vertices == 2u) finish(false);
    else if (abs(of_a.x + of_a.y + of_a.z) == 3 || abs(of_b.x + of_b.y + of_b.z) == 3) finish(false);
    else if (!kTouching && !(has_both(of_a) && has_both(of_b))) finish(false);
    else if (shared_vertices == 1u && kTouching) ask_segments();
    else ask_intervals();
}

// Of triangles in one plane: no edge has the other triangle beyond it.
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

// The same of a segment, edge `edge` (0 to 2) of one triangle, and the other one, with the vertex opposite to it left
// out. `own`, `other`: where the tests of its triangle's edges, and of the other's, begin.
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
        // The corners that are not shared, on either side of the edge between the others.
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

// Whether the segment that ends on these sides of a plane, and that turns so around a triangle in it, meets that.
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
    return answer;
}

void main() {
    const uint at = mesh_invocation();
    if (at >= min(counts[VKALGO_MESH_COUNT_UNDECIDED], push.undecided)) return;
    const uvec2 pair = undecided[at];
    for (uint k = 0; k < 3u; ++k) {
        vertices[k] = min(triangles[3u * pair.x + k], push.vertices - 1u);
        vertices[3u + k] = min(triangles[3u * pair.y + k], push.vertices - 1u);
    }
    uint greatest = 0u;
    least_exponent = ~0u;
    for (uint k = 0; k < 18u; ++k) {
        const Parts parts = parts_of(k / 3u, k % 3u);
        if ((parts.digits.x | parts.digits.y) == 0u) continue;
        least_exponent = min(least_exponent, parts.exponent);
        greatest = max(greatest, parts.exponent);
    }
    // 53 bits, one for the sum, one for the sign.
    const uint bits = (greatest >= least_exponent ? greatest - least_exponent : 0u) + (kWords == 1u ? 26u : 55u);
    limbs = min((bits + 31u) / 32u, kLimbs);
    const bool itself = pair.x == pair.y;
    ask_planes(itself);
    for (uint turn = 0; turn < 2u; ++turn) {
        for (uint k = 0; k < test_count; ++k) results[k] = evaluate(tests[k]);
        if (turn == 0u) ask_more(itself);
    }
    if (judge()) {
        const uint place = mesh_place(VKALGO_MESH_COUNT_PAIRS);
        if (place < push.pairs) pairs[place] = pair.yx;
    }
}

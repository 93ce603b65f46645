// Signs of determinants of the coordinates of two triangles, computed with integers. All coordinates of two triangles
// are multiples of one power of two. In units of this power they are integers. The difference of two coordinates fits
// in kLimbs 32-bit words, the lowest first. Products and sums of differences have more words. So all results are exact
// on every device.
#include "mesh/declare.glsl"

layout(constant_id = VKALGO_MESH_CONSTANT_WORDS) const uint kWords = 1;
layout(constant_id = VKALGO_MESH_CONSTANT_LIMBS) const uint kLimbs = 9;

layout(set = 0, binding = VKALGO_MESH_EXACT_EXACT, std430) readonly buffer Exact { uint exact_words[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_TRIANGLES, std430) readonly buffer Triangles { uint triangles[]; };

// Vertices of the first triangle (0 to 2) and of the second (3 to 5).
uint vertices[6];
uint least_exponent;  // The least exponent of the last bit of a coordinate that is not 0
uint limbs;           // The number of words that differences need

// Magnitudes and signs of the vectors q - p, r - p, t - p of a test, three components each, and of the cross product of
// the first two.
uint differences[9u * kLimbs];
bool below[9];
uint minors[6u * kLimbs];
int minor_signs[3];
uint plane;  // The p, q, r of the test that the minors belong to

// A coordinate as sign, exponent of the last bit (biased, at least 1) and significand.
struct Parts {
    bool negative;
    uint exponent;
    uvec2 digits;  // Low word, high word
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

// Sets the triangles of the next tests.
void begin_tests(uvec2 pair) {
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
    // A coordinate has 24 or 53 bits; the difference needs one more bit, and the sign another. So a difference is less
    // than half of what its words can represent, and a minor less than half of what twice as many words can represent.
    // The sum of three products of a minor and a difference fits in three times as many words plus one.
    const uint bits = (greatest >= least_exponent ? greatest - least_exponent : 0u) + (kWords == 1u ? 26u : 55u);
    limbs = min((bits + 31u) / 32u, kLimbs);
    plane = ~0u;
}

// A coordinate's magnitude as words begin to begin + 2 of a number; the other words are 0.
struct Shifted {
    uvec3 words;
    uint begin;
};

Shifted shifted(Parts parts) {
    const uint shift = parts.exponent - least_exponent, bit = shift & 31u;
    const uvec2 over = bit != 0u ? parts.digits >> (32u - bit) : uvec2(0u);
    return Shifted(uvec3(parts.digits.x << bit, parts.digits.y << bit | over.x, over.y), shift >> 5);
}

uint word_of(Shifted size, uint k) {
    const uint at = k - size.begin;
    return at == 0u ? size.words.x : at == 1u ? size.words.y : at == 2u ? size.words.z : 0u;
}

// Computes the coordinate of vertex a minus that of vertex b along an axis: first as two's complement, then as a
// magnitude, number `slot` of `differences`, and a sign, below[slot].
void subtract(uint slot, uint a, uint b, uint axis) {
    const Parts from = parts_of(a, axis), what = parts_of(b, axis);
    const Shifted one = shifted(from), other = shifted(what);
    const uint flip_one = from.negative ? ~0u : 0u, flip_other = what.negative ? 0u : ~0u;
    const uint at = slot * kLimbs;
    uint carry = (flip_one & 1u) + (flip_other & 1u), top = 0u;
    for (uint k = 0; k < limbs; ++k) {
        uint over, more;
        const uint sum = uaddCarry(word_of(one, k) ^ flip_one, word_of(other, k) ^ flip_other, over);
        top = uaddCarry(sum, carry, more);
        differences[at + k] = top;
        carry = over + more;
    }
    below[slot] = (top >> 31) != 0u;
    if (!below[slot]) return;
    carry = 1u;
    for (uint k = 0; k < limbs; ++k) differences[at + k] = uaddCarry(~differences[at + k], carry, carry);
}

// The state of a sum of products, which is computed word by word from the lowest: what earlier words carry into the
// next word, as two's complement.
uvec3 column;

// Adds a product, or subtracts it if `flip` is ~0: column - product equals ~(~column + product).
void take_product(uint a, uint b, uint flip) {
    uint high, low, over, more;
    umulExtended(a, b, high, low);
    const uvec3 old = column ^ flip;
    const uint first = uaddCarry(old.x, low, over);
    const uint second = uaddCarry(old.y, high + over, more);
    column = uvec3(first, second, old.z + more) ^ flip;
}

uint next_word() {
    const uint word = column.x;
    column = uvec3(column.y, column.z, uint(int(column.z) >> 31));
    return word;
}

// Computes the component of (q - p) x (r - p) along an axis: 2 * limbs words.
void make_minor(uint axis) {
    const uint y = (axis + 1u) % 3u, z = (axis + 2u) % 3u, at = axis * 2u * kLimbs;
    const uint flip_yz = below[y] != below[3u + z] ? ~0u : 0u, flip_zy = below[z] != below[3u + y] ? 0u : ~0u;
    uint word = 0u, any = 0u;
    column = uvec3(0u);
    for (uint k = 0; k < 2u * limbs; ++k) {
        for (uint i = k < limbs ? 0u : k - limbs + 1u; i <= min(k, limbs - 1u); ++i) {
            take_product(differences[y * kLimbs + i], differences[(3u + z) * kLimbs + k - i], flip_yz);
            take_product(differences[z * kLimbs + i], differences[(3u + y) * kLimbs + k - i], flip_zy);
        }
        word = next_word();
        any |= word;
        minors[at + k] = word;
    }
    minor_signs[axis] = (word >> 31) != 0u ? -1 : any != 0u ? 1 : 0;
    if ((word >> 31) == 0u) return;
    uint carry = 1u;
    for (uint k = 0; k < 2u * limbs; ++k) minors[at + k] = uaddCarry(~minors[at + k], carry, carry);
}

// Returns the sign of the dot product of the minors and t - p.
int sign_of_height() {
    uint flip[3];
    for (uint axis = 0; axis < 3u; ++axis) flip[axis] = (minor_signs[axis] < 0) != below[6u + axis] ? ~0u : 0u;
    uint word = 0u, any = 0u;
    column = uvec3(0u);
    for (uint k = 0; k <= 3u * limbs; ++k) {
        for (uint i = k < 2u * limbs ? 0u : k - 2u * limbs + 1u; i <= k && i < limbs; ++i) {
            take_product(minors[k - i], differences[6u * kLimbs + i], flip[0]);
            take_product(minors[2u * kLimbs + k - i], differences[7u * kLimbs + i], flip[1]);
            take_product(minors[4u * kLimbs + k - i], differences[8u * kLimbs + i], flip[2]);
        }
        word = next_word();
        any |= word;
    }
    return (word >> 31) != 0u ? -1 : any != 0u ? 1 : 0;
}

// A test: the sign of (q - p) x (r - p) . (t - p), or of the component of (q - p) x (r - p) along one axis.
#define TEST(p, q, r, t) ((p) | (q) << 4 | (r) << 8 | (t) << 12)
#define TEST_AXIS(p, q, r, axis) TEST(p, q, r, 8u + (axis))

// mesh_intersection_plan.cpp counts the iterations of these loops.
int evaluate(uint test) {
    const uint p = test & 15u, q = test >> 4 & 15u, r = test >> 8 & 15u, t = test >> 12;
    const bool solid = t < 8u;
    if (!solid || (test & 0xfffu) != plane) {
        for (uint axis = 0; axis < 3u; ++axis) {
            subtract(axis, q, p, axis);
            subtract(3u + axis, r, p, axis);
        }
        for (uint axis = 0; axis < 3u; ++axis) {
            if (solid || axis == t - 8u) make_minor(axis);
        }
        plane = solid ? test & 0xfffu : ~0u;
    }
    if (!solid) return minor_signs[t - 8u];
    for (uint axis = 0; axis < 3u; ++axis) subtract(6u + axis, t, p, axis);
    return sign_of_height();
}

// Elements of the matrices: MATRIX_F64, MATRIX_I32 (also u32), MATRIX_I64 (also u64), MATRIX_F16, or f32 if none is
// defined. Integers wrap. f16 elements are computed as f32. With MATRIX_PLAIN, f16 elements are stored without 16-bit
// storage: the store of a single element changes one half of a word by an atomic exclusive or, since another invocation
// may store the other half.
#ifndef VKALGO_MATRIX_ELEMENT_GLSL
#define VKALGO_MATRIX_ELEMENT_GLSL
#include "matrix/matrix.h"

#if defined(MATRIX_F64)
#define SCALAR double
#define VECTOR dvec4
#define PAIR dvec2
#elif defined(MATRIX_I64)
#define SCALAR int64_t
#define VECTOR i64vec4
#define PAIR i64vec2
#elif defined(MATRIX_I32)
#define SCALAR int
#define VECTOR ivec4
#else
#define SCALAR float
#define VECTOR vec4
#endif

layout(push_constant) uniform Push { MatrixPush push; };

#if defined(MATRIX_F16)
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AVectors { uvec2 a_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AWords { uint a_words[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BVectors { uvec2 b_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BWords { uint b_words[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeVectors { uvec2 before_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeWords { uint before_words[]; };

vec4 unpack_four(uvec2 words) { return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y)); }
float unpack_one(uint word, uint at) { return unpackHalf2x16(word >> (at % 2 * 16)).x; }

vec4 four(bool of_b, uint at) { return unpack_four(of_b ? b_vectors[at / 4] : a_vectors[at / 4]); }
float one(bool of_b, uint at) { return unpack_one(of_b ? b_words[at / 2] : a_words[at / 2], at); }
vec4 four_before(uint at) { return unpack_four(before_vectors[at / 4]); }
float one_before(uint at) { return unpack_one(before_words[at / 2], at); }
#elif defined(PAIR)
// A vector is two pairs, which need an alignment of 16 bytes only.
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AVectors { PAIR a_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AScalars { SCALAR a_scalars[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BVectors { PAIR b_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BScalars { SCALAR b_scalars[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeVectors { PAIR before_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeScalars { SCALAR before_scalars[]; };

VECTOR four(bool of_b, uint at) {
    if (of_b) return VECTOR(b_vectors[at / 2], b_vectors[at / 2 + 1]);
    return VECTOR(a_vectors[at / 2], a_vectors[at / 2 + 1]);
}
SCALAR one(bool of_b, uint at) {
    if (of_b) return b_scalars[at];
    return a_scalars[at];
}
VECTOR four_before(uint at) { return VECTOR(before_vectors[at / 2], before_vectors[at / 2 + 1]); }
SCALAR one_before(uint at) { return before_scalars[at]; }
#else
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AVectors { VECTOR a_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_A, std430) readonly buffer AScalars { SCALAR a_scalars[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BVectors { VECTOR b_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_B, std430) readonly buffer BScalars { SCALAR b_scalars[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeVectors { VECTOR before_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C_BEFORE, std430) readonly buffer BeforeScalars { SCALAR before_scalars[]; };

// Return four elements, or one element, of B if `of_b` is set, else of A. `of_b` is a constant in every call.
VECTOR four(bool of_b, uint at) {
    if (of_b) return b_vectors[at / 4];
    return a_vectors[at / 4];
}
SCALAR one(bool of_b, uint at) {
    if (of_b) return b_scalars[at];
    return a_scalars[at];
}
VECTOR four_before(uint at) { return before_vectors[at / 4]; }
SCALAR one_before(uint at) { return before_scalars[at]; }
#endif

// Partial sums are f32 if elements are f16.
#if defined(PAIR)
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CVectors { PAIR c_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CScalars { SCALAR c_scalars[]; };
void put_four(uint at, VECTOR values) {
    c_vectors[at / 2] = values.xy;
    c_vectors[at / 2 + 1] = values.zw;
}
void put_one(uint at, SCALAR value) { c_scalars[at] = value; }
#define put_partial_four put_four
#define put_partial_one put_one
#elif defined(MATRIX_F16)
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CVectors { uvec2 c_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer PartialVectors { vec4 partial_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer PartialScalars { float partial_scalars[]; };
#if defined(MATRIX_PLAIN)
layout(set = 0, binding = VKALGO_MATRIX_C, std430) buffer CWords { uint c_words[]; };
#else
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CHalves { uint16_t c_halves[]; };
#endif
#include "matrix/half.glsl"

void put_four(uint at, vec4 values) {
    c_vectors[at / 4] =
        uvec2(half_bits(values.x) | half_bits(values.y) << 16, half_bits(values.z) | half_bits(values.w) << 16);
}
void put_one(uint at, float value) {
#if defined(MATRIX_PLAIN)
    const uint shift = at % 2 * 16;
    const uint old = c_words[at / 2] >> shift & 0xffffu;
    atomicXor(c_words[at / 2], (old ^ half_bits(value)) << shift);
#else
    c_halves[at] = uint16_t(half_bits(value));
#endif
}
void put_partial_four(uint at, vec4 values) { partial_vectors[at / 4] = values; }
void put_partial_one(uint at, float value) { partial_scalars[at] = value; }
#else
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CVectors { VECTOR c_vectors[]; };
layout(set = 0, binding = VKALGO_MATRIX_C, std430) writeonly buffer CScalars { SCALAR c_scalars[]; };
void put_four(uint at, VECTOR values) { c_vectors[at / 4] = values; }
void put_one(uint at, SCALAR value) { c_scalars[at] = value; }
#define put_partial_four put_four
#define put_partial_one put_one
#endif

#if defined(MATRIX_F64)
double alpha() { return packDouble2x32(uvec2(push.alpha_low, push.alpha_high)); }
double beta() { return packDouble2x32(uvec2(push.beta_low, push.beta_high)); }
#elif defined(MATRIX_I64)
int64_t alpha() { return int64_t(packUint2x32(uvec2(push.alpha_low, push.alpha_high))); }
int64_t beta() { return int64_t(packUint2x32(uvec2(push.beta_low, push.beta_high))); }
#elif defined(MATRIX_I32)
int alpha() { return int(push.alpha_low); }
int beta() { return int(push.beta_low); }
#else
float alpha() { return uintBitsToFloat(push.alpha_low); }
float beta() { return uintBitsToFloat(push.beta_low); }
#endif

// Finishes cells of C: alpha times the sum of products, plus beta times the previous value.
void finish_one(uint at, SCALAR sum) {
    SCALAR value = alpha() * sum;
    if ((push.flags & VKALGO_MATRIX_READS_C) != 0) value += beta() * one_before(at);
    put_one(at, value);
}
void finish_four(uint at, VECTOR sums) {
    VECTOR values = alpha() * sums;
    if ((push.flags & VKALGO_MATRIX_READS_C) != 0) values += beta() * four_before(at);
    put_four(at, values);
}

// Returns sum + a * b, with a single rounding if the device supports it.
SCALAR multiply_add(SCALAR a, SCALAR b, SCALAR sum) {
#if defined(MATRIX_I32) || defined(MATRIX_I64)
    return a * b + sum;
#else
    return fma(a, b, sum);
#endif
}
VECTOR multiply_add(SCALAR a, VECTOR b, VECTOR sum) {
#if defined(MATRIX_I32) || defined(MATRIX_I64)
    return a * b + sum;
#else
    return fma(VECTOR(a), b, sum);
#endif
}

#endif

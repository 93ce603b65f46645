// Computes result = a + b, a - b or a * b, element by element. Each invocation computes kVectors vectors of 16 bytes.
// They interleave with the vectors of the other invocations of its workgroup. The words after the last whole vector are
// computed separately.
//   Cost per vector: two loads and one store. The computation takes less time than these.
#include "common/grid.glsl"
#include "matrix/matrix.h"

layout(local_size_x_id = VKALGO_MATRIX_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_ELEMENTWISE_CONSTANT_VECTORS) const uint kVectors = 4;
layout(constant_id = VKALGO_ELEMENTWISE_CONSTANT_TYPE) const uint kType = VKALGO_ELEMENTWISE_FLOATS;
layout(constant_id = VKALGO_ELEMENTWISE_CONSTANT_OPERATOR) const uint kOperator = VKALGO_ELEMENTWISE_ADD;
layout(set = 0, binding = VKALGO_ELEMENTWISE_A, std430) readonly buffer AVectors { uvec4 a_vectors[]; };
layout(set = 0, binding = VKALGO_ELEMENTWISE_A, std430) readonly buffer AWords { uint a_words[]; };
layout(set = 0, binding = VKALGO_ELEMENTWISE_B, std430) readonly buffer BVectors { uvec4 b_vectors[]; };
layout(set = 0, binding = VKALGO_ELEMENTWISE_B, std430) readonly buffer BWords { uint b_words[]; };
layout(set = 0, binding = VKALGO_ELEMENTWISE_RESULTS, std430) writeonly buffer Vectors { uvec4 vectors[]; };
layout(set = 0, binding = VKALGO_ELEMENTWISE_RESULTS, std430) writeonly buffer Words { uint words[]; };
layout(push_constant) uniform Push { ElementwisePush push; };

#if defined(ELEMENTWISE_F64)
uvec2 operate_pair(uvec2 a, uvec2 b) {
    const double x = packDouble2x32(a);
    const double y = packDouble2x32(b);
    precise double result;
    if (kOperator == VKALGO_ELEMENTWISE_ADD) result = x + y;
    else if (kOperator == VKALGO_ELEMENTWISE_SUBTRACT) result = x - y;
    else result = x * y;
    return unpackDouble2x32(result);
}
#else
#include "matrix/half.glsl"

uint operate_whole(uint a, uint b) {
    return kOperator == VKALGO_ELEMENTWISE_ADD ? a + b : kOperator == VKALGO_ELEMENTWISE_SUBTRACT ? a - b : a * b;
}
float operate_float(float a, float b) {
    precise float result;
    if (kOperator == VKALGO_ELEMENTWISE_ADD) result = a + b;
    else if (kOperator == VKALGO_ELEMENTWISE_SUBTRACT) result = a - b;
    else result = a * b;
    return result;
}
uint operate_word(uint a, uint b) {
    if (kType == VKALGO_ELEMENTWISE_FLOATS) {
        return floatBitsToUint(operate_float(uintBitsToFloat(a), uintBitsToFloat(b)));
    }
    if (kType == VKALGO_ELEMENTWISE_HALVES) {
        // Rounding a sum or product of halves to f32 and then to a half gives the same as rounding it to a half at
        // once.
        const vec2 x = unpackHalf2x16(a);
        const vec2 y = unpackHalf2x16(b);
        return half_bits(operate_float(x.x, y.x)) | half_bits(operate_float(x.y, y.y)) << 16;
    }
    if (kType == VKALGO_ELEMENTWISE_SHORTS) {
        return (operate_whole(a, b) & 0xffffu) | operate_whole(a >> 16, b >> 16) << 16;
    }
    if (kType == VKALGO_ELEMENTWISE_BYTES) {
        return (operate_whole(a, b) & 0xffu) | (operate_whole(a >> 8, b >> 8) & 0xffu) << 8 |
               (operate_whole(a >> 16, b >> 16) & 0xffu) << 16 | operate_whole(a >> 24, b >> 24) << 24;
    }
    return operate_whole(a, b);
}
uvec2 operate_pair(uvec2 a, uvec2 b) {
    if (kType != VKALGO_ELEMENTWISE_PAIRS) return uvec2(operate_word(a.x, b.x), operate_word(a.y, b.y));
    if (kOperator == VKALGO_ELEMENTWISE_MULTIPLY) {
        uint high, low;
        umulExtended(a.x, b.x, high, low);
        return uvec2(low, high + a.x * b.y + a.y * b.x);
    }
    uint carry;
    if (kOperator == VKALGO_ELEMENTWISE_ADD) {
        const uint low = uaddCarry(a.x, b.x, carry);
        return uvec2(low, a.y + b.y + carry);
    }
    const uint low = usubBorrow(a.x, b.x, carry);
    return uvec2(low, a.y - b.y - carry);
}
#endif

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint whole = push.count / 4;
    const uint first = group * gl_WorkGroupSize.x * kVectors + gl_LocalInvocationIndex;
    uvec4 a[kVectors];
    uvec4 b[kVectors];
    [[unroll]] for (uint k = 0; k < kVectors; ++k) {
        const uint at = first + k * gl_WorkGroupSize.x;
        if (at < whole) {
            a[k] = a_vectors[at];
            b[k] = b_vectors[at];
        }
    }
    [[unroll]] for (uint k = 0; k < kVectors; ++k) {
        const uint at = first + k * gl_WorkGroupSize.x;
        if (at < whole) vectors[at] = uvec4(operate_pair(a[k].xy, b[k].xy), operate_pair(a[k].zw, b[k].zw));
    }
    // Compute the words after the last whole vector in pairs. A last single word is never part of a 64-bit element.
    const uint left = push.count % 4;
    if (group == 0 && gl_LocalInvocationIndex < (left + 1) / 2) {
        const uint at = whole * 4 + gl_LocalInvocationIndex * 2;
        const bool both = at + 1 < push.count;
        const uvec2 pair = operate_pair(uvec2(a_words[at], both ? a_words[at + 1] : 0u),
                                        uvec2(b_words[at], both ? b_words[at + 1] : 0u));
        words[at] = pair.x;
        if (both) words[at + 1] = pair.y;
    }
}

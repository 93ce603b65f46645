#version 460
// Converts exact sums of f32 (histogram.h) to doubles. The result is rounded once, to nearest, ties to even. Only
// integers are used, so that devices without 64-bit floating point support it too. The previous content of the result,
// 0 or a double from an earlier conversion, is part of the sum. An invocation owns one counter.
//   Cost: 60 bytes per counter.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "histogram/histogram.h"

layout(local_size_x_id = VKALGO_CONSTANT_THREADS) in;

layout(std430, set = 0, binding = VKALGO_ADD_IN) readonly buffer In { uvec2 results_in[]; };
layout(std430, set = 0, binding = VKALGO_ADD_OUT) writeonly buffer Out { uvec2 results_out[]; };
layout(std430, set = 0, binding = VKALGO_ADD_TABLES) readonly buffer Table { uint sums[]; };

layout(push_constant) uniform Push { AddWidePush push; };

const uint kDigits = VKALGO_SUM_DIGITS;
// The biased exponents, as in a double, of 2^-149 and of 2^-97. The last bit of a double near 2^-97 is worth 2^-149.
const uint kUnit = 874;
const uint kWhole = kUnit + 52;

uint digits[kDigits];
uint flags;

// Adds the words `part` to the digits from `first` on or, if `negative`, subtracts them.
void add_part(uint first, uvec3 part, bool negative) {
    uint carry = negative ? 1 : 0;
    for (uint digit = 0; digit < kDigits; ++digit) {
        uint word = 0;
        if (digit >= first && digit < first + 3) word = part[digit - first];
        uint over, more;
        digits[digit] = uaddCarry(digits[digit], negative ? ~word : word, over);
        digits[digit] = uaddCarry(digits[digit], carry, more);
        carry = over + more;
    }
}

// Adds a double that is an infinity, NaN or a multiple of 2^-149, like every result of this kernel.
void add_double(uvec2 bits) {
    const bool negative = (bits.y >> 31) != 0;
    const uint exponent = bits.y >> 20 & 0x7ffu;
    uint low = bits.x;
    uint high = bits.y & 0xfffffu;
    if (exponent == 0x7ffu) {
        const uint infinity = negative ? VKALGO_SUM_NEGATIVE : VKALGO_SUM_POSITIVE;
        flags |= (low | high) != 0 ? VKALGO_SUM_NAN : infinity;
        return;
    }
    if (exponent < kUnit) return;
    high |= 0x100000u;
    uint shift = 0;
    if (exponent >= kWhole) {
        shift = exponent - kWhole;
    } else {
        // The bits that are shifted out are 0, since the double is a multiple of 2^-149.
        const uint off = kWhole - exponent;
        low = off >= 32 ? high >> (off - 32) : low >> off | high << (32 - off);
        high = off >= 32 ? 0 : high >> off;
    }
    const uint left = shift % 32;
    const uint right = 31 - left;
    add_part(shift / 32, uvec3(low << left, high << left | low >> 1 >> right, high >> 1 >> right), negative);
}

// Returns the double nearest to the digits.
uvec2 rounded() {
    const bool negative = (digits[kDigits - 1] >> 31) != 0;
    if (negative) {
        uint carry = 1;
        for (uint digit = 0; digit < kDigits; ++digit) digits[digit] = uaddCarry(~digits[digit], carry, carry);
    }
    // The three highest words, from the highest nonzero word down, and whether anything below them is nonzero.
    uint top = 0;
    for (uint digit = 1; digit < kDigits; ++digit)
        if (digits[digit] != 0) top = digit;
    if (digits[top] == 0) return uvec2(0);
    const uint second = top >= 1 ? digits[top - 1] : 0;
    const uint third = top >= 2 ? digits[top - 2] : 0;
    bool more = false;
    for (uint digit = 0; digit + 2 < top; ++digit) more = more || digits[digit] != 0;
    // 64 bits, the highest of which is set. A double holds 53 of them.
    const uint highest = findMSB(digits[top]);
    const uint left = 31 - highest;
    const uint high = digits[top] << left | second >> 1 >> highest;
    const uint low = second << left | third >> 1 >> highest;
    more = more || third << left != 0;
    const uint rest = low & 0x7ffu;
    uvec2 bits = uvec2(high << 21 | low >> 11, (kUnit + 32 * top + highest - 1 << 20) + (high >> 11));
    const bool up = rest > 0x400u || (rest == 0x400u && (more || (bits.x & 1) != 0));
    uint carry;
    bits.x = uaddCarry(bits.x, up ? 1 : 0, carry);
    return uvec2(bits.x, bits.y + carry | (negative ? 0x80000000u : 0));
}

void main() {
    const uint counter = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (counter >= push.counters) return;
    for (uint digit = 0; digit < kDigits; ++digit) digits[digit] = sums[counter * VKALGO_SUM_WORDS + digit];
    flags = sums[counter * VKALGO_SUM_WORDS + kDigits];
    add_double(results_in[counter]);
    const uint infinities = VKALGO_SUM_POSITIVE | VKALGO_SUM_NEGATIVE;
    uvec2 result = rounded();
    if (flags == VKALGO_SUM_POSITIVE) result = uvec2(0, 0x7ff00000u);
    if (flags == VKALGO_SUM_NEGATIVE) result = uvec2(0, 0xfff00000u);
    if ((flags & VKALGO_SUM_NAN) != 0 || (flags & infinities) == infinities) result = uvec2(0, 0x7ff80000u);
    results_out[counter] = result;
}

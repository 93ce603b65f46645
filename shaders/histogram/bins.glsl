// Maps a value to its bin by the same rule, bit for bit, as algorithms/histogram/bin_rule.hpp; that file explains the
// rule. The including text may define VKALGO_WIDE as 1 for 64-bit values, and then VKALGO_FLOAT64 as 1 for doubles.
#ifndef VKALGO_HISTOGRAM_BINS_GLSL
#define VKALGO_HISTOGRAM_BINS_GLSL

#ifndef VKALGO_WIDE
#define VKALGO_WIDE 0
#endif
#ifndef VKALGO_FLOAT64
#define VKALGO_FLOAT64 0
#endif

#include "histogram/histogram.h"

layout(local_size_x_id = VKALGO_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_CONSTANT_THREADS) const uint kThreads = 128;
#if VKALGO_WIDE
const uint kBytes = 8;
#else
layout(constant_id = VKALGO_CONSTANT_BYTES) const uint kBytes = 4;
#endif
layout(constant_id = VKALGO_CONSTANT_SIGN) const uint kSign = 0;
layout(constant_id = VKALGO_CONSTANT_RULE) const uint kRule = VKALGO_RULE_SAME;
layout(constant_id = VKALGO_CONSTANT_WHOLE) const uint kWhole = 0;
layout(constant_id = VKALGO_CONSTANT_LOW) const uint kLow = 0;
layout(constant_id = VKALGO_CONSTANT_SPAN) const uint kSpan = 0;
layout(constant_id = VKALGO_CONSTANT_BINS) const uint kBins = 1;
layout(constant_id = VKALGO_CONSTANT_RULE_A) const uint kRuleA = 0;
layout(constant_id = VKALGO_CONSTANT_RULE_B) const uint kRuleB = 0;
layout(constant_id = VKALGO_CONSTANT_RULE_C) const uint kRuleC = 0;
layout(constant_id = VKALGO_CONSTANT_REAL) const uint kReal = 0;
layout(constant_id = VKALGO_CONSTANT_LIFT) const uint kLift = 0;
layout(constant_id = VKALGO_CONSTANT_ROUNDED) const uint kRounded = 0;
layout(constant_id = VKALGO_CONSTANT_PLACES) const uint kPlaces = 0;
layout(constant_id = VKALGO_CONSTANT_MARGIN) const uint kMargin = 0;
layout(constant_id = VKALGO_CONSTANT_TOP) const uint kTop = 0;
layout(constant_id = VKALGO_CONSTANT_REACH) const uint kReach = 0;

const uint kPerVector = 16 / kBytes;
const uint kOutside = kBins;  // The counter of values outside the range ...
const uint kNan = kBins + 1;  // ... and, for floating-point values, the counter of NaN among those
const uint kCounters = kBins + 1 + kReal;

// Returns floor(distance * kBins / (kSpan + 1)) in 64-bit arithmetic on 32-bit words. The multiplier gives the quotient
// or one less.
uint divided(uint distance) {
    uint high, low;
    umulExtended(distance, kRuleA, high, low);
    uint quotient = kRuleB >= 32 ? high >> (kRuleB - 32) : (high << (32 - kRuleB)) | (low >> kRuleB);
    uint product_high, product_low, taken_high, taken_low, carry, borrow;
    umulExtended(distance, kBins, product_high, product_low);
    umulExtended(quotient, kSpan, taken_high, taken_low);
    taken_low = uaddCarry(taken_low, quotient, carry);
    const uint rest_low = usubBorrow(product_low, taken_low, borrow);
    const uint rest_high = product_high - (taken_high + carry) - borrow;
    return rest_high != 0 || rest_low > kSpan ? quotient + 1 : quotient;
}

#if VKALGO_WIDE
#include "histogram/bins_wide.glsl"
#else

#include "histogram/even_edges.glsl"

const uint kPerWord = 4 / kBytes;

// Returns the bits of the f32 that equals an f16 of these bits. Needs no 16-bit floating point.
uint widened(uint bits) {
    const uint magnitude = bits & 0x7fffu;
    uint wide = (magnitude << 13) + (112u << 23);
    if (magnitude >= 0x7c00u) wide += 112u << 23;
    if (magnitude < 0x400u) wide = floatBitsToUint(float(magnitude) * 5.9604644775390625e-08);  // 2^-24
    return wide | (bits & 0x8000u) << 16;
}

// Returns a value of the range, given by its bits, multiplied by 2^kLift. Denormal numbers are computed from integers,
// since devices may flush them to 0.
float lifted(uint bits) {
    if (kLift == 0) return uintBitsToFloat(bits);
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x00800000u) return uintBitsToFloat(bits + (kLift << 23));
    const float value = float(magnitude) * uintBitsToFloat((kLift - 22) << 23);  // Times 2^(kLift - 149)
    return magnitude == bits ? value : -value;
}

bool is_nan(uint bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

// Returns the bits of the f32 in the middle between an f16 of these bits and the next greater f16. -0 counts as 0.
uint above_half(uint bits) {
    const bool negative = bits > 0x8000u;
    const uint middle = 2 * (bits & 0x7fffu) + (negative ? -1 : 1);
    uint wide = (middle << 12) + (112u << 23);
    if (middle >= 0xf800u) wide += 112u << 23;
    if (middle < 0x800u) wide = floatBitsToUint(float(middle) * 2.98023223876953125e-08);  // 2^-25
    return negative ? wide | 0x80000000u : wide;
}

// A range of bins that contains the bin of a value. Both ends are included.
struct Candidates {
    uint first;
    uint last;
};

// Returns the candidates of a floating-point value given by its bits: only kOutside or kNan if it is outside the range.
Candidates candidates_of(uint bits) {
    uint number = bits;
    if (kBytes == 2) number = kRounded != 0 ? above_half(bits) : widened(bits);
    const uint ordinal = number ^ ((number >> 31) != 0 ? 0xffffffffu : 0x80000000u);
    if (ordinal - kLow > kSpan) {
        const uint outside = (kBytes == 2 ? (bits & 0x7fffu) > 0x7c00u : is_nan(bits)) ? kNan : kOutside;
        return Candidates(outside, outside);
    }
    if (kRounded == 0) {
        // `precise` keeps compilers from fusing operations.
        precise const float distance = lifted(number) * uintBitsToFloat(kRuleA) - uintBitsToFloat(kRuleB);
        precise const float at = distance * uintBitsToFloat(kRuleC);
        const uint bin = min(uint(clamp(at, 0.0, 2147483648.0)), kTop) >> kPlaces;
        return Candidates(bin, bin);
    }
    const float from_low = lifted(number) * uintBitsToFloat(kRuleA) - uintBitsToFloat(kRuleB);
    const float position = from_low * uintBitsToFloat(kRuleC) - uintBitsToFloat(kMargin);
    const uint least = min(uint(clamp(position, 0.0, 2147483648.0)), kTop);
    return Candidates(least >> kPlaces, (least + kReach) >> kPlaces);
}

// Returns the bin of a floating-point value given by its candidates and its bits.
uint chosen(Candidates bins, uint bits) {
    while (bins.first < bins.last) {
        const uint middle = (bins.first + bins.last + 1) / 2;
        if (reaches(bits, middle)) {
            bins.first = middle;
        } else {
            bins.last = middle - 1;
        }
    }
    return bins.first;
}

// Returns the bin of an integer given by its zero-extended bits, or kOutside if it is outside the range.
uint bin_of_integer(uint bits) {
    const uint distance = (bits ^ kSign) - kLow;
    if (kWhole == 0 && distance > kSpan) return kOutside;
    if (kRule == VKALGO_RULE_SHIFT) return distance >> kRuleA;
    if (kRule == VKALGO_RULE_DIVIDE) return divided(distance);
    return distance;
}

// Returns the bin of a value given by its zero-extended bits, or kOutside or kNan if it is outside the range.
uint bin_of(uint bits) { return kRule == VKALGO_RULE_FLOAT ? chosen(candidates_of(bits), bits) : bin_of_integer(bits); }

// Returns the bins of four values.
uvec4 bins_of(uvec4 bits) {
    if (kRule != VKALGO_RULE_FLOAT)
        return uvec4(bin_of_integer(bits.x), bin_of_integer(bits.y), bin_of_integer(bits.z), bin_of_integer(bits.w));
    const Candidates x = candidates_of(bits.x);
    const Candidates y = candidates_of(bits.y);
    const Candidates z = candidates_of(bits.z);
    const Candidates w = candidates_of(bits.w);
    uvec4 first = uvec4(x.first, y.first, z.first, w.first);
    uvec4 last = uvec4(x.last, y.last, z.last, w.last);
    if (first == last) return first;
    // `chosen` is long, so one copy of it in the kernel chooses for all four in turn.
    for (uint turn = 0; turn < 4; ++turn) {
        const uint bin = chosen(Candidates(first.x, last.x), bits.x);
        first = uvec4(first.yzw, bin);
        last = last.yzwx;
        bits = bits.yzwx;
    }
    return first;
}

// Returns value `which` of a word.
uint value_of(uint word, uint which) {
    return kBytes == 4 ? word : bitfieldExtract(word, int(which * kBytes * 8), int(kBytes * 8));
}

#endif
#endif

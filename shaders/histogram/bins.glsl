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

// Returns the bin of a value. Results are rounded in only two operations, the subtraction and the second
// multiplication; `precise` prevents their fusion.
uint scaled(float value) {
    precise const float from_low = value * uintBitsToFloat(kRuleA) - uintBitsToFloat(kRuleB);
    precise const float position = from_low * uintBitsToFloat(kRuleC);
    return min(uint(max(position, 0.0)), kBins - 1);
}

bool is_nan(uint bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

// Returns the bin of a value given by its zero-extended bits, or kOutside or kNan if it is outside the range.
uint bin_of(uint bits) {
    if (kReal != 0 && kBytes == 2) bits = widened(bits);
    uint ordinal = bits ^ kSign;
    if (kRule == VKALGO_RULE_FLOAT) ordinal = bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
    const uint distance = ordinal - kLow;
    if (kWhole == 0 && distance > kSpan) return kReal != 0 && is_nan(bits) ? kNan : kOutside;
    if (kRule == VKALGO_RULE_FLOAT) return scaled(lifted(bits));
    if (kRule == VKALGO_RULE_SHIFT) return distance >> kRuleA;
    if (kRule == VKALGO_RULE_DIVIDE) return divided(distance);
    return distance;
}

// Returns value `which` of a word.
uint value_of(uint word, uint which) {
    return kBytes == 4 ? word : bitfieldExtract(word, int(which * kBytes * 8), int(kBytes * 8));
}

#endif
#endif

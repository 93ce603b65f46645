// Maps a 64-bit value to its bin by the same rule, bit for bit, as algorithms/histogram/bin_rule.hpp; that file
// explains the rule. A value is two 32-bit words, the low one first, so that 64-bit integers are not required. With
// VKALGO_FLOAT64 the values are doubles, which the device must support.
#ifndef VKALGO_HISTOGRAM_BINS_WIDE_GLSL
#define VKALGO_HISTOGRAM_BINS_WIDE_GLSL

layout(constant_id = VKALGO_CONSTANT_LOW_HIGH) const uint kLowHigh = 0;
layout(constant_id = VKALGO_CONSTANT_SPAN_HIGH) const uint kSpanHigh = 0;

// Returns a - b.
uvec2 difference(uvec2 a, uvec2 b) {
    uint borrow;
    const uint low = usubBorrow(a.x, b.x, borrow);
    return uvec2(low, a.y - b.y - borrow);
}

bool is_above(uvec2 a, uvec2 b) { return a.y > b.y || (a.y == b.y && a.x > b.x); }

// Returns the low 32 bits of value >> digits, for digits from 1 to 63.
uint shifted(uvec2 value, uint digits) {
    return digits >= 32 ? value.y >> (digits - 32) : (value.y << (32 - digits)) | (value.x >> digits);
}

bool is_nan(uvec2 bits) { return is_above(uvec2(bits.x, bits.y & 0x7fffffffu), uvec2(0, 0x7ff00000u)); }

#if VKALGO_FLOAT64

layout(constant_id = VKALGO_CONSTANT_RULE_A_HIGH) const uint kRuleAHigh = 0;
layout(constant_id = VKALGO_CONSTANT_RULE_B_HIGH) const uint kRuleBHigh = 0;
layout(constant_id = VKALGO_CONSTANT_RULE_C_HIGH) const uint kRuleCHigh = 0;
layout(constant_id = VKALGO_CONSTANT_STEP) const uint kStep = 0;
layout(constant_id = VKALGO_CONSTANT_STEP_HIGH) const uint kStepHigh = 0;

// Returns a value of the range, given by its bits, multiplied by 2^kLift: see bins.glsl.
double lifted(uvec2 bits) {
    if (kLift == 0) return packDouble2x32(bits);
    const uint high = bits.y & 0x7fffffffu;
    if (high >= 0x00100000u) return packDouble2x32(uvec2(bits.x, bits.y + (kLift << 20)));
    const double magnitude = double(high) * 4294967296.0lf + double(bits.x);
    const double value = magnitude * packDouble2x32(uvec2(0, (kLift - 51) << 20));  // Times 2^(kLift - 1074)
    return high == bits.y ? value : -value;
}

// Returns whether a value has bin `bin` or a later one. The value is given by its bits, and again as `value`,
// multiplied by 2^EXPONENT (histogram.h) as the edges are. `bin` is not 0. Each operation is rounded as on the host
// (linspace.hpp); `precise` keeps compilers from fusing operations.
bool reaches(uvec2 bits, double value, uint bin) {
    precise const double from_low = double(bin) * packDouble2x32(uvec2(kStep, kStepHigh));
    precise const double edge = from_low + packDouble2x32(uvec2(kRuleB, kRuleBHigh));
    // The product of a value next to 0 may have become 0.
    if (edge == 0.0lf) return (bits.y >> 31) == 0 || bits == uvec2(0, 0x80000000u);
    return edge <= value;
}

// Returns the bin of a value given by its bits, or kOutside or kNan if it is outside the range.
uint bin_of(uvec2 bits) {
    const bool negative = (bits.y >> 31) != 0;
    const uvec2 ordinal = negative ? ~bits : uvec2(bits.x, bits.y ^ 0x80000000u);
    if (is_above(difference(ordinal, uvec2(kLow, kLowHigh)), uvec2(kSpan, kSpanHigh)))
        return is_nan(bits) ? kNan : kOutside;
    const double value = lifted(bits) * packDouble2x32(uvec2(kRuleA, kRuleAHigh));
    const double from_low = value - packDouble2x32(uvec2(kRuleB, kRuleBHigh));
    const double position = from_low * packDouble2x32(uvec2(kRuleC, kRuleCHigh)) - double(uintBitsToFloat(kMargin));
    const uint least = min(uint(clamp(position, 0.0lf, 2147483648.0lf)), kTop);
    uint first = least >> kPlaces;
    uint last = (least + kReach) >> kPlaces;
    while (first < last) {
        const uint middle = (first + last + 1) / 2;
        if (reaches(bits, value, middle)) {
            first = middle;
        } else {
            last = middle - 1;
        }
    }
    return first;
}

#else

// Returns a * b as three 32-bit words, the lowest first.
uvec3 product(uvec2 a, uint b) {
    uint low_high, low, high, high_low, carry;
    umulExtended(a.x, b, low_high, low);
    umulExtended(a.y, b, high, high_low);
    const uint middle = uaddCarry(low_high, high_low, carry);
    return uvec3(low, middle, high + carry);
}

// Returns floor(distance * kBins / (span + 1)) for span >= 2^32, in 96-bit arithmetic on 32-bit words. The leading 32
// bits of distance and the multiplier give the quotient or one less.
uint divided_wide(uvec2 distance) {
    uint high, low, carry, more, borrow, owed;
    umulExtended(shifted(distance, kRuleC), kRuleA, high, low);
    const uint quotient = high >> (kRuleB - 32);
    const uvec3 whole = product(distance, kBins);
    uvec3 taken = product(uvec2(kSpan, kSpanHigh), quotient);
    taken.x = uaddCarry(taken.x, quotient, carry);
    taken.y = uaddCarry(taken.y, carry, more);
    taken.z += more;
    uvec3 rest;
    rest.x = usubBorrow(whole.x, taken.x, borrow);
    rest.y = usubBorrow(whole.y, taken.y, more);
    rest.y = usubBorrow(rest.y, borrow, owed);
    rest.z = whole.z - taken.z - more - owed;
    return rest.z != 0 || is_above(rest.xy, uvec2(kSpan, kSpanHigh)) ? quotient + 1 : quotient;
}

// Returns the bin of a value given by its bits, or kOutside if it is outside the range.
uint bin_of(uvec2 bits) {
    const uvec2 distance = difference(uvec2(bits.x, bits.y ^ kSign), uvec2(kLow, kLowHigh));
    if (kWhole == 0 && is_above(distance, uvec2(kSpan, kSpanHigh))) return kOutside;
    if (kRule == VKALGO_RULE_SHIFT_WIDE) return shifted(distance, kRuleA);
    if (kRule == VKALGO_RULE_DIVIDE_WIDE) return divided_wide(distance);
    // With a span below 2^32 the low word is enough.
    if (kRule == VKALGO_RULE_SHIFT) return distance.x >> kRuleA;
    if (kRule == VKALGO_RULE_DIVIDE) return divided(distance.x);
    return distance.x;
}

#endif
#endif

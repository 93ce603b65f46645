// The edges between even bins of f16 and f32, as the host computes them in double precision (linspace.hpp). Doubles are
// computed from 32-bit words here, so that 64-bit floating point is not required.
#ifndef VKALGO_HISTOGRAM_EVEN_EDGES_GLSL
#define VKALGO_HISTOGRAM_EVEN_EDGES_GLSL

layout(constant_id = VKALGO_CONSTANT_EXPONENT) const int kExponent = 0;
layout(constant_id = VKALGO_CONSTANT_STEP) const uint kStep = 0;
layout(constant_id = VKALGO_CONSTANT_STEP_HIGH) const uint kStepHigh = 0;
layout(constant_id = VKALGO_CONSTANT_START) const uint kStart = 0;
layout(constant_id = VKALGO_CONSTANT_START_HIGH) const uint kStartHigh = 0;
layout(constant_id = VKALGO_CONSTANT_STEP_UNITS) const uint kStepUnits = 0;
layout(constant_id = VKALGO_CONSTANT_STEP_PARTS) const uint kStepParts = 0;
layout(constant_id = VKALGO_CONSTANT_START_UNITS) const uint kStartUnits = 0;
layout(constant_id = VKALGO_CONSTANT_SURE) const int kSure = 0;

// The number digits * 2^exponent, or its negative. Bit 63 of `digits` is set (the low word comes first), unless the
// number is 0.
struct Number {
    bool negative;
    int exponent;
    uvec2 digits;
};

// Returns the number digits * 2^exponent, or its negative, with bit 63 of its digits set unless it is 0.
Number number_of(bool negative, uvec2 digits, int exponent) {
    if (digits.y == 0) {
        digits = digits.yx;
        exponent -= 32;
    }
    if (digits.y == 0) return Number(false, 0, uvec2(0));
    const int lead = 31 - findMSB(digits.y);
    if (lead != 0) digits = uvec2(digits.x << lead, digits.y << lead | digits.x >> (32 - lead));
    return Number(negative, exponent - lead, digits);
}

// Returns the number that an f64 of these bits holds. Denormal numbers are taken as 0.
Number number_of_double(uint low, uint high) {
    const int exponent = int(high >> 20 & 0x7ffu);
    if (exponent == 0) return Number(false, 0, uvec2(0));
    return number_of((high >> 31) != 0, uvec2(low, (high & 0xfffffu) | 0x100000u), exponent - 1075);
}

// Returns the number rounded to the 53 binary digits of an f64, to nearest, ties to even.
Number rounded(Number number) {
    const uint rest = number.digits.x & 0x7ffu;
    number.digits.x -= rest;
    if (rest > 0x400u || (rest == 0x400u && (number.digits.x & 0x800u) != 0)) {
        uint carry;
        number.digits.x = uaddCarry(number.digits.x, 0x800u, carry);
        number.digits.y += carry;
        if (carry != 0 && number.digits.y == 0) {
            number.digits.y = 0x80000000u;
            number.exponent += 1;
        }
    }
    return number;
}

// Returns bin * step, rounded to f64. `bin` is not 0.
Number multiplied(uint bin, Number step) {
    const int lead = 31 - findMSB(bin);
    uint low_high, low, high, high_low, carry;
    umulExtended(step.digits.x, bin << lead, low_high, low);
    umulExtended(step.digits.y, bin << lead, high, high_low);
    uvec2 digits = uvec2(uaddCarry(low_high, high_low, carry), 0);
    digits.y = high + carry;
    int exponent = step.exponent - lead + 32;
    if ((digits.y >> 31) == 0) {
        digits = uvec2(digits.x << 1 | low >> 31, digits.y << 1 | digits.x >> 31);
        low <<= 1;
        exponent -= 1;
    }
    // Bit 0 is also set if any digit below it is 1, so that the number is rounded to the right side.
    if (low != 0) digits.x |= 1u;
    return rounded(Number(false, exponent, digits));
}

// Returns digits >> distance. Bit 0 of the result is also set if any digit that is shifted out is 1.
uvec2 moved_down(uvec2 digits, uint distance) {
    uvec2 lost = uvec2(0);
    if (distance >= 32) {
        lost.y = digits.x;
        digits = uvec2(digits.y, 0);
        distance -= 32;
    }
    if (distance >= 32) return uvec2((digits.x | lost.y) != 0 ? 1u : 0u, 0);
    if (distance != 0) {
        lost.x = digits.x << (32 - distance);
        digits = uvec2(digits.x >> distance | digits.y << (32 - distance), digits.y >> distance);
    }
    if ((lost.x | lost.y) != 0) digits.x |= 1u;
    return digits;
}

bool is_less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

// Returns a + b, rounded to f64. The last eleven digits of both are 0, since an f64 has 53 of the 64 digits.
Number sum(Number a, Number b) {
    if (b.digits.y == 0) return a;
    if (a.exponent < b.exponent || (a.exponent == b.exponent && is_less(a.digits, b.digits))) {
        const Number swapped = a;
        a = b;
        b = swapped;
    }
    const uvec2 more = moved_down(a.digits, 1);
    const uvec2 less = moved_down(b.digits, uint(a.exponent - b.exponent) + 1);
    uvec2 digits;
    uint carry;
    if (a.negative == b.negative) {
        digits.x = uaddCarry(more.x, less.x, carry);
        digits.y = more.y + less.y + carry;
    } else {
        digits.x = usubBorrow(more.x, less.x, carry);
        digits.y = more.y - less.y - carry;
    }
    return rounded(number_of(a.negative, digits, a.exponent + 1));
}

// Returns whether a < b if `equal` is false, and whether a <= b if it is true.
bool is_up_to(Number a, Number b, bool equal) {
    if (a.digits.y == 0) return !b.negative;  // b is not 0.
    if (a.negative != b.negative) return a.negative;
    if (a == b) return equal;
    const bool less = a.exponent < b.exponent || (a.exponent == b.exponent && is_less(a.digits, b.digits));
    return less != a.negative;
}

// Returns whether a value of the type, given by its bits, has bin `bin` or a later one. `bin` is not 0. A value reaches
// an edge if the edge, rounded to the type, is not above the value. So the unrounded edge is compared with the middle
// between the value and the next greater value: the value reaches every edge below the middle. An edge exactly in the
// middle is rounded to the value if the last bit of the value's significand is 0.
bool reaches(uint bits, uint bin) {
    const int digits = kBytes == 2 ? 10 : 23;
    const int least = kBytes == 2 ? -24 : -149;  // The least number above 0 is 2^least.
    const uint magnitude = bits & (kBytes == 2 ? 0x7fffu : 0x7fffffffu);
    const bool negative = magnitude != 0 && magnitude != bits;
    const uint lower = negative ? magnitude - 1 : magnitude;
    const uint exponent = lower >> digits;
    const uint significand = (lower & ((1u << digits) - 1)) | (exponent != 0 ? 1u << digits : 0);
    const uint middle_digits = 2 * significand + 1;
    const int middle_exponent = max(int(exponent), 1) - 1 + least - 1 + kExponent;

    // A difference in 32-bit arithmetic is nearly always enough.
    const int places = middle_exponent + VKALGO_UNIT_PLACES;
    uint units = abs(places) > 31 ? 0 : places < 0 ? middle_digits >> -places : middle_digits << places;
    if (negative) units = -units;
    uint step_high, step_low;
    umulExtended(bin, kStepParts, step_high, step_low);
    const int above = int(units - kStartUnits - bin * kStepUnits - step_high);
    if (abs(above) > kSure) return above > 0;

    const Number middle = number_of(negative, uvec2(middle_digits, 0), middle_exponent);
    const Number edge = sum(multiplied(bin, number_of_double(kStep, kStepHigh)), number_of_double(kStart, kStartHigh));
    return is_up_to(edge, middle, (magnitude & 1) == 0);
}

#endif

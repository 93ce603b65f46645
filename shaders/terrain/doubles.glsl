// Heights, drops and slopes of f64 as bits (x: the low word), computed in integers. Each result is rounded to nearest
// as IEEE 754 requires, including subnormal numbers. So slopes are the same on every device: a device may lack f64, may
// flush subnormal numbers to 0, and need not divide exactly.

bool is_negative(uvec2 bits) { return (bits.y & 0x80000000u) != 0u; }
uvec2 magnitude_of(uvec2 bits) { return uvec2(bits.x, bits.y & 0x7fffffffu); }

// Returns whether one < other, for 64-bit integers, and so also for the bits of f64 that are not negative.
bool is_less(uvec2 one, uvec2 other) { return one.y < other.y || (one.y == other.y && one.x < other.x); }
uvec2 sum_of(uvec2 one, uvec2 other) {
    uint carry;
    const uint low = uaddCarry(one.x, other.x, carry);
    return uvec2(low, one.y + other.y + carry);
}
uvec2 difference_of(uvec2 one, uvec2 other) {
    uint borrow;
    const uint low = usubBorrow(one.x, other.x, borrow);
    return uvec2(low, one.y - other.y - borrow);
}
// Returns `bits` shifted up by 0 to 63 bits.
uvec2 shifted_up(uvec2 bits, uint by) {
    if (by == 0u) return bits;
    return by < 32u ? uvec2(bits.x << by, bits.y << by | bits.x >> (32u - by)) : uvec2(0u, bits.x << (by - 32u));
}
// Returns `bits` shifted down by any number of bits. The lowest bit becomes 1 if any set bit is shifted out.
uvec2 shifted_down(uvec2 bits, uint by) {
    if (by == 0u) return bits;
    if (by >= 64u) return uvec2(any(notEqual(bits, uvec2(0u))) ? 1u : 0u, 0u);
    uvec2 shifted =
        by < 32u ? uvec2(bits.x >> by | bits.y << (32u - by), bits.y >> by) : uvec2(bits.y >> (by - 32u), 0u);
    if (shifted_up(shifted, by) != bits) shifted.x |= 1u;
    return shifted;
}
int highest_bit(uvec2 bits) { return bits.y != 0u ? 32 + findMSB(bits.y) : findMSB(bits.x); }

// A number that is not negative: significand * 2^(exponent - 1075). The exponent is at least 1, except in results of
// normal_parts_of().
struct Parts {
    uvec2 significand;
    int exponent;
};
Parts parts_of(uvec2 bits) {
    const uint exponent = bits.y >> 20;
    return Parts(uvec2(bits.x, (bits.y & 0xfffffu) | (exponent != 0u ? 0x100000u : 0u)), int(max(exponent, 1u)));
}
// Returns the bits of the f64 nearest to a number, ties to even. The significand of the number has three more bits at
// its low end; the lowest of these is set if any bit below it would be. A number without bit 55 is subnormal, and its
// exponent is 1.
uvec2 rounded_of(Parts parts) {
    const uint rest = parts.significand.x & 7u;
    uvec2 bits = uvec2(parts.significand.x >> 3 | parts.significand.y << 29, parts.significand.y >> 3);
    if (rest > 4u || (rest == 4u && (bits.x & 1u) != 0u)) bits = sum_of(bits, uvec2(1u, 0u));
    // A carry out of the significand increments the exponent.
    return uvec2(bits.x, bits.y + (uint(parts.exponent - 1) << 20));
}

// Returns the sum of two magnitudes, or their difference if `subtracts` is set. `one` must not be less than `other`.
uvec2 added(uvec2 one, uvec2 other, bool subtracts) {
    Parts parts = parts_of(one);
    const Parts less = parts_of(other);
    parts.significand = shifted_up(parts.significand, 3u);
    const uvec2 term = shifted_down(shifted_up(less.significand, 3u), uint(parts.exponent - less.exponent));
    if (subtracts) {
        parts.significand = difference_of(parts.significand, term);
        const int up = min(55 - highest_bit(parts.significand), parts.exponent - 1);
        parts.significand = shifted_up(parts.significand, uint(up));
        parts.exponent -= up;
    } else {
        parts.significand = sum_of(parts.significand, term);
        if ((parts.significand.y & 0x1000000u) != 0u) {
            parts.significand = shifted_down(parts.significand, 1u);
            ++parts.exponent;
        }
    }
    return rounded_of(parts);
}

// Returns high - low. `low` must be less than `high`, and neither may be -0.
uvec2 drop_of(uvec2 high, uvec2 low) {
    const uvec2 one = magnitude_of(high), other = magnitude_of(low);
    const bool subtracts = is_negative(high) == is_negative(low);
    return is_less(one, other) ? added(other, one, subtracts) : added(one, other, subtracts);
}

// Returns the parts of a number, with bit 52 of the significand set; so the exponent may be below 1. `bits` must not be
// 0.
Parts normal_parts_of(uvec2 bits) {
    Parts parts = parts_of(bits);
    const int up = 52 - highest_bit(parts.significand);
    return Parts(shifted_up(parts.significand, uint(up)), parts.exponent - up);
}

// Returns drop / distance; neither may be 0.
uvec2 slope_of(uvec2 drop, uvec2 distance) {
    Parts parts = normal_parts_of(drop);
    const Parts by = normal_parts_of(distance);
    parts.exponent += 1023 - by.exponent;
    if (is_less(parts.significand, by.significand)) {
        parts.significand = shifted_up(parts.significand, 1u);
        --parts.exponent;
    }
    // Computes the quotient bit by bit: 53 bits, two more bits, and one that says whether there is a remainder.
    uvec2 rest = parts.significand, quotient = uvec2(0u);
    for (uint k = 0u; k < 55u; ++k) {
        quotient = shifted_up(quotient, 1u);
        if (!is_less(rest, by.significand)) {
            rest = difference_of(rest, by.significand);
            quotient.x |= 1u;
        }
        rest = shifted_up(rest, 1u);
    }
    quotient = shifted_up(quotient, 1u);
    if (any(notEqual(rest, uvec2(0u)))) quotient.x |= 1u;
    if (parts.exponent >= 2047) return uvec2(0u, 0x7ff00000u);
    if (parts.exponent < 1) {
        quotient = shifted_down(quotient, uint(1 - parts.exponent));
        parts.exponent = 1;
    }
    return rounded_of(Parts(quotient, parts.exponent));
}

// Returns the f64 that equals an f32, which must be 0 or normal.
uvec2 double_of(uint single) {
    if (single == 0u) return uvec2(0u);
    const uint exponent = (single >> 23 & 255u) + 896u;
    return uvec2(single << 29, (single & 0x80000000u) | exponent << 20 | (single & 0x7fffffu) >> 3);
}

#pragma once

#include "algorithms/dp/recurrence/header.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

// Numbers of the random recurrences: integers as their bits, floats as the bits of a double.
namespace vkalgo::dp::test {

inline double real_of(std::uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline std::uint64_t bits_of(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Returns the bits of an integer that fit the type.
inline std::uint64_t wrap(ElementType type, std::uint64_t value) {
    return size_of(type) == 8 ? value : value & ((std::uint64_t{1} << (8 * size_of(type))) - 1);
}

/// Returns an integer's value; values of signed types keep their sign.
inline std::int64_t signed_of(ElementType type, std::uint64_t bits) {
    return type == ElementType::i32 ? std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))}
                                    : static_cast<std::int64_t>(bits);
}

/// Returns a small whole number in the type.
inline std::uint64_t whole(ElementType type, std::int64_t value) {
    return is_float(type) ? bits_of(static_cast<double>(value)) : wrap(type, static_cast<std::uint64_t>(value));
}

/// Returns GLSL's uint() of a number: the low 32 bits of an integer, or the whole part of a float.
inline std::uint32_t low_word(ElementType type, std::uint64_t bits) {
    return is_float(type) ? static_cast<std::uint32_t>(real_of(bits)) : static_cast<std::uint32_t>(bits);
}

inline bool less(ElementType type, std::uint64_t a, std::uint64_t b) {
    if (is_float(type)) {
        return real_of(a) < real_of(b);
    }
    return is_signed(type) ? signed_of(type, a) < signed_of(type, b) : a < b;
}
inline bool better(ElementType type, bool minimum, std::uint64_t a, std::uint64_t b) {
    return minimum ? less(type, a, b) : less(type, b, a);
}

/// Returns the worst number. It stands for INFEASIBLE, and for the best of no terms.
inline std::uint64_t worst(ElementType type, bool minimum) {
    constexpr double kUnbounded = std::numeric_limits<double>::infinity();
    switch (type) {
        case ElementType::i32:
            return minimum ? 0x7fffffffU : 0x80000000U;
        case ElementType::i64:
            return minimum ? 0x7fffffffffffffffU : 0x8000000000000000U;
        case ElementType::f32:
        case ElementType::f64:
            return bits_of(minimum ? kUnbounded : -kUnbounded);
        default:
            return minimum ? wrap(type, ~std::uint64_t{0}) : 0;
    }
}

inline std::uint64_t sum(ElementType type, std::uint64_t a, std::uint64_t b) {
    return is_float(type) ? bits_of(real_of(a) + real_of(b)) : wrap(type, a + b);
}
/// Returns the result of the recurrences' plus().
inline std::uint64_t feasible_sum(ElementType type, bool minimum, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t none = worst(type, minimum);
    return a == none || b == none ? none : sum(type, a, b);
}

inline Number number_of(ElementType type, std::uint64_t bits) {
    return is_float(type) ? Number(real_of(bits)) : is_signed(type) ? Number(signed_of(type, bits)) : Number(bits);
}

}  // namespace vkalgo::dp::test

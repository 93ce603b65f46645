#pragma once

// Internal to the histogram: ordinals, whole numbers that ascend with the values.
#include "algorithms/element_type.hpp"
#include "algorithms/exact_number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace vkalgo::histogram_detail {

/// Returns the type in which values of a floating-point type are computed: f32 for f16.
constexpr ElementType computed_as(ElementType type) {
    return type == ElementType::f16 ? ElementType::f32 : type;
}

/// Returns the bits of a value in computed_as(type), from its bits in `type`.
inline std::uint64_t computed_bits(std::uint64_t bits, ElementType type) {
    return type == ElementType::f16
               ? std::bit_cast<std::uint32_t>(float{Half::of_bits(static_cast<std::uint16_t>(bits))})
               : bits;
}

/// Returns the ordinal of an f32 or f64 value given by its bits. NaNs lie at both ends, beyond the infinities.
inline std::uint64_t float_ordinal(std::uint64_t bits, ElementType type) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    return (bits & sign) != 0 ? ~bits & (sign | (sign - 1)) : bits ^ sign;
}

/// Returns the bits of the f32 or f64 value that is nearest to `value`, which must lie within the type's finite values.
inline std::uint64_t float_bits(double value, ElementType type) {
    return type == ElementType::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                    : std::bit_cast<std::uint64_t>(value);
}

/// Returns the distance from `magnitude`, the absolute value of an f16 or f32 (`type`), to the next greater value of
/// this type.
inline double step_after(double magnitude, ElementType type) {
    const bool half = type == ElementType::f16;
    return std::ldexp(1.0, std::max(std::ilogb(magnitude), half ? -14 : -126) - (half ? 10 : 23));
}

/// Returns the ordinal, in computed_as(type), of the least value that is not below `edge` if `at_or_above` is true,
/// else of the greatest value that is not above `edge`. The edge must lie within the type's finite values, or be
/// infinite. (bin_edges.cpp)
std::uint64_t real_edge_ordinal(ElementType type, const ExactNumber& edge, bool at_or_above);

}  // namespace vkalgo::histogram_detail

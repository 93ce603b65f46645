#pragma once

// Internal to the histogram: values as whole numbers that ascend with them.
#include "algorithms/element_type.hpp"

#include <bit>
#include <cstdint>

namespace vkalgo::histogram_detail {

/// Of a floating-point value of `type`, given by its bits. NaNs lie at both ends, beyond the infinities.
inline std::uint64_t float_ordinal(std::uint64_t bits, ElementType type) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    return (bits & sign) != 0 ? ~bits & (sign | (sign - 1)) : bits ^ sign;
}

/// The bits of the value of `type` that is nearest to a number within its finite values.
inline std::uint64_t float_bits(double value, ElementType type) {
    return type == ElementType::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                    : std::bit_cast<std::uint64_t>(value);
}

}  // namespace vkalgo::histogram_detail

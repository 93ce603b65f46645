#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace vkalgo {

/// A floating-point number of 16 bits (IEEE 754 binary16): the C++ type of ElementType::f16. It only stores a number;
/// arithmetic converts it to float, which is exact.
class Half {
public:
    constexpr Half() = default;
    /// Rounds to the nearest f16; of two that are equally near, to the even one. From a magnitude of 65,520 on the
    /// result is infinite.
    explicit Half(double value) : bits_(rounded(value)) {}
    /// Returns the number with these bits.
    static constexpr Half of_bits(std::uint16_t bits) {
        Half half;
        half.bits_ = bits;
        return half;
    }

    /// Returns the bits as they are in memory.
    constexpr std::uint16_t bits() const { return bits_; }

    /// Converts to float, which is exact.
    // NOLINTNEXTLINE(google-explicit-constructor): nothing is lost
    operator float() const {
        const std::uint32_t magnitude = bits_ & 0x7fffU;
        std::uint32_t wide = (magnitude << 13) + (112U << 23);
        if (magnitude >= 0x7c00U) {
            wide += 112U << 23;
        } else if (magnitude < 0x400U) {
            wide = std::bit_cast<std::uint32_t>(std::ldexp(static_cast<float>(magnitude), -24));
        }
        return std::bit_cast<float>(wide | (bits_ & 0x8000U) << 16);
    }

private:
    static std::uint16_t rounded(double value) {
        const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
        const double magnitude = std::abs(value);
        if (std::isnan(value)) {
            return static_cast<std::uint16_t>(sign | 0x7e00U);
        }
        if (magnitude >= 65520.0) {
            return static_cast<std::uint16_t>(sign | 0x7c00U);
        }
        // The magnitude is rounded to units of the last place. If it becomes the next power of two, the carry into the
        // exponent gives the right bits.
        const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
        const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
        return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(exponent + 14) << 10) + units));
    }

    std::uint16_t bits_ = 0;
};

}  // namespace vkalgo

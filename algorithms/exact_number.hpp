#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>

namespace vkalgo {

/// A number that holds a value of any element type exactly: a whole number from -2^63 to 2^64 - 1, or a double. A
/// double that is a whole number in this range is stored as a whole number, so that 3e9 and 3000000000u are equal.
class ExactNumber {
public:
    constexpr ExactNumber() = default;
    /// Stores an integer of any type.
    template <std::integral T>
    constexpr ExactNumber(T value) : bits_(static_cast<std::uint64_t>(value)), negative_(value < T{}) {}
    /// Stores a real number. If it is a whole number from -2^63 to 2^64 - 1, it is stored as a whole number.
    ExactNumber(double value) : real_(value) {
        whole_ = value == std::floor(value) && value >= -0x1p63 && value < 0x1p64;
        if (whole_) {
            negative_ = value < 0;
            bits_ = negative_ ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                              : static_cast<std::uint64_t>(value);
            real_ = 0;
        }
    }

    /// Returns true for a whole number from -2^63 to 2^64 - 1.
    constexpr bool is_whole() const { return whole_; }
    /// Returns true if the number is below 0.
    constexpr bool is_negative() const { return whole_ ? negative_ : real_ < 0; }
    /// Returns the low 64 bits of a whole number in two's complement. 0 if the number is not whole.
    constexpr std::uint64_t bits() const { return bits_; }
    /// Returns the nearest double.
    constexpr double real() const {
        if (!whole_) {
            return real_;
        }
        return negative_ ? static_cast<double>(static_cast<std::int64_t>(bits_)) : static_cast<double>(bits_);
    }

    bool operator==(const ExactNumber& other) const {
        return whole_ == other.whole_ && negative_ == other.negative_ && bits_ == other.bits_ &&
               (whole_ || real_ == other.real_);
    }
    /// Returns false if either number is NaN.
    bool operator<(const ExactNumber& other) const {
        if (!whole_ || !other.whole_) {
            // The nearest double of a whole number just below 2^64 is 2^64, and 2^64 itself is stored as a double. Of
            // the two, the number that is stored as a whole number is less.
            return real() < other.real() || (real() == other.real() && whole_ && !other.whole_);
        }
        return negative_ != other.negative_ ? negative_ : bits_ < other.bits_;
    }
    /// Returns false if either number is NaN.
    bool operator>(const ExactNumber& other) const { return other < *this; }

private:
    std::uint64_t bits_ = 0;
    double real_ = 0;
    bool negative_ = false;
    bool whole_ = true;
};

/// Returns all digits of a whole number, and the shortest text that distinguishes another number from other doubles.
inline std::string to_string(const ExactNumber& number) {
    if (!number.is_whole()) {
        std::array<char, 32> text{};
        return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number.real()).ptr};
    }
    return number.is_negative() ? std::to_string(static_cast<std::int64_t>(number.bits()))
                                : std::to_string(number.bits());
}

}  // namespace vkalgo

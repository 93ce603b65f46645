#include "support/read_number.hpp"

#include "algorithms/half.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>

namespace vkalgo {
namespace {

/// Removes a plus sign, which std::from_chars does not accept.
std::string_view without_plus(std::string_view text) {
    const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
    return plus ? text.substr(1) : text;
}

bool has_digits_alone(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_minus(std::string_view text) {
    return text.substr(text.starts_with('-') ? 1 : 0);
}

/// The number of decimal digits up to which T holds every integer exactly.
template <class T>
constexpr std::size_t kExactDigits = std::numeric_limits<T>::digits10;
template <>
constexpr std::size_t kExactDigits<Half> = 3;

/// Returns whether the absolute value of `value`, the number nearest to these digits, equals them exactly.
bool is_exactly(double value, std::string_view digits) {
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.remove_prefix(zeros);
    constexpr std::size_t kFit64Bits = 19;
    if (digits.size() <= kFit64Bits) {
        std::uint64_t whole = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), whole);
        return static_cast<std::uint64_t>(std::abs(value)) == whole;
    }
    return fmt::format("{:.0f}", std::abs(value)) == digits;
}

template <std::floating_point T>
NumberFault nearest(std::string_view text, T& value) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc::invalid_argument || end != text.data() + text.size()) {
        return NumberFault::no_number;
    }
    if (failure == std::errc::result_out_of_range) {
        // The number is too large or too close to 0. Only a number that is too large is a fault.
        const std::string word(text);
        value = sizeof(T) == sizeof(float) ? static_cast<T>(std::strtof(word.c_str(), nullptr))
                                           : static_cast<T>(std::strtod(word.c_str(), nullptr));
        return std::isfinite(value) ? NumberFault::none : NumberFault::beyond;
    }
    return NumberFault::none;
}

/// A decimal number as 0.DIGITS times a power of ten, without its sign.
struct Decimal {
    std::string digits;  // The digits, without leading or trailing zeros
    long exponent = 0;
    explicit Decimal(std::string_view text) {
        text = without_minus(text);
        const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
        if (mark < text.size()) {
            std::from_chars(text.data() + mark + (text[mark + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
        }
        digits = text.substr(0, mark);
        const std::size_t point = std::min(digits.find('.'), digits.size());
        exponent += static_cast<long>(point);
        digits.erase(point, 1);
        const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
        exponent -= static_cast<long>(zeros);
        digits.erase(0, zeros);
        digits.erase(digits.find_last_not_of('0') + 1);
    }
};

/// Rounds `text` to odd: returns the number itself if it is an f64, else, of the two f64 next to it, the one whose last
/// bit is 1. `wide` is the f64 nearest to `text`. The last bit of a number halfway between two f16 is 0, so the result
/// is such a number only if `text` is. Thus the result is rounded to the same f16 as the exact number.
double rounded_to_odd(double wide, std::string_view text) {
    if (wide == 0 || std::bit_cast<std::uint64_t>(wide) % 2 == 1) {
        return wide;
    }
    // With this many digits after the first one, every number halfway between two f16 is written exactly.
    constexpr int kTieDigits = 40;
    const Decimal number(text), nearest(fmt::format("{:.{}e}", wide, kTieDigits));
    const int side = number.exponent != nearest.exponent ? (number.exponent > nearest.exponent ? 1 : -1)
                                                         : number.digits.compare(nearest.digits);
    const double infinity = std::copysign(std::numeric_limits<double>::infinity(), wide);
    return side == 0 ? wide : std::nextafter(wide, side > 0 ? infinity : 0.0);
}

NumberFault nearest(std::string_view text, Half& value) {
    double wide = 0;
    const NumberFault fault = nearest(text, wide);
    // If the text has at most this many characters, f64 distinguishes its number from all numbers halfway between two
    // f16.
    constexpr std::size_t kApart = 15;
    if (fault == NumberFault::none && std::isfinite(wide) && text.size() > kApart) {
        wide = rounded_to_odd(wide, text);
    }
    value = Half(wide);
    return fault == NumberFault::none && std::isfinite(wide) && !std::isfinite(float{value}) ? NumberFault::beyond
                                                                                             : fault;
}

template <class T>
NumberFault read_real(std::string_view text, T& value) {
    const NumberFault fault = nearest(text, value);
    if (fault != NumberFault::none || text.size() <= kExactDigits<T>) {
        return fault;
    }
    const std::string_view digits = without_minus(text);
    return !has_digits_alone(digits) || is_exactly(static_cast<double>(value), digits) ? NumberFault::none
                                                                                       : NumberFault::rounded;
}

template <std::integral T>
NumberFault read_integer(std::string_view text, T& value) {
    const char* const last = text.data() + text.size();
    const auto [end, failure] = std::from_chars(text.data(), last, value);
    if (failure == std::errc() && end == last) {
        return NumberFault::none;
    }
    const std::string_view digits = without_minus(text);
    if (has_digits_alone(digits)) {
        value = 0;  // An unsigned type reads -0 as 0
        return digits.find_first_not_of('0') == std::string_view::npos ? NumberFault::none : NumberFault::beyond;
    }
    double real = 0;
    const NumberFault fault = nearest(text, real);
    if (fault != NumberFault::none) {
        return fault;
    }
    const double least = static_cast<double>(std::numeric_limits<T>::lowest());
    const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits);
    return real < least || real >= beyond ? NumberFault::beyond : NumberFault::not_whole;
}

}  // namespace

template <class T>
NumberFault read_number(std::string_view text, T& value) {
    text = without_plus(text);
    if constexpr (std::is_integral_v<T>) {
        return read_integer(text, value);
    } else {
        return read_real(text, value);
    }
}

template NumberFault read_number(std::string_view, std::uint8_t&);
template NumberFault read_number(std::string_view, std::int8_t&);
template NumberFault read_number(std::string_view, std::uint16_t&);
template NumberFault read_number(std::string_view, std::int16_t&);
template NumberFault read_number(std::string_view, std::uint32_t&);
template NumberFault read_number(std::string_view, std::int32_t&);
template NumberFault read_number(std::string_view, std::uint64_t&);
template NumberFault read_number(std::string_view, std::int64_t&);
template NumberFault read_number(std::string_view, Half&);
template NumberFault read_number(std::string_view, float&);
template NumberFault read_number(std::string_view, double&);

}  // namespace vkalgo

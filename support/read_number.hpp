#pragma once

#include <cstdint>
#include <string_view>

namespace vkalgo {

/// The reason why a text is not a number of a type.
enum class NumberFault : std::uint8_t {
    none,
    /// The text is not a number: letters, blanks, or empty.
    no_number,
    /// The number is above the largest or below the smallest number of the type. For an integer type also: the number
    /// is infinite.
    beyond,
    /// For an integer type: the number has a point or an exponent, or is NaN.
    not_whole,
    /// For a floating-point type: an integer, written without a point or exponent, that lies between two numbers of the
    /// type.
    rounded,
};

/// Reads a decimal number in the form that vkalgo accepts in text files and on the command line. It accepts a sign (+5
/// is 5) and digits. For floating-point types it also accepts a point (.5 and 5. too), an exponent (1e5, 1E5), and inf,
/// infinity and nan in upper or lower case. The text must contain only the number. T is one of the element types.
/// Without a fault, or with the fault `rounded`, `value` becomes the nearest number of T; so 1e-400, which is closer to
/// 0 than to any other number of T, becomes 0. With any other fault, `value` is undefined.
template <class T>
NumberFault read_number(std::string_view text, T& value);

}  // namespace vkalgo

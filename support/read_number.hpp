#pragma once

#include <cstdint>
#include <string_view>

namespace vkalgo {

/// What is wrong with a text as a number of a type.
enum class NumberFault : std::uint8_t {
    none,
    /// letters, blanks, nothing
    no_number,
    /// greater than the greatest number of the type, or less than the least
    beyond,
    /// of an integer type: a number with a point or an exponent, an infinity or NaN
    not_whole,
    /// of a floating-point type: a whole number, written without a point and an exponent, that lies between two of it
    rounded,
};

/// Reads a decimal number: the one reader of the numbers in files and on the command line. A sign (+5 is 5), digits
/// and, of floating-point types, a point (.5 and 5. too), an exponent (1e5, 1E5), or inf, infinity and nan in upper or
/// lower case. Nothing may stand around it. `value` becomes the nearest of T, one of the element types: also where the
/// fault is `rounded`, and where the number is smaller than all of T but 0 (1e-400 is 0). With another fault it means
/// nothing.
template <class T>
NumberFault read_number(std::string_view text, T& value);

}  // namespace vkalgo

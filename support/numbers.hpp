#pragma once

#include "algorithms/exact_number.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Functions that read and format numbers as the command line does. Errors are invalid_argument; their messages quote
/// the text and end with advice.
namespace vkalgo {

/// Parses a size or count: 2^N with N from 0 to 63, or decimal digits, which K, M, G (powers of 1000) or Ki, Mi, Gi
/// (powers of 1024) may follow. A plus sign and leading zeros are ignored (+010 is ten). Rejected: a minus sign, a
/// fraction (write 1500M for 1.5G), blanks, lower-case suffixes (k, g), other suffixes, and values that do not fit 64
/// bits.
Result<std::uint64_t> parse_size(std::string_view text);

/// Parses a 64-bit integer with an optional sign.
Result<std::int64_t> parse_integer(std::string_view text);

/// Parses a decimal number as read_number() does. Rejects infinities, NaN, and whole numbers, written without a point
/// or exponent, that f64 would round.
Result<double> parse_number(std::string_view text);

/// Parses a number as parse_number() does, but keeps 64-bit integers, signed or unsigned, exact.
Result<ExactNumber> parse_exact(std::string_view text);

/// The ends of a range, low <= high.
struct Range {
    ExactNumber low;
    ExactNumber high;
};

/// Parses LO:HI, two numbers as in parse_exact.
Result<Range> parse_range(std::string_view text);

/// Returns the f64 whose shortest decimal text is that of the f32 `value`: 0.1 for 0.10000000149011612. Rounded to f32,
/// the result is `value` again. A whole number below 1e16 is returned unchanged: fmt prints it as digits without an
/// exponent, and read_number() accepts such digits only if they are exact.
double shortest_f32(double value);

/// Formats a count with its noun: "1 part", "2 parts".
std::string plural(std::uint64_t count, std::string_view noun);

/// Formats a number of bytes for people: "512 B", "1.5 MiB".
std::string format_bytes(std::uint64_t bytes);

/// Formats a limit in bytes as format_bytes() does, but without a fraction of 0: "128 MiB".
std::string format_limit(std::uint64_t bytes);

/// Formats milliseconds for people: "0.312 ms", "12.3 ms", "4.56 s".
std::string format_milliseconds(double milliseconds);

}  // namespace vkalgo

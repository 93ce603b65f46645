#pragma once

#include "algorithms/exact_number.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers as the command line takes them. Errors are invalid_argument; their messages quote the text and end in
/// advice.
namespace vkalgo {

/// A size or count: decimal digits, then nothing, K M G (powers of 1000) or Ki Mi Gi (powers of 1024); or 2^N.
/// A plus and a leading zero mean nothing (+010 is ten). Refused: a minus, a fraction (write 1500M for 1.5G), blanks,
/// lower-case suffixes (k, g), other suffixes, and what does not fit 64 bits.
Result<std::uint64_t> parse_size(std::string_view text);

/// A whole number of 64 bits with an optional sign.
Result<std::int64_t> parse_integer(std::string_view text);

/// A decimal number as read_number() has it; neither infinite nor NaN, nor a whole number that f64 would round.
Result<double> parse_number(std::string_view text);

/// A number as parse_number has it; whole numbers of 64 bits, with or without sign, exactly.
Result<ExactNumber> parse_exact(std::string_view text);

/// The values from `low` up to `high`, low <= high.
struct Range {
    ExactNumber low;
    ExactNumber high;
};

/// LO:HI, two numbers as above.
Result<Range> parse_range(std::string_view text);

/// The f64 whose shortest text is that of the f32 which `value` holds: 0.1 for 0.10000000149011612; a whole number is
/// itself, since all its digits are read. Read as f32 again, it is the same value.
double shortest_f32(double value);

/// A count of things for people: "1 part", "2 parts".
std::string plural(std::uint64_t count, std::string_view noun);

/// A count of bytes for people: "512 B", "1.5 MiB".
std::string format_bytes(std::uint64_t bytes);

/// The same for a limit: "128 MiB", without a fraction of 0.
std::string format_limit(std::uint64_t bytes);

/// Milliseconds for people: "0.312 ms", "12.3 ms", "4.56 s".
std::string format_milliseconds(double milliseconds);

}  // namespace vkalgo

#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "support/numbers.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

/// Numbers in text files. read_number() defines what a number is.
namespace vkalgo::formats {

/// Returns a text in the form in which messages quote it: a text of more than 64 bytes is cut there, and "..." follows.
std::string excerpt(std::string_view text);

/// Returns true for a decimal number of any size, with or without a fraction, and for "inf" and "nan".
bool is_number(std::string_view text);

/// Returns true if the start of an input looks like numbers that people write: only numbers, blanks, commas and line
/// breaks, with at least one digit and one character between numbers.
bool looks_like_numbers(std::string_view head);

/// Returns true if the text looks like a table. In a table, most lines after the first have numbers between commas,
/// semicolons or tabs, or a name and then numbers between blanks.
bool looks_like_table(std::string_view head);

/// Reads one number of this type strictly into size_of(type) bytes. Returns what is wrong and what to do, or an empty
/// string. These are wrong: a number that does not fit the type, a whole number that the type would round, a fraction
/// for an integer type, text, blanks.
std::string store_number(std::string_view text, ElementType type, std::byte* target);

/// Returns a number of an element type as text that reads as the same number again.
template <class T>
std::string number_text(T value) {
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, double>) {
        return fmt::format("{}", value);
    } else {
        return fmt::format("{}", shortest_f32(static_cast<double>(value)));
    }
}

/// Reads numbers that are separated by blanks, line breaks or commas, as a one-dimensional array. An empty list is
/// valid, and a comma may follow the last number. Errors: invalid_argument: the first word that is not a number of the
/// type, or a comma without a number before it, with its line.
Result<Array> parse_number_list(std::string_view text, ElementType type, const std::string& name);

/// The meaning of the lines of a text of numbers.
enum class TextLines {
    /// Lines mean nothing. Plain text is a list of one dimension, and so is a table of one column.
    ignored,
    /// Lines are rows if plain text has several lines, if all lines have the same number of numbers, and if this number
    /// is above 1. Otherwise lines mean nothing.
    rows_if_even,
    /// Lines are rows of an array of two dimensions, also if there is only one row or one column. Lines of different
    /// lengths are an error.
    rows,
};

/// Returns the shape of the array that the `count` numbers of a text make; `lines` says what its lines mean. Errors:
/// invalid_argument: if lines must be rows, a line that has more or fewer numbers than the earlier lines; the message
/// has the line's number.
Result<std::vector<std::uint64_t>> shape_of_lines(std::string_view text, std::uint64_t count, TextLines lines,
                                                  const std::string& name);

}  // namespace vkalgo::formats

#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "support/numbers.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

/// Numbers as text files hold them. What is a number, read_number() says.
namespace vkalgo::formats {

/// Text as messages quote it: its start, where it is long.
std::string excerpt(std::string_view text);

/// A decimal number, whole or not, of any size; "inf" and "nan" are too.
bool is_number(std::string_view text);

/// Does the start of an input read like numbers that people write: nothing but numbers, blanks, commas, line breaks?
bool looks_like_numbers(std::string_view head);

/// Does it read like a table: text with a number in most lines below the first, between commas, semicolons or tabs, or
/// between blanks behind a name?
bool looks_like_table(std::string_view head);

/// Reads one number of that type strictly into size_of(type) bytes. Returns what is wrong and what to do, or nothing:
/// a number that does not fit the type, a whole one that the type would round, a fraction where an integer is wanted,
/// text, blanks.
std::string store_number(std::string_view text, ElementType type, std::byte* target);

/// A number of an element type as text that reads as the same number again.
template <class T>
std::string number_text(T value) {
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, double>) {
        return fmt::format("{}", value);
    } else {
        return fmt::format("{}", shortest_f32(static_cast<double>(value)));
    }
}

/// Numbers between blanks, line breaks or commas, as a one-dimensional array; no number at all is valid, and a comma
/// may follow the last one. Errors: invalid_argument: the first word that is no number, or a comma without a number
/// before it, with its line.
Result<Array> parse_number_list(std::string_view text, ElementType type, const std::string& name);

}  // namespace vkalgo::formats

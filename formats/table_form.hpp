#pragma once

#include "engine/result.hpp"

#include <string>
#include <string_view>

namespace vkalgo::formats {

/// Whether the first row of a table is a header.
enum class HeaderRow {
    /// The reader decides: the row is a header if a column is found by its name, or if each cell is a name or empty and
    /// at least one is a name (csv.hpp).
    found,
    present,
    absent,
};

/// The form of the text of a table.
struct TableForm {
    /// The character between cells.
    char delimiter = ',';
    HeaderRow header = HeaderRow::found;
};

/// Reads a delimiter: one byte that is neither a quote nor a line break, or a word: comma, tab (or \t), semicolon,
/// colon, pipe, space. Errors: invalid_argument: any other text.
Result<char> parse_delimiter(std::string_view text);

/// Returns the words that parse_delimiter() reads.
std::string delimiter_words();

/// Returns a delimiter as parse_delimiter() reads it: the word for the delimiter, or the character itself if it has no
/// word.
std::string delimiter_word(char delimiter);

/// Returns the plural of a delimiter for messages: "commas".
std::string delimiter_name(char delimiter);

}  // namespace vkalgo::formats

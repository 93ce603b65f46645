#pragma once

#include "../../../engine/result.hpp"
#include "header.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// One `//!` line: its keyword, and the text after the keyword without blanks at both ends.
struct HeaderLine {
    std::string keyword, value;
    int line = 0;
};

/// Returns the `//!` lines of a text that plain_text accepted. Errors: invalid_argument: a `//!` after other text on
/// its line, a block comment that is never closed.
Result<std::vector<HeaderLine>> find_header_lines(std::string_view text, std::string_view file);

/// Reads one line into `header`. Errors: invalid_argument: a keyword that is missing or unknown, a value that is
/// missing or not understood.
Result<void> read_header_line(RecurrenceHeader& header, const HeaderLine& line, std::string_view file);

/// Returns whether a header may have several lines with this keyword.
bool repeats(std::string_view keyword);

/// Returns why the file must not declare `name`, for example "is a word of GLSL". Empty: the file may declare it.
std::string why_reserved(std::string_view name);

}  // namespace vkalgo::dp

#pragma once

#include "../../../engine/result.hpp"
#include "header.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// One `//!` line: its keyword and what follows, blanks at both ends left out.
struct HeaderLine {
    std::string keyword, value;
    int line = 0;
};

/// The `//!` lines of a text that plain_text let through. Errors: invalid_argument: a `//!` behind code, a line that
/// ends in a backslash, a block comment that is never closed.
Result<std::vector<HeaderLine>> find_header_lines(std::string_view text, std::string_view file);

/// Reads one line into `header`. Errors: invalid_argument: an unknown keyword, a value that is not understood.
Result<void> read_header_line(RecurrenceHeader& header, const HeaderLine& line, std::string_view file);

/// May a header line with this keyword stand more than once?
bool repeats(std::string_view keyword);

/// Is `name` one that an input, a param or the variable of `reduce` may have? Otherwise gives the reason, "is a word of
/// GLSL".
std::string why_reserved(std::string_view name);

}  // namespace vkalgo::dp

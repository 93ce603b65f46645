#pragma once

#include "../../../engine/result.hpp"
#include "header.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// One `//!` line: its keyword and what follows, without blanks at both ends.
struct HeaderLine {
    std::string keyword, value;
    int line = 0;
};

/// Returns the `//!` lines of a text that plain_text accepted. Errors: invalid_argument: a `//!` after code, a line
/// that ends in a backslash, a block comment that is never closed.
Result<std::vector<HeaderLine>> find_header_lines(std::string_view text, std::string_view file);

/// Reads one line into `header`. Errors: invalid_argument: an unknown keyword, a value that is not understood.
Result<void> read_header_line(RecurrenceHeader& header, const HeaderLine& line, std::string_view file);

/// Returns whether a header may have several lines with this keyword.
bool repeats(std::string_view keyword);

/// Returns why `name` is not allowed for an input, a param or the variable of `reduce`: "is a word of GLSL". Empty if
/// it is allowed.
std::string why_reserved(std::string_view name);

}  // namespace vkalgo::dp

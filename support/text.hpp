#pragma once

#include <string>
#include <string_view>

namespace vkalgo {

/// Returns the text without the characters of `blanks` at its start and its end.
std::string_view without_blanks(std::string_view text, std::string_view blanks = " \t");

/// Return the text with its ASCII letters in lower case or in upper case.
std::string in_lower_case(std::string_view text);
std::string in_upper_case(std::string_view text);

}  // namespace vkalgo

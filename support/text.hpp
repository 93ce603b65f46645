#pragma once

#include <string>
#include <string_view>

namespace vkalgo {

/// Without the blanks around it.
std::string_view without_blanks(std::string_view text, std::string_view blanks = " \t");

/// Letters of ASCII, as lower or upper case.
std::string in_lower_case(std::string_view text);
std::string in_upper_case(std::string_view text);

}  // namespace vkalgo

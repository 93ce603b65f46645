#pragma once

#include <string>

#include <fmt/format.h>

namespace vkalgo {

/// Appends to the text what fmt::vformat() returns.
void append_vformat(std::string& text, fmt::string_view format, fmt::format_args values);

/// Appends to the text what fmt::format() returns. fmt::format_to() would compile the writers of all numbers again in
/// each source that calls it.
template <class... Values>
void append_format(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
    append_vformat(text, format, fmt::make_format_args(values...));
}

}  // namespace vkalgo

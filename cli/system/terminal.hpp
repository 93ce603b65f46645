#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What the terminals on the standard streams can do.
namespace vkalgo::cli {

enum class Stream : int { output = 1, errors = 2 };

bool is_terminal(Stream stream);

/// Returns whether the stream is a terminal that can redraw a line: TERM is set and is not "dumb".
bool redraws_lines(Stream stream);

/// Returns whether colours are wanted. They are if redraws_lines() holds for the stream, NO_COLOR is unset or empty,
/// and CLICOLOR is not 0.
bool has_colours(Stream stream);

/// Returns the number of columns of the terminal, at least 40; 80 if the stream is not a terminal, or if the terminal
/// does not tell its size.
std::size_t columns_of(Stream stream);

/// Returns `text` between the escape sequence of the SGR code `code` (e.g. "1;31") and the sequence that ends the
/// colour. If the stream has no colours, returns `text` unchanged.
std::string coloured(Stream stream, std::string_view code, std::string_view text);

/// Returns `text` with every control character except line break and tab, and every byte that is not UTF-8, written as
/// \xHH. This is how a terminal may show text from outside.
std::string printable(std::string_view text);

}  // namespace vkalgo::cli

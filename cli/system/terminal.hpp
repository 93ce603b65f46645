#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What the terminals on the standard streams can do.
namespace vkalgo::cli {

enum class Stream : int { output = 1, errors = 2 };

bool is_terminal(Stream stream);

/// A terminal that can redraw a line: not one that calls itself dumb.
bool redraws_lines(Stream stream);

/// Whether colours are wanted there: a terminal that is not dumb, NO_COLOR unset or empty, CLICOLOR not 0.
bool has_colours(Stream stream);

/// Columns of the terminal, 40 at least; 80 where there is none.
std::size_t columns_of(Stream stream);

/// `text` between the SGR code (e.g. "1;31") and its end if the stream has colours, else as it is.
std::string coloured(Stream stream, std::string_view code, std::string_view text);

/// `text` with every control character but line break and tab, and every byte that is not UTF-8, written as \xHH: what
/// a terminal may be shown of text that came from elsewhere.
std::string printable(std::string_view text);

}  // namespace vkalgo::cli

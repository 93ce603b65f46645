#include "cli/system/terminal.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace vkalgo::cli {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

/// Returns the length in bytes of the UTF-8 sequence with which `text` starts. Returns 0 if `text` does not start with
/// one, or starts with a control character other than line break and tab.
std::size_t shown_bytes(std::string_view text) {
    const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t' ? 1 : 0;
    }
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) {
        return 0;
    }
    std::uint32_t point = first & (0x7fU >> size);
    for (std::size_t index = 1; index < size; ++index) {
        if ((byte(index) & 0xc0U) != 0x80) {
            return 0;
        }
        point = point << 6 | (byte(index) & 0x3fU);
    }
    const std::uint32_t least = size == 2 ? 0xa0 : size == 3 ? 0x800 : 0x10000;  // U+0080 to U+009F are controls
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < least || point > 0x10ffff || surrogate ? 0 : size;
}

}  // namespace

bool is_terminal(Stream stream) {
    return ::isatty(static_cast<int>(stream)) == 1;
}

bool redraws_lines(Stream stream) {
    const std::string_view term = environment("TERM");
    return is_terminal(stream) && !term.empty() && term != "dumb";
}

bool has_colours(Stream stream) {
    return redraws_lines(stream) && environment("NO_COLOR").empty() && environment("CLICOLOR") != "0";
}

std::size_t columns_of(Stream stream) {
    winsize window{};
    if (!is_terminal(stream) || ::ioctl(static_cast<int>(stream), TIOCGWINSZ, &window) != 0 || window.ws_col == 0) {
        return 80;
    }
    return std::max<std::size_t>(window.ws_col, 40);
}

std::string coloured(Stream stream, std::string_view code, std::string_view text) {
    return has_colours(stream) ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string printable(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        if (const std::size_t size = shown_bytes(text); size != 0) {
            shown.append(text, 0, size);
            text.remove_prefix(size);
        } else {
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
        }
    }
    return shown;
}

}  // namespace vkalgo::cli

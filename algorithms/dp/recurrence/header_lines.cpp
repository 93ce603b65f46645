#include "algorithms/dp/recurrence/header_lines.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>

namespace vkalgo::dp {

Result<std::vector<HeaderLine>> find_header_lines(std::string_view text, std::string_view file) {
    std::vector<HeaderLine> lines;
    int line = 1;
    std::size_t line_start = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n') {
            ++line;
            line_start = at + 1;
        } else if (text.substr(at).starts_with("/*")) {
            const std::size_t close = text.find("*/", at + 2);
            if (close == std::string_view::npos) {
                return error_at(file, line, "the comment that starts here is never closed; write */ at its end");
            }
            line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                text.begin() + static_cast<std::ptrdiff_t>(close), '\n'));
            line_start = std::min(line_start, at);
            if (const std::size_t last = text.substr(0, close).rfind('\n'); last != std::string_view::npos) {
                line_start = std::max(line_start, last + 1);
            }
            at = close + 1;
        } else if (text.substr(at).starts_with("//")) {
            const bool header = text.substr(at).starts_with("//!");
            const bool alone = trim(text.substr(line_start, at - line_start)).empty();
            const std::size_t end = std::min(text.find('\n', at), text.size());
            if (header) {
                std::string_view value = trim(text.substr(at + 3, end - at - 3));
                if (!alone) {
                    return error_at(file, line,
                                    "'//!' follows other text on this line; put it at the start of a line of its own");
                }
                const std::string_view keyword = take_word(value);
                lines.push_back({std::string(keyword), std::string(value), line});
            }
            at = end - 1;
        }
    }
    return lines;
}

}  // namespace vkalgo::dp

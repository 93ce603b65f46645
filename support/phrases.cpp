#include "support/phrases.hpp"

#include "support/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo {

std::string shell_word(const std::string& text) {
    constexpr std::string_view kPlain = "_./+=:,@%-";
    const auto is_plain = [&](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || kPlain.find(letter) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) {
        return text;
    }
    std::string word = "'";
    for (const char letter : text) {
        word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return word + "'";
}

std::string prediction_text(double milliseconds, double making) {
    return "predicted " + format_milliseconds(milliseconds) +
           (making > 0 ? fmt::format(", and {} to create kernels", format_milliseconds(making)) : "");
}

}  // namespace vkalgo

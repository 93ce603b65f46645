#include "support/text.hpp"

#include <algorithm>

namespace vkalgo {

std::string_view without_blanks(std::string_view text, std::string_view blanks) {
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string in_lower_case(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return made;
}

std::string in_upper_case(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(), [](char letter) {
        return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    });
    return made;
}

}  // namespace vkalgo

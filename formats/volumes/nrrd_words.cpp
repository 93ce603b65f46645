#include "formats/volumes/nrrd_words.hpp"

#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::formats {

std::vector<std::string_view> nrrd_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\t') {
            ++at;
            continue;
        }
        const std::size_t end = text[at] == '(' ? std::min(text.find(')', at), text.size() - 1) + 1
                                                : std::min(text.find_first_of(" \t", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<double> nrrd_vector(std::string_view word) {
    std::vector<double> values;
    if (word.size() < 3 || word.front() != '(' || word.back() != ')') {
        return {};
    }
    word = word.substr(1, word.size() - 2);
    for (;;) {
        const std::size_t comma = std::min(word.find(','), word.size());
        double value = 0;
        if (read_number(without_blanks(word.substr(0, comma)), value) != NumberFault::none ||
            values.size() == kMaxNrrdAxes) {
            return {};
        }
        values.push_back(value);
        if (comma == word.size()) {
            return values;
        }
        word.remove_prefix(comma + 1);
    }
}

bool is_nan_nrrd_vector(std::string_view word) {
    const std::vector<double> parts = nrrd_vector(word);
    return std::any_of(parts.begin(), parts.end(), [](double part) { return std::isnan(part); });
}

}  // namespace vkalgo::formats

#include "algorithms/dp/recurrence/input_reads.hpp"

#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <charconv>

namespace vkalgo::dp {

InputReads find_input_reads(const SourceText& text, std::string_view input) {
    InputReads reads;
    const auto& tokens = text.tokens;
    for (std::size_t k = 0; k + 3 < tokens.size(); ++k) {
        if (tokens[k].text != input || !text.is_call(k) || !(tokens[k + 2].is("i") || tokens[k + 2].is("j"))) {
            continue;
        }
        long offset = 0;
        if (!tokens[k + 3].is(")")) {
            const bool sum =
                k + 5 < tokens.size() && (tokens[k + 3].is("+") || tokens[k + 3].is("-")) && tokens[k + 5].is(")");
            const std::string_view digits = sum ? tokens[k + 4].text : std::string_view{};
            const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), offset);
            if (code != std::errc() || end != digits.data() + digits.size() || offset > 1024) {
                continue;
            }
            offset = tokens[k + 3].is("-") ? -offset : offset;
        }
        std::vector<long>& found = tokens[k + 2].is("i") ? reads.rows : reads.columns;
        if (found.size() < InputReads::kMax && std::find(found.begin(), found.end(), offset) == found.end()) {
            found.push_back(offset);
        }
    }
    return reads;
}

}  // namespace vkalgo::dp

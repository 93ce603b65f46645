#include "algorithms/dp/recurrence/input_reads.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace vkalgo::dp {

InputReads find_input_reads(const SourceText& text, std::string_view input) {
    InputReads reads;
    for (std::size_t k = 0; k < text.tokens.size(); ++k) {
        if (text.tokens[k].text != input || !text.is_call(k)) {
            continue;
        }
        const std::vector<TokenSpan> arguments = arguments_of(text, k + 1);
        if (arguments.size() != 1) {
            continue;
        }
        const auto by_row = offset_of(text, arguments[0], "i");
        const auto offset = by_row ? by_row : offset_of(text, arguments[0], "j");
        std::vector<long>& found = by_row ? reads.rows : reads.columns;
        if (offset && std::abs(*offset) <= 1024 && found.size() < InputReads::kMax &&
            std::find(found.begin(), found.end(), *offset) == found.end()) {
            found.push_back(*offset);
        }
    }
    return reads;
}

}  // namespace vkalgo::dp

#include "compiler/renamed.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <array>

namespace vkalgo::compiler {

namespace {

using dp::RecurrenceHeader;

/// A text in which words are replaced, in order from begin to end.
class Renamed {
public:
    explicit Renamed(const dp::SourceText& text) : text_(text), from_(text.code.data()) {}

    void replace(std::size_t token, std::string_view name) {
        const std::string_view word = text_.tokens[token].text;
        made_.append(from_, static_cast<std::size_t>(word.data() - from_)).append(name);
        from_ = word.data() + word.size();
    }

    std::string whole() && {
        made_.append(from_, static_cast<std::size_t>(text_.code.data() + text_.code.size() - from_));
        return std::move(made_);
    }

private:
    const dp::SourceText& text_;
    const char* from_;
    std::string made_;
};

}  // namespace

std::string with_terms_at_hand(const RecurrenceHeader& header, std::string_view plain) {
    dp::SourceText text;
    text.scan(plain);
    Renamed renamed(text);
    for (const dp::TermWord& word : header.segments->words) {
        renamed.replace(word.token, word.name);
    }
    return std::move(renamed).whole();
}

std::string with_profile(const RecurrenceHeader& header, std::string_view plain) {
    dp::SourceText text;
    text.scan(plain);
    Renamed renamed(text);
    renamed.replace(header.profile->token, "vkalgo_profiled");
    return std::move(renamed).whole();
}

std::string with_own_cells(const RecurrenceHeader& header, std::string_view plain) {
    dp::SourceText text;
    text.scan(plain);
    Renamed renamed(text);
    constexpr std::array<std::string_view, 2> kNames{"i", "j"};
    for (std::size_t k = 0; k < text.tokens.size(); ++k) {
        if (!text.tokens[k].is("at") || !text.is_call(k)) {
            continue;
        }
        const std::vector<dp::TokenSpan> arguments = dp::arguments_of(text, k + 1);
        bool is_own = arguments.size() == kNames.size();
        for (std::size_t d = 0; is_own && d < kNames.size(); ++d) {
            is_own = dp::offset_of(text, arguments[d], kNames[d]) == -header.stage.coefficients[d];
        }
        if (is_own) {
            renamed.replace(k, "vkalgo_own_at");
        }
    }
    return std::move(renamed).whole();
}

}  // namespace vkalgo::compiler

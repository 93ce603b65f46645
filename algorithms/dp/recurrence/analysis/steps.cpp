#include "algorithms/dp/recurrence/analysis/steps.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <optional>

namespace vkalgo::dp {
namespace {

/// Returns the number that the tokens write: digits, which may have a 'u' after them and a '-' before them.
std::optional<std::int64_t> number_of(const SourceText& text, TokenSpan span) {
    const auto [begin, end] = span;
    const bool negative = begin < end && text.tokens[begin].is("-");
    if (end - begin != (negative ? 2U : 1U)) {
        return std::nullopt;
    }
    std::string_view digits = text.tokens[end - 1].text;
    if (digits.ends_with('u') || digits.ends_with('U')) {
        digits.remove_suffix(1);
    }
    const auto number = decimal_of(digits);
    return number && negative ? -*number : number;
}

class StepReader {
public:
    StepReader(const RecurrenceHeader& header, const SourceText& text, const SourceFunction& step)
        : header_(header),
          text_(text),
          step_(step),
          names_(parameter_names(text, step)),
          line_(header.stage.coefficients[0] != 0 ? 0 : 1) {}

    bool as_declared() const {
        if (names_ != std::vector<std::string_view>{"i", "j"} || hides("i") || hides("j")) {
            return false;
        }
        const auto& tokens = text_.tokens;
        for (std::size_t k = step_.body_first; k < step_.body_last; ++k) {
            const bool returns = tokens[k].is("return");
            if (returns != tokens[k + 1].is("step_t") || (returns && !goes_as_declared(k + 2))) {
                return false;
            }
        }
        return true;
    }

private:
    /// Returns whether the body may change the meaning of the name.
    bool hides(std::string_view name) const {
        if (is_changed(text_, step_, name)) {
            return true;
        }
        // is_changed() finds a declaration by the type before the name. In a list of variables, only the first name
        // follows a type.
        const auto& tokens = text_.tokens;
        for (std::size_t k = step_.body_first + 1; k < step_.body_last; ++k) {
            const bool follows = tokens[k - 1].is(",") || tokens[k - 1].is("]");
            const bool goes_on = tokens[k + 1].is(",") || tokens[k + 1].is(";") || tokens[k + 1].is("[");
            if (tokens[k].is(name) && follows && goes_on && !is_argument(k)) {
                return true;
            }
        }
        return false;
    }

    /// Returns whether the brackets around the token belong to a call.
    bool is_argument(std::size_t token) const {
        const auto& tokens = text_.tokens;
        for (std::size_t k = token - 1; k > step_.body_first; --k) {
            if (tokens[k].is("(") && text_.closing(k) > token) {
                return text_.is_call(k - 1) && !tokens[k - 1].is("for");
            }
        }
        return false;
    }

    /// Returns whether the tokens from `open` on are `(LINE, ALONG, DECISION);` as the line `decisions` says. LINE is
    /// the row or column of the previous stage, and ALONG the other index minus the distance. If stages are columns,
    /// ALONG comes before LINE.
    bool goes_as_declared(std::size_t open) const {
        if (!text_.tokens[open].is("(") || !text_.tokens[text_.closing(open) + 1].is(";")) {
            return false;
        }
        const std::vector<TokenSpan> arguments = arguments_of(text_, open);
        if (arguments.size() != 3) {
            return false;
        }
        const auto decision = number_of(text_, arguments[2]);
        const std::vector<std::string>& distances = header_.decisions->distances;
        const std::int64_t back = header_.stage.coefficients[line_];
        return decision && *decision >= 0 && *decision < static_cast<std::int64_t>(distances.size()) &&
               offset_of(text_, arguments[line_], names_[line_]) == -back &&
               goes_back(arguments[1 - line_], distances[static_cast<std::size_t>(*decision)]);
    }

    /// Returns whether `along` is the index along the stage minus the distance.
    bool goes_back(TokenSpan along, const std::string& distance) const {
        SourceText declared;
        declared.scan(distance);
        const std::string_view name = names_[1 - line_];
        if (const auto number = number_of(declared, {0, declared.tokens.size()})) {
            const auto offset = offset_of(text_, along, name);
            return offset && *offset == -*number;
        }
        const auto& tokens = text_.tokens;
        const auto [begin, end] = along;
        if (end - begin < 3 || !tokens[begin].is(name) || !tokens[begin + 1].is("-") || !means_the_same(declared)) {
            return false;
        }
        const std::size_t term = begin + 2;
        if (is_one_term(declared) && reads_as(declared, {term, end})) {
            return true;
        }
        const std::size_t open = term + (tokens[term].is("int") ? 1 : 0);
        return tokens[open].is("(") && text_.closing(open) + 1 == end && reads_as(declared, {open + 1, end - 1});
    }

    bool reads_as(const SourceText& declared, TokenSpan span) const {
        const auto first = text_.tokens.begin();
        return std::equal(declared.tokens.begin(), declared.tokens.end(),
                          first + static_cast<std::ptrdiff_t>(span.first),
                          first + static_cast<std::ptrdiff_t>(span.second),
                          [](const SourceToken& a, const SourceToken& b) { return a.is(b.text); });
    }

    /// Returns whether the text is one token or one call, so that a '-' before it applies to all of it.
    static bool is_one_term(const SourceText& text) {
        return text.tokens.size() == 1 || (text.is_call(0) && text.closing(1) + 1 == text.tokens.size());
    }

    /// Returns whether the names of a distance mean the same in step() as in the header.
    bool means_the_same(const SourceText& distance) const {
        return std::none_of(distance.tokens.begin(), distance.tokens.end(), [&](const SourceToken& token) {
            return token.kind == SourceToken::Kind::name && (hides(token.text) || text_.find(token.text) != nullptr);
        });
    }

    const RecurrenceHeader& header_;
    const SourceText& text_;
    const SourceFunction& step_;
    std::vector<std::string_view> names_;
    std::size_t line_;
};

}  // namespace

bool steps_as_declared(const RecurrenceHeader& header, const SourceText& text) {
    const SourceFunction* step = text.find("step");
    if (!header.decisions || step == nullptr || !text.directives.empty()) {
        return false;
    }
    const auto steps = std::count_if(text.functions.begin(), text.functions.end(),
                                     [](const SourceFunction& one) { return one.name == "step"; });
    return steps == 1 && !writes_to_arguments(text) && StepReader(header, text, *step).as_declared();
}

}  // namespace vkalgo::dp

#include "algorithms/dp/recurrence/analysis/reads.hpp"

#include "algorithms/dp/recurrence/properties.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace vkalgo::dp {

std::vector<std::string_view> parameter_names(const SourceText& text, const SourceFunction& function) {
    std::vector<std::string_view> names;
    for (std::size_t k = function.body_first - 1; k > 0 && !text.tokens[k].is("("); --k) {
        if (text.tokens[k].is(")") || text.tokens[k].is(",")) {
            names.push_back(text.tokens[k - 1].text);
        }
    }
    std::reverse(names.begin(), names.end());
    return names;
}

bool is_changed(const SourceText& text, const SourceFunction& function, std::string_view name) {
    const auto& tokens = text.tokens;
    const auto is = [&](std::size_t k, std::string_view what) { return k < tokens.size() && tokens[k].is(what); };
    for (std::size_t k = function.body_first + 1; k < function.body_last; ++k) {
        if (!tokens[k].is(name)) {
            continue;
        }
        const SourceToken& before = tokens[k - 1];
        const bool declared =
            before.kind == SourceToken::Kind::name && !before.is("return") && !before.is("case") && !before.is("else");
        // `(i)` is treated like `i`.
        std::size_t first = k, last = k;
        while (tokens[first - 1].is("(") && is(last + 1, ")")) {
            --first;
            ++last;
        }
        const bool doubled = is(last + 1, "+") && is(last + 2, "+");
        const bool halved = is(last + 1, "-") && is(last + 2, "-");
        const SourceToken& sign_before = tokens[first - 1];
        const bool stepped =
            (sign_before.is("+") && tokens[first - 2].is("+")) || (sign_before.is("-") && tokens[first - 2].is("-"));
        // `i.x` may stand for `i`.
        bool assigned = (is(last + 1, "=") && !is(last + 2, "=")) || is(last + 1, ".");
        for (const char* sign : {"+", "-", "*", "/", "%", "&", "|", "^"}) {
            assigned = assigned || (is(last + 1, sign) && is(last + 2, "="));
        }
        for (const char* sign : {"<", ">"}) {
            assigned = assigned || (is(last + 1, sign) && is(last + 2, sign) && is(last + 3, "="));
        }
        if (declared || doubled || halved || stepped || assigned) {
            return true;
        }
    }
    return false;
}

bool writes_to_arguments(const SourceText& text) {
    constexpr std::array<std::string_view, 8> kWriters{"out",       "inout",      "modf",         "frexp",
                                                       "uaddCarry", "usubBorrow", "umulExtended", "imulExtended"};
    return std::any_of(text.tokens.begin(), text.tokens.end(), [&](const SourceToken& token) {
        return std::find(kWriters.begin(), kWriters.end(), token.text) != kWriters.end();
    });
}

bool keeps_i_and_j(const SourceText& text, const SourceFunction& function) {
    return parameter_names(text, function) == std::vector<std::string_view>{"i", "j"} && !writes_to_arguments(text) &&
           !is_changed(text, function, "i") && !is_changed(text, function, "j");
}

std::vector<TokenSpan> arguments_of(const SourceText& text, std::size_t open) {
    std::vector<TokenSpan> arguments;
    const std::size_t close = text.closing(open);
    std::size_t begin = open + 1;
    for (std::size_t k = begin; k <= close && close < text.tokens.size(); ++k) {
        if (k < close && (text.tokens[k].is("(") || text.tokens[k].is("["))) {
            k = text.closing(k);
        } else if (k == close || text.tokens[k].is(",")) {
            arguments.emplace_back(begin, k);
            begin = k + 1;
        }
    }
    return arguments;
}

std::optional<std::int64_t> decimal_of(std::string_view digits) {
    const bool octal = digits.size() > 1 && digits.front() == '0';
    std::int64_t number = 0;
    const auto [stop, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (octal || code != std::errc() || stop != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> offset_of(const SourceText& text, TokenSpan argument, std::string_view name) {
    const auto& tokens = text.tokens;
    const auto [begin, end] = argument;
    if (begin == end || !tokens[begin].is(name)) {
        return std::nullopt;
    }
    if (end - begin == 1) {
        return 0;
    }
    if (end - begin != 3 || !(tokens[begin + 1].is("+") || tokens[begin + 1].is("-"))) {
        return std::nullopt;
    }
    const auto number = decimal_of(tokens[begin + 2].text);
    if (!number || *number >= Reach::kFar) {
        return std::nullopt;
    }
    return tokens[begin + 1].is("-") ? -*number : *number;
}

}  // namespace vkalgo::dp

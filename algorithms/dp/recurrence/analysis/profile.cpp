#include "algorithms/dp/recurrence/profile.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace vkalgo::dp {
namespace {

/// A reader of a text whose tokens are known in advance. It fails at the first token that differs.
class Matcher {
public:
    Matcher(const RecurrenceHeader& header, const SourceText& text, std::size_t first)
        : header_(header), text_(text), next_(first) {}

    bool ok() const { return ok_; }
    void take(std::string_view word) {
        ok_ = ok_ && word_at(next_) == word;
        ++next_;
    }
    std::string take_factor() {
        std::string word(word_at(next_++));
        ok_ = ok_ && (decimal_of(word).value_or(0) > 0 || header_.param(word) != nullptr);
        return word;
    }
    /// Reads "x(i - 1)", with the word `index` in place of i. Returns the number of the input, and sets `offset`, here
    /// to -1.
    std::size_t take_read(std::string_view index, std::int64_t& offset) {
        const std::string_view name = word_at(next_++);
        const auto found = std::find_if(header_.inputs.begin(), header_.inputs.end(),
                                        [&](const InputDeclaration& input) { return input.name == name; });
        ok_ = ok_ && found != header_.inputs.end();
        const auto arguments = ok_ && word_at(next_) == "(" ? arguments_of(text_, next_) : std::vector<TokenSpan>{};
        constexpr std::int64_t kFarthest = 1024;
        const auto read = arguments.size() == 1 ? offset_of(text_, arguments[0], index) : std::nullopt;
        offset = read.value_or(kFarthest + 1);
        ok_ = ok_ && -kFarthest <= offset && offset <= kFarthest;
        next_ = ok_ ? arguments[0].second : next_;
        take(")");
        return ok_ ? static_cast<std::size_t>(found - header_.inputs.begin()) : 0;
    }

private:
    std::string_view word_at(std::size_t token) const {
        return token < text_.tokens.size() ? text_.tokens[token].text : std::string_view{};
    }

    const RecurrenceHeader& header_;
    const SourceText& text_;
    std::size_t next_;
    bool ok_ = true;
};

}  // namespace

std::optional<ProfileRead> find_profile_read(const RecurrenceHeader& header, const SourceText& text) {
    const SourceFunction* cell = text.find("cell");
    if (cell == nullptr || !keeps_i_and_j(text, *cell) || !text.directives.empty()) {
        return std::nullopt;
    }
    for (std::size_t token = cell->body_first; token < cell->body_last; ++token) {
        const auto table = std::find_if(header.inputs.begin(), header.inputs.end(), [&](const InputDeclaration& input) {
            return input.type == ElementType::i32 && text.tokens[token].is(input.name) && text.is_call(token);
        });
        if (table == header.inputs.end()) {
            continue;
        }
        ProfileRead read;
        read.table = static_cast<std::size_t>(table - header.inputs.begin());
        read.token = token;
        Matcher matcher(header, text, token + 1);
        matcher.take("(");
        read.factor = matcher.take_factor();
        matcher.take("*");
        read.row = matcher.take_read("i", read.row_offset);
        matcher.take("+");
        read.column = matcher.take_read("j", read.column_offset);
        matcher.take(")");
        if (matcher.ok() && header.inputs[read.column].range && !is_changed(text, *cell, read.factor)) {
            return read;
        }
    }
    return std::nullopt;
}

}  // namespace vkalgo::dp

#include "formats/text_words.hpp"

#include "formats/bytes.hpp"
#include "formats/number_text.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

template <class T>
std::string read_real(std::string_view word, T& value) {
    const char* const type = sizeof(T) == 4 ? "f32" : "f64";
    if (word.empty()) {
        return "a coordinate is missing; add it";
    }
    switch (read_number(word, value)) {
        case NumberFault::beyond:
            return fmt::format("'{}' does not fit {}; give a number nearer to 0", excerpt(word), type);
        case NumberFault::rounded:
            return fmt::format(
                "'{}' is a whole number that {} cannot hold exactly; write it with a point if it may be rounded, or "
                "give a number nearer to 0",
                excerpt(word), type);
        case NumberFault::no_number:
            return fmt::format("'{}' is not a number; correct it", excerpt(word));
        case NumberFault::not_whole:
        case NumberFault::none:
            break;
    }
    return {};
}

template <class T>
std::string read_finite(std::string_view word, T& value) {
    std::string wrong = read_real(word, value);
    return wrong.empty() && !std::isfinite(value)
               ? fmt::format("'{}' is not a finite coordinate; correct it", excerpt(word))
               : wrong;
}

}  // namespace

MeshText::MeshText(std::string_view text, const std::string& name, char comment, std::uint64_t line)
    : text_(text),
      name_(name),
      comment_(comment),
      line_break_(text.find('\n') == std::string_view::npos ? '\r' : '\n'),
      line_(line) {
    if (text_.starts_with(kByteOrderMark)) {
        position_ = 3;
    }
}

inline bool MeshText::is_blank(char letter) const {
    return letter == ' ' || (letter >= '\t' && letter <= '\r' && letter != line_break_);
}

std::string_view MeshText::word() {
    while (position_ < text_.size() && is_blank(text_[position_])) {
        ++position_;
    }
    if (comment_ != 0 && position_ < text_.size() && text_[position_] == comment_) {
        position_ = std::min(text_.find(line_break_, position_), text_.size());
    }
    const std::size_t start = position_;
    // Most letters are not control characters, so usually one comparison is enough.
    const auto goes_on = [&](char letter) {
        return static_cast<unsigned char>(letter) > ' ' || (letter != line_break_ && !is_blank(letter));
    };
    // No comment begins after a point: "-1.#IND", which some programs write for NaN, is one word.
    const auto is_comment = [&] {
        return comment_ != 0 && text_[position_] == comment_ && text_[position_ - 1] != '.';
    };
    while (position_ < text_.size() && goes_on(text_[position_]) && (position_ == start || !is_comment())) {
        ++position_;
    }
    return text_.substr(start, position_ - start);
}

bool MeshText::next_line() {
    position_ = std::min(text_.find(line_break_, position_), text_.size());
    if (position_ == text_.size()) {
        return false;
    }
    ++position_;
    ++line_;
    return true;
}

std::string_view MeshText::word_below() {
    for (;;) {
        const std::string_view found = word();
        if (!found.empty() || !next_line()) {
            return found;
        }
    }
}

bool MeshText::has_more() {
    const std::string_view found = word_below();
    position_ -= found.size();
    return !found.empty();
}

Error MeshText::wrong(std::uint64_t line, const std::string& message) const {
    return {ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", name_, line, message), name_};
}

std::string read_coordinate(std::string_view word, float& value) {
    return read_finite(word, value);
}

std::string read_coordinate(std::string_view word, double& value) {
    return read_finite(word, value);
}

std::string read_any_coordinate(std::string_view word, float& value) {
    return read_real(word, value);
}

std::string read_any_coordinate(std::string_view word, double& value) {
    return read_real(word, value);
}

std::string read_whole(std::string_view word, std::string_view what, std::int64_t& value) {
    if (word.empty()) {
        return fmt::format("{} is missing; {}", what, kTruncated);
    }
    if (read_number(word, value) != NumberFault::none) {
        return fmt::format("'{}' is not a whole number, but {} must be one; correct it", excerpt(word), what);
    }
    return {};
}

std::string too_few_corners(std::uint64_t corners) {
    return fmt::format("a face has {} {}, but needs three; remove the face", corners,
                       corners == 1 ? "corner" : "corners");
}

std::string no_such_vertex(std::int64_t index, std::uint64_t vertices, unsigned first) {
    if (vertices == 0) {
        return fmt::format("a face names vertex {}, but there are no vertices; add the vertices, or remove the face",
                           index);
    }
    return fmt::format("a face names vertex {}, but vertices are numbered {} to {}; correct it", index, first,
                       vertices - 1 + first);
}

std::string no_room(std::string_view things, std::uint64_t count, std::uint64_t least, std::uint64_t left) {
    if (least == 0 || count <= (left + 1) / least) {
        return {};
    }
    return fmt::format("the number of {} is {}, and each takes at least {}, but only {} of the file {} left; {}",
                       things, count, plural(least, "byte"), plural(left, "byte"), left == 1 ? "is" : "are",
                       kTruncated);
}

}  // namespace vkalgo::formats

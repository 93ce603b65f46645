#include "cli/formats/mesh_text.hpp"

#include "cli/formats/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// std::from_chars takes no plus.
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

template <class T>
std::string read_number(std::string_view given, T& value) {
    const std::string_view word = without_plus(given);
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty()) {
        return "a coordinate is missing; complete it";
    }
    if (failure == std::errc::invalid_argument || end != word.data() + word.size()) {
        return fmt::format("'{}' is no number; correct it", excerpt(given));
    }
    if (failure == std::errc::result_out_of_range) {
        // Too large or too small: only the former is wrong.
        const double nearest = std::strtod(std::string(word).c_str(), nullptr);
        if (std::abs(nearest) > 1) {
            return fmt::format("'{}' does not fit {}; scale the mesh", excerpt(given), sizeof(T) == 4 ? "f32" : "f64");
        }
        value = std::copysign(T{0}, static_cast<T>(nearest));
    }
    if (!std::isfinite(value)) {
        return fmt::format("'{}' is no finite coordinate; repair the mesh", excerpt(given));
    }
    return {};
}

}  // namespace

MeshText::MeshText(std::string_view text, const std::string& name, char comment, std::uint64_t line)
    : text_(text),
      name_(name),
      comment_(comment),
      line_break_(text.find('\n') == std::string_view::npos ? '\r' : '\n'),
      line_(line) {
    if (text_.starts_with("\xEF\xBB\xBF")) {
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
    // Most letters are no control characters, so one comparison does.
    const auto goes_on = [&](char letter) {
        return (static_cast<unsigned char>(letter) > ' ' && (letter != comment_ || comment_ == 0)) ||
               (static_cast<unsigned char>(letter) <= ' ' && letter != line_break_ && !is_blank(letter));
    };
    while (position_ < text_.size() && goes_on(text_[position_])) {
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
    return read_number(word, value);
}

std::string read_coordinate(std::string_view word, double& value) {
    return read_number(word, value);
}

std::string read_whole(std::string_view given, std::string_view what, std::int64_t& value) {
    const std::string_view word = without_plus(given);
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty()) {
        return fmt::format("{} is missing; {}", what, kTruncated);
    }
    if (failure != std::errc() || end != word.data() + word.size()) {
        return fmt::format("'{}' is no whole number, and {} is one; correct it", excerpt(given), what);
    }
    return {};
}

std::string too_few_corners(std::uint64_t corners) {
    return fmt::format("a face of {} {}; a face needs three, remove it", corners, corners == 1 ? "corner" : "corners");
}

std::string no_such_vertex(std::int64_t index, std::uint64_t vertices, unsigned first) {
    if (vertices == 0) {
        return fmt::format("a face names vertex {}, and there are none; correct it", index);
    }
    return fmt::format("a face names vertex {}, and they are numbered {} to {}; correct it", index, first,
                       vertices - 1 + first);
}

std::string no_room(std::string_view things, std::uint64_t count, std::uint64_t least, std::uint64_t left) {
    if (least == 0 || count <= (left + 1) / least) {
        return {};
    }
    return fmt::format("the number of {} is {}, each takes {} bytes at least, and {} bytes are left; {}", things, count,
                       least, left, kTruncated);
}

}  // namespace vkalgo::cli

#include "cli/formats/number_text.hpp"

#include <charconv>
#include <cstring>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

template <class T>
std::string parse_one(std::string_view text, T& target, ElementType type) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), target);
    const bool whole = end == text.data() + text.size() && !text.empty();
    if (failure == std::errc() && whole) {
        return {};
    }
    if ((failure == std::errc::result_out_of_range && whole) ||
        (std::is_unsigned_v<T> && text.starts_with('-') && is_number(text))) {
        return fmt::format("'{}' does not fit {}; choose another type", text, to_string(type));
    }
    if (std::is_integral_v<T> && is_number(text)) {
        return fmt::format("'{}' is no whole number, and {} wants one; round it or choose another type", text,
                           to_string(type));
    }
    return fmt::format("'{}' is no number; correct it", text);
}

}  // namespace

bool is_number(std::string_view text) {
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure != std::errc::invalid_argument && end == text.data() + text.size() && !text.empty();
}

std::string store_number(std::string_view text, ElementType type, std::byte* target) {
    return with_type(type, [&](auto value) {
        std::string wrong = parse_one(text, value, type);
        std::memcpy(target, &value, sizeof value);
        return wrong;
    });
}

Result<Array> parse_number_list(std::string_view text, ElementType type, const std::string& name) {
    constexpr std::string_view kSeparators = " \t\r\n\f\v,";
    Array array{type, {0}, {}};
    std::size_t line = 1;
    std::size_t place = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // a byte order mark
    while (place < text.size()) {
        if (kSeparators.find(text[place]) != std::string_view::npos) {
            const bool before_feed = place + 1 < text.size() && text[place + 1] == '\n';
            line += text[place] == '\n' || (text[place] == '\r' && !before_feed) ? 1U : 0U;
            ++place;
            continue;
        }
        const std::string_view word = text.substr(place, text.find_first_of(kSeparators, place) - place);
        array.data.resize(array.data.size() + size_of(type));
        const std::string wrong = store_number(word, type, array.data.data() + array.data.size() - size_of(type));
        if (!wrong.empty()) {
            return Error{ErrorCode::invalid_argument, fmt::format("{}:{}: {}", name, line, wrong), name};
        }
        place += word.size();
    }
    array.shape.front() = array.count();
    return array;
}

}  // namespace vkalgo::cli

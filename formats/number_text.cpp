#include "formats/number_text.hpp"

#include "formats/bytes.hpp"
#include "formats/csv_rows.hpp"
#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Returns a part of a message that shows how to write a whole number so that it may be rounded: ", as 16777217.0,".
/// Returns "" for a text of more than 20 characters.
std::string with_point(std::string_view text) {
    return text.size() <= 20 ? fmt::format(", as {}.0,", text) : "";
}

/// Returns what to do about a text that is not a number. Names a character that users mistake for a blank or a hyphen.
std::string advice_on(std::string_view text) {
    constexpr std::array<std::array<std::string_view, 3>, 5> kSigns{{
        {"\xC2\xA0", "a no-break space", "a blank, or remove it"},
        {"\xE2\x80\xAF", "a narrow no-break space", "a blank, or remove it"},
        {"\xE2\x80\x89", "a thin space", "a blank, or remove it"},
        {"\xE2\x88\x92", "a minus sign that is not a hyphen", "'-'"},
        {"\xE2\x80\x93", "a dash", "'-'"},
    }};
    for (const auto& [sign, name, instead] : kSigns) {
        if (text.find(sign) != std::string_view::npos) {
            return fmt::format("it has {}: write {}", name, instead);
        }
    }
    return "correct it";
}

std::string what_is_wrong(std::string_view text, NumberFault fault, ElementType type) {
    const std::string quoted = excerpt(text);
    switch (fault) {
        case NumberFault::none:
            return {};
        case NumberFault::no_number:
            return fmt::format("'{}' is not a number; {}", quoted, advice_on(text));
        case NumberFault::beyond:
            // f64 has the largest range of all types.
            return fmt::format("'{}' does not fit {}; {}", quoted, to_string(type),
                               type == ElementType::f64 ? "give a number nearer to 0" : "choose another type");
        case NumberFault::rounded:
            return fmt::format(
                "'{}' is a whole number that {} cannot hold exactly; write it with a point{} if it may be rounded, or "
                "choose another type",
                quoted, to_string(type), with_point(text));
        case NumberFault::not_whole:
            break;
    }
    double value = 0;
    read_number(text, value);
    if (std::isnan(value)) {
        return fmt::format("'{}' is not a whole number, but {} needs one; write a number, or choose another type",
                           quoted, to_string(type));
    }
    if (std::trunc(value) == value) {
        return fmt::format(
            "'{}' has a point or an exponent, which numbers of {} must not have; write the number as digits alone",
            quoted, to_string(type));
    }
    return fmt::format("'{}' is not a whole number, but {} needs one; round it or choose another type", quoted,
                       to_string(type));
}

constexpr std::array<bool, 256> kSeparates = [] {
    std::array<bool, 256> separates{};
    for (const char letter : {' ', ',', '\t', '\n', '\v', '\f', '\r'}) {
        separates[static_cast<unsigned char>(letter)] = true;
    }
    return separates;
}();

bool separates(char letter) {
    return kSeparates[static_cast<unsigned char>(letter)];
}

/// Counts the words. A byte order mark may count as one.
std::size_t count_words(std::string_view text) {
    std::size_t words = 0;
    bool before = true;
    for (const char letter : text) {
        const bool here = separates(letter);
        words += before && !here ? 1U : 0U;
        before = here;
    }
    return words;
}

/// Removes the text up to and including the first character that is in `ends`. Returns the removed text without that
/// character.
std::string_view take_until(std::string_view& text, std::string_view ends) {
    const std::size_t end = std::min(text.find_first_of(ends), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// Returns true if a line of a table contains a number. If blanks separate the cells, all cells except the first must
/// be numbers, since blanks also separate the words of a sentence.
bool is_row(std::string_view line) {
    constexpr std::string_view kSeparators = ",;\t";
    const bool separated = line.find_first_of(kSeparators) != std::string_view::npos;
    bool any = false;
    for (bool first = true; !line.empty(); first = false) {
        const std::string_view cell = without_blanks(take_until(line, separated ? kSeparators : " "));
        const bool number = is_number(cell);
        if (!separated && !first && !cell.empty() && !number) {
            return false;
        }
        any = any || number;
    }
    return any;
}

/// Parses the words of `text`, each a number of `type`, whose C++ type is T.
template <class T>
Result<Array> parse_words(std::string_view text, ElementType type, const std::string& name) {
    Array array{type, {0}, {}};
    array.data.resize(count_words(text) * sizeof(T));
    std::byte* target = array.data.data();
    std::size_t line = 1;
    std::size_t offset = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    bool wants_number = true;  // True until the first number, and after a comma until a number follows
    while (offset < text.size()) {
        if (separates(text[offset])) {
            if (text[offset] == ',') {
                if (wants_number) {
                    return Error{
                        ErrorCode::invalid_argument,
                        fmt::format("'{}' line {}: there is no number before a comma; write a number, or leave out the "
                                    "comma",
                                    name, line),
                        name};
                }
                wants_number = true;
            }
            const bool before_feed = offset + 1 < text.size() && text[offset + 1] == '\n';
            line += text[offset] == '\n' || (text[offset] == '\r' && !before_feed) ? 1U : 0U;
            ++offset;
            continue;
        }
        std::size_t end = offset + 1;
        while (end < text.size() && !separates(text[end])) {
            ++end;
        }
        T value{};
        const std::string_view word = text.substr(offset, end - offset);
        if (const NumberFault fault = read_number(word, value); fault != NumberFault::none) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' line {}: {}", name, line, what_is_wrong(word, fault, type)), name};
        }
        std::memcpy(target, &value, sizeof value);
        target += sizeof value;
        wants_number = false;
        offset = end;
    }
    // A byte order mark may have been counted as a word, but is not a number.
    array.data.resize(static_cast<std::size_t>(target - array.data.data()));
    array.shape.front() = array.count();
    return array;
}

}  // namespace

std::string excerpt(std::string_view text) {
    constexpr std::size_t kMax = 64;
    return text.size() <= kMax ? std::string(text) : std::string(text.substr(0, kMax)) + "...";
}

bool is_number(std::string_view text) {
    double value = 0;
    return read_number(text, value) != NumberFault::no_number;
}

bool looks_like_numbers(std::string_view head) {
    return head.find_first_not_of("0123456789+-.,eE \t\r\n") == std::string_view::npos &&
           head.find_first_of("0123456789") != std::string_view::npos &&
           head.find_first_of(", \t\r\n") != std::string_view::npos;
}

bool looks_like_table(std::string_view head) {
    const auto is_text = [](unsigned char byte) {
        return (byte >= ' ' && byte != 0x7f) || byte == '\t' || byte == '\r' || byte == '\n';
    };
    if (!std::all_of(head.begin(), head.end(), is_text)) {
        return false;
    }
    constexpr std::string_view kBreaks = "\r\n";
    std::size_t lines = 0;
    std::size_t rows = 0;
    take_until(head, kBreaks);
    while (!head.empty()) {
        const std::string_view line = without_blanks(take_until(head, kBreaks));
        lines += line.empty() ? 0U : 1U;
        rows += is_row(line) ? 1U : 0U;
    }
    return rows > lines / 2;
}

std::string store_number(std::string_view text, ElementType type, std::byte* target) {
    return with_type(type, [&](auto value) {
        const NumberFault fault = read_number(text, value);
        std::memcpy(target, &value, sizeof value);
        return what_is_wrong(text, fault, type);
    });
}

Result<Array> parse_number_list(std::string_view text, ElementType type, const std::string& name) {
    return with_type(type, [&](auto sample) { return parse_words<decltype(sample)>(text, type, name); });
}

Result<std::vector<std::uint64_t>> shape_of_lines(std::string_view text, std::uint64_t count, TextLines lines,
                                                  const std::string& name) {
    const std::vector<std::uint64_t> list{count};
    if (lines == TextLines::ignored || count == 0) {
        return list;
    }
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    std::uint64_t columns = 0;
    for (std::uint64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::uint64_t words = count_words(text.substr(0, end));
        text.remove_prefix(end);
        text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
        if (words == 0) {
            continue;
        }
        if (columns != 0 && words != columns) {
            if (lines == TextLines::rows_if_even) {
                return list;
            }
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' line {} has {}, but the lines before have {}; {}", name, line,
                                     plural(words, "number"), columns,
                                     words < columns        ? "complete the line"
                                     : words == columns + 1 ? "remove one number"
                                                            : fmt::format("remove {} numbers", words - columns)),
                         name};
        }
        columns = words;
    }
    const std::uint64_t rows = count / columns;
    return lines == TextLines::rows_if_even && (rows == 1 || columns == 1) ? list : std::vector{rows, columns};
}

}  // namespace vkalgo::formats

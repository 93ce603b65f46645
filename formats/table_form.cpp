#include "formats/table_form.hpp"

#include "support/bad_usage.hpp"

#include <array>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

struct DelimiterWord {
    std::string_view word;
    std::string_view plural;
    char letter;
};

constexpr std::array<DelimiterWord, 6> kDelimiterWords{{
    {"comma", "commas", ','},
    {"tab", "tabs", '\t'},
    {"semicolon", "semicolons", ';'},
    {"colon", "colons", ':'},
    {"pipe", "vertical bars", '|'},
    {"space", "blanks", ' '},
}};

const DelimiterWord* word_of(char delimiter) {
    for (const DelimiterWord& each : kDelimiterWords) {
        if (each.letter == delimiter) {
            return &each;
        }
    }
    return nullptr;
}

}  // namespace

Result<char> parse_delimiter(std::string_view text) {
    for (const DelimiterWord& each : kDelimiterWords) {
        if (each.word == text) {
            return each.letter;
        }
    }
    if (text == "\\t") {
        return '\t';
    }
    if (text.size() != 1) {
        return bad_usage(fmt::format("'{}' is {}; give one ASCII character, or one of the words {}", text,
                                     text.empty() ? "empty" : "longer than one byte, and not a known word",
                                     delimiter_words()));
    }
    if (text == "\"" || text == "\n" || text == "\r") {
        return bad_usage(
            fmt::format("a {} cannot separate cells; give another character",
                        text == "\"" ? "quote, which surrounds a cell," : "line break, which ends a row,"));
    }
    return text.front();
}

std::string delimiter_words() {
    std::string words;
    for (const DelimiterWord& each : kDelimiterWords) {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", each.word);
    }
    return words;
}

std::string delimiter_word(char delimiter) {
    const DelimiterWord* const known = word_of(delimiter);
    return known != nullptr ? std::string(known->word) : std::string(1, delimiter);
}

std::string delimiter_name(char delimiter) {
    if (const DelimiterWord* const known = word_of(delimiter)) {
        return std::string(known->plural);
    }
    const auto byte = static_cast<unsigned char>(delimiter);
    return byte > ' ' && byte < 0x7f ? fmt::format("letters '{}'", delimiter) : fmt::format("bytes 0x{:02x}", byte);
}

}  // namespace vkalgo::formats

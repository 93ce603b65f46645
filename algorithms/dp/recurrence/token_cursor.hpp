// Internal to readers of recurrences.
#pragma once

#include "source_text.hpp"

#include <cstddef>
#include <string_view>

namespace vkalgo::dp {

/// A position among the tokens of a text, for readers of functions and expressions. A reader fails for good at the
/// first thing that it does not understand.
struct TokenCursor {
    const SourceText& text;
    std::size_t at = 0, end = 0;
    bool failed = false;

    bool is(std::string_view word, std::size_t ahead = 0) const {
        return at + ahead < end && text.tokens[at + ahead].is(word);
    }
    bool take(std::string_view word) {
        const bool found = is(word);
        at += found ? 1 : 0;
        return found;
    }
    bool take(std::string_view first, std::string_view second) {
        const bool found = is(first) && is(second, 1);
        at += found ? 2 : 0;
        return found;
    }
    void want(std::string_view word) { failed = failed || !take(word); }
};

}  // namespace vkalgo::dp

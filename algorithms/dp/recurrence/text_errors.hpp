#pragma once

#include "../../../engine/result.hpp"
#include "../../invalid.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::dp {

/// True for a blank within a line.
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// `text` without the blanks at both ends.
std::string_view trim(std::string_view text);
/// Takes the first word of `text`, up to a blank, and the blanks around it.
std::string_view take_word(std::string_view& text);

/// 'text', for messages.
std::string quoted(std::string_view text);

/// invalid_argument with the message "file:line: text".
Error error_at(std::string_view file, int line, std::string_view text);

/// The name that was most likely meant by `wrong`: at most a third of its letters (and one in any case) put in, left
/// out, replaced or swapped with a neighbour, capitals aside; nullopt if none is that near.
std::optional<std::string> nearest(std::string_view wrong, std::span<const std::string_view> names);

/// "did you mean 'NOSE'?", or else "there are: RUD, RDU, ...".
std::string advice(std::string_view wrong, std::span<const std::string_view> names);

}  // namespace vkalgo::dp

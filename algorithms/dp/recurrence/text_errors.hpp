#pragma once

#include "../../../engine/result.hpp"
#include "../../invalid.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::dp {

/// Returns whether a character is a blank within a line.
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// Returns `text` without the blanks at both ends.
std::string_view trim(std::string_view text);
/// Removes the first word of `text`, and the blanks around the word, and returns the word.
std::string_view take_word(std::string_view& text);

/// Returns the text in single quotes, for messages.
std::string quoted(std::string_view text);

/// Returns invalid_argument with the message "file:line: text".
Error error_at(std::string_view file, int line, std::string_view text);

/// Returns the name that `wrong` was most likely meant to be, or nullopt if no name is near. If `wrong` has at least 3
/// letters and longer names begin with it, returns the shortest of these. Otherwise returns the name into which the
/// fewest edits turn `wrong`. An edit inserts, leaves out or replaces a letter, or swaps it with its neighbour. One
/// edit is allowed per three letters of `wrong`, but at least one edit. If `wrong` or a name has only one or two
/// letters, no edit is allowed. Upper and lower case are the same.
std::optional<std::string> nearest(std::string_view wrong, std::span<const std::string_view> names);

/// Returns advice such as "did you mean 'NOSE'?" or, if no name is near, "there are: RUD, RDU, ...".
std::string advice(std::string_view wrong, std::span<const std::string_view> names);

}  // namespace vkalgo::dp

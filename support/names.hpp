#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo {

/// Returns the least number of edits that turn one name into the other: insertions, deletions and replacements of a
/// letter, and swaps of neighbouring letters.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// Returns the name that a user who typed `wrong` most likely meant. This is the nearest name by edit_distance() if it
/// is near enough, otherwise the only name that starts with `wrong`. Returns nullopt if there is neither. A name is
/// near enough if its distance from `wrong` is at most one, or at most a third of the number of its letters. But a name
/// of up to four letters is not near enough if it differs from `wrong` only in its first letter. Leading dashes do not
/// count as letters, but an added or missing dash is an edit.
std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> names);

/// Returns the second half of a message about an unknown name: "did you mean 'lcs'?" or, if no name is near, "there
/// are: a, b, c".
std::string name_advice(std::string_view wrong, std::span<const std::string> names);

/// Returns the names as a list with `word` before the last name. With the word "or" these are "a", "a or b" and "a, b
/// or c". Empty without names.
std::string name_list(std::span<const std::string> names, std::string_view word);

}  // namespace vkalgo

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo {

/// How many letters must be put in, left out, replaced or swapped with their neighbour to make one name the other.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The name that someone who typed `wrong` most likely meant: the nearest by edit_distance, if it is near (a
/// third of its letters at most, without leading dashes; one letter always, but not the first of a name of up to four),
/// or the only one that starts with `wrong`.
std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> names);

/// The second half of a message about an unknown name: "did you mean 'lcs'?", or else "there are: a, b, c".
std::string name_advice(std::string_view wrong, std::span<const std::string> names);

}  // namespace vkalgo

// Internal to algorithms/: a number with its noun, for messages.
#pragma once

#include <cstdint>
#include <string>

namespace vkalgo {

/// Returns the count with the noun: "1 row", "2 rows", "2 dispatches" and so on.
inline std::string counted(std::uint64_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : noun.ends_with("ch") ? "es" : "s");
}

}  // namespace vkalgo

#include "support/names.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo {

std::size_t edit_distance(std::string_view left, std::string_view right) {
    const std::size_t columns = right.size() + 1;
    std::vector<std::size_t> table((left.size() + 1) * columns);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * columns + j]; };
    for (std::size_t i = 0; i <= left.size(); ++i) {
        for (std::size_t j = 0; j <= right.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = i + j;
                continue;
            }
            const std::size_t replaced = at(i - 1, j - 1) + (left[i - 1] == right[j - 1] ? 0 : 1);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
            }
        }
    }
    return table.back();
}

namespace {

std::string_view without_dashes(std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

/// Returns whether `wrong` may be a typing error for `name`. A short name with another first letter is another name:
/// ksh is not zsh.
bool is_near(std::string_view wrong, std::string_view name, std::size_t distance) {
    wrong = without_dashes(wrong);
    name = without_dashes(name);
    if (name.empty() || wrong.empty() || distance > std::max<std::size_t>(1, name.size() / 3)) {
        return false;
    }
    const bool other_first = wrong.front() != name.front() && wrong.substr(1) == name.substr(1);
    return name.size() > 4 || !other_first;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> names) {
    std::optional<std::string> nearest;
    std::size_t least = 0;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(wrong, name);
        if (is_near(wrong, name, distance) && (!nearest || distance < least)) {
            nearest = name;
            least = distance;
        }
    }
    if (nearest || wrong.empty()) {
        return nearest;
    }
    const auto starts = [&](const std::string& name) { return name.starts_with(wrong); };
    if (std::count_if(names.begin(), names.end(), starts) == 1) {
        return *std::find_if(names.begin(), names.end(), starts);
    }
    return std::nullopt;
}

std::string name_advice(std::string_view wrong, std::span<const std::string> names) {
    if (const auto nearest = nearest_name(wrong, names)) {
        return fmt::format("did you mean '{}'?", *nearest);
    }
    return fmt::format("there are: {}", fmt::join(names, ", "));
}

std::string name_list(std::span<const std::string> names, std::string_view word) {
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        text += k == 0 ? "" : k + 1 == names.size() ? fmt::format(" {} ", word) : ", ";
        text += names[k];
    }
    return text;
}

}  // namespace vkalgo

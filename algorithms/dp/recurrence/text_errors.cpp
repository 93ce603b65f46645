#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vkalgo::dp {

namespace {

constexpr std::size_t kLongestName = 64;  // A longer word is not a misspelt name

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(char left, char right) {
    return lower(left) == lower(right);
}

// Returns the number of edits that turn one word into the other. An edit inserts, leaves out or replaces a letter, or
// swaps it with its neighbour.
std::size_t edits(std::string_view left, std::string_view right) {
    std::vector<std::size_t> before_last, last, row(right.size() + 1);
    for (std::size_t j = 0; j <= right.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= left.size(); ++i) {
        before_last = std::move(last);
        last = row;
        row[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same(left[i - 1], right[j - 1]) ? 0 : 1)});
            if (i > 1 && j > 1 && same(left[i - 1], right[j - 2]) && same(left[i - 2], right[j - 1])) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row.back();
}

}  // namespace

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view take_word(std::string_view& text) {
    text = trim(text);
    std::size_t end = 0;
    while (end < text.size() && !is_blank(text[end])) {
        ++end;
    }
    const std::string_view word = text.substr(0, end);
    text = trim(text.substr(end));
    return word;
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

Error error_at(std::string_view file, int line, std::string_view text) {
    std::string message(file);
    message += ':' + std::to_string(line) + ": ";
    message += text;
    return {ErrorCode::invalid_argument, std::move(message), {}};
}

std::optional<std::string> nearest(std::string_view wrong, std::span<const std::string_view> names) {
    if (wrong.empty() || wrong.size() > kLongestName) {
        return std::nullopt;
    }
    std::optional<std::string> best;
    for (const std::string_view name : names) {  // If `wrong` begins several names, the shortest of them is meant
        const bool begins =
            wrong.size() > 2 && name.size() > wrong.size() && edits(wrong, name.substr(0, wrong.size())) == 0;
        if (begins && (!best || name.size() < best->size())) {
            best = std::string(name);
        }
    }
    if (best) {
        return best;
    }
    std::size_t best_edits = std::max<std::size_t>(1, wrong.size() / 3) + 1;
    for (const std::string_view name : names) {
        // Few edits turn any word of one or two letters into any other. So such a name or word counts only if both are
        // equal apart from upper and lower case.
        const std::size_t distance = name.size() > kLongestName ? kLongestName : edits(wrong, name);
        const bool near = distance < best_edits && (distance == 0 || (name.size() > 2 && wrong.size() > 2));
        if (near) {
            best = std::string(name);
            best_edits = distance;
        }
    }
    return best;
}

std::string advice(std::string_view wrong, std::span<const std::string_view> names) {
    if (const auto name = nearest(wrong, names)) {
        return "did you mean " + quoted(*name) + "?";
    }
    std::string list = "there are: ";
    for (std::size_t k = 0; k < names.size(); ++k) {
        list += (k == 0 ? "" : ", ") + std::string(names[k]);
    }
    return list;
}

}  // namespace vkalgo::dp

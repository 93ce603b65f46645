#pragma once

#include "engine/result.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

/// How the options of the command `histogram` are parsed.
namespace vkalgo::cli {

/// Calls take(word), which returns a Result<void>, for each word between the commas of a list. There is at least one
/// word, and words may be empty.
template <class Take>
Result<void> each_word(std::string_view list, const Take& take) {
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        VKALGO_CHECK(take(list.substr(start, end - start)));
        start = end + 1;
    }
    return {};
}

}  // namespace vkalgo::cli

#pragma once

#include "algorithms/dp/recurrence/types.hpp"

#include <string_view>
#include <vector>

namespace vkalgo::dp {

inline std::vector<Pattern> all_patterns() {
    std::vector<Pattern> patterns;
    patterns.reserve(kPatternNames.size());
    for (const std::string_view name : kPatternNames) {
        patterns.push_back(pattern_from(name).value());
    }
    return patterns;
}

}  // namespace vkalgo::dp

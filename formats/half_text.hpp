#pragma once

#include "algorithms/half.hpp"

#include <fmt/format.h>

/// Writes a Half as the float of the same value. fmt 9 would do so by itself; fmt 10 takes no type for what it converts
/// to.
template <>
struct fmt::formatter<vkalgo::Half> : fmt::formatter<float> {
    auto format(vkalgo::Half value, fmt::format_context& context) const {
        return fmt::formatter<float>::format(value, context);
    }
};

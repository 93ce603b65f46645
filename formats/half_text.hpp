#pragma once

#include "algorithms/half.hpp"

#include <fmt/format.h>

/// Formats a Half as the float of the same value. fmt 9 does so by itself; fmt 10 does not format a type by its
/// conversion to another.
template <>
struct fmt::formatter<vkalgo::Half> : fmt::formatter<float> {
    auto format(vkalgo::Half value, fmt::format_context& context) const {
        return fmt::formatter<float>::format(value, context);
    }
};

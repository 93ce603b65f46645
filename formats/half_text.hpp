#pragma once

#include "algorithms/half.hpp"

#include <fmt/format.h>

/// Formats a Half as the float of the same value. fmt 9 does so without this formatter; fmt 10 no longer converts one
/// type to another by itself.
template <>
struct fmt::formatter<vkalgo::Half> : fmt::formatter<float> {
    auto format(vkalgo::Half value, fmt::format_context& context) const {
        return fmt::formatter<float>::format(value, context);
    }
};

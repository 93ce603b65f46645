#pragma once

#include "algorithms/half.hpp"

#include <fmt/format.h>

/// Formats a Half as the float of the same value. fmt 9 does so without this; fmt 10 does not use the conversion of one
/// type to another.
template <>
struct fmt::formatter<vkalgo::Half> : fmt::formatter<float> {
    auto format(vkalgo::Half value, fmt::format_context& context) const {
        return fmt::formatter<float>::format(value, context);
    }
};

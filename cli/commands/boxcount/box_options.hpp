#pragma once

#include "engine/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The options --sizes and --offsets of `vkalgo boxcount`.
namespace vkalgo::cli {

/// Sides of boxes: a list, or the powers of a number.
struct SizeChoice {
    /// Ascending; empty if `base` is set.
    std::vector<std::uint32_t> sizes;
    /// The number whose powers are the sizes, from 2 to 1024.
    std::optional<std::uint32_t> base;

    /// Returns the sizes. Powers are returned up to the first one that is at least `largest`, but none above
    /// kMaxBoxSide. For the powers of two, returns an empty list, which stands for them in BoxCountCallOptions::sizes.
    std::vector<std::uint32_t> up_to(std::uint32_t largest) const;
};

/// Parses "1,3,9,27" (in any order) or "3^k". Errors: invalid_argument.
Result<SizeChoice> parse_sizes(std::string_view text);

/// The combined meaning of all --offsets.
struct OffsetChoice {
    std::uint32_t steps = 1;
    std::vector<std::array<std::uint32_t, 3>> offsets;
};

/// Parses the values of --offsets: "all", a number of grids along each axis, or offsets "X,Y,Z" (for an image "X,Y").
/// Only offsets may be given several times. Errors: invalid_argument.
Result<OffsetChoice> parse_offsets(const std::vector<std::string>& texts);

}  // namespace vkalgo::cli

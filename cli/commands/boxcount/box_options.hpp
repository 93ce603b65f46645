#pragma once

#include "engine/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// --sizes and --offsets of `vkalgo boxcount`.
namespace vkalgo::cli {

/// Sides of boxes: a list, or the powers of a number.
struct SizeChoice {
    /// ascending; empty with `base`
    std::vector<std::uint32_t> sizes;
    /// 2 to 1024
    std::optional<std::uint32_t> base;

    /// Up to the first that holds `largest` voxels, if they are powers. Empty for the powers of two.
    std::vector<std::uint32_t> up_to(std::uint32_t largest) const;
};

/// "1,3,9,27" in any order, or "3^k". Errors: invalid_argument.
Result<SizeChoice> parse_sizes(std::string_view text);

/// What several --offsets say together.
struct OffsetChoice {
    std::uint32_t steps = 1;
    std::vector<std::array<std::uint32_t, 3>> offsets;
};

/// "all", a number of grids along each axis, or "X,Y,Z" (of an image "X,Y"), each time one. Errors: invalid_argument,
/// also for several that are not all X,Y,Z.
Result<OffsetChoice> parse_offsets(const std::vector<std::string>& texts);

}  // namespace vkalgo::cli

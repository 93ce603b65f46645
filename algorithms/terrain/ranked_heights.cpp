#include "algorithms/terrain/ranked_heights.hpp"

#include "algorithms/host_threads.hpp"
#include "algorithms/terrain/terrain_grid.hpp"
#include "shaders/terrain/terrain.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace vkalgo {

namespace {

constexpr std::uint32_t kSign = 0x80000000;
static_assert(VKALGO_TERRAIN_LEAST_HEIGHT + VKALGO_TERRAIN_MIDDLE_RANK <= VKALGO_TERRAIN_NO_HEIGHT);
static_assert(kMaxTerrainCells <= 2 * std::uint64_t{VKALGO_TERRAIN_MIDDLE_RANK});

/// Returns the height that stands for a rank: the inverse of rank_of_height(), here and in shaders/terrain/cells.glsl.
float height_of_rank(std::uint32_t rank) {
    constexpr std::uint32_t kMiddle = VKALGO_TERRAIN_MIDDLE_RANK;
    return std::bit_cast<float>(rank < kMiddle ? (VKALGO_TERRAIN_LEAST_HEIGHT + (kMiddle - 1 - rank)) | kSign
                                               : VKALGO_TERRAIN_LEAST_HEIGHT + (rank - kMiddle));
}

std::uint32_t rank_of_height(float height) {
    const auto bits = std::bit_cast<std::uint32_t>(height);
    const std::uint32_t size = (bits & ~kSign) - VKALGO_TERRAIN_LEAST_HEIGHT;
    return (bits & kSign) != 0 ? VKALGO_TERRAIN_MIDDLE_RANK - 1 - size : VKALGO_TERRAIN_MIDDLE_RANK + size;
}

/// Returns the index at which part `part`, from 0, begins if `count` elements are cut into `parts` parts.
std::size_t begin_of(std::uint64_t part, std::uint64_t parts, std::size_t count) {
    return static_cast<std::size_t>(count / parts * part + std::min<std::uint64_t>(count % parts, part));
}

void sort_in_threads(std::vector<double>& values) {
    const std::uint64_t threads = std::bit_floor(host_threads(values.size()));
    const auto at = [&](std::uint64_t part, std::uint64_t parts) {
        return values.begin() + static_cast<std::ptrdiff_t>(begin_of(part, parts, values.size()));
    };
    on_host_threads(threads, [&](std::uint64_t part) { std::sort(at(part, threads), at(part + 1, threads)); });
    for (std::uint64_t step = 2; step <= threads; step *= 2) {
        on_host_threads(threads / step, [&](std::uint64_t pair) {
            std::inplace_merge(at(pair * step, threads), at(pair * step + step / 2, threads),
                               at((pair + 1) * step, threads));
        });
    }
}

}  // namespace

bool f32_holds(std::span<const double> heights) {
    return std::all_of(heights.begin(), heights.end(), [](double height) {
        return !is_height(height) || double{effective_height(static_cast<float>(height))} == height;
    });
}

bool f32_holds(std::span<const float> heights) {
    return std::all_of(heights.begin(), heights.end(),
                       [](float height) { return !is_height(height) || effective_height(height) == height; });
}

double RankedHeights::value(float rank) const {
    return is_height(rank) ? values[rank_of_height(rank)] : std::numeric_limits<double>::quiet_NaN();
}

RankedHeights rank_heights(std::span<const double> heights) {
    RankedHeights ranked;
    ranked.values.reserve(heights.size());
    for (const double height : heights) {
        if (is_height(height)) {
            ranked.values.push_back(effective_height(height));
        }
    }
    sort_in_threads(ranked.values);
    ranked.values.erase(std::unique(ranked.values.begin(), ranked.values.end()), ranked.values.end());
    ranked.ranks.assign(heights.size(), std::numeric_limits<float>::quiet_NaN());
    const std::uint64_t threads = host_threads(heights.size());
    on_host_threads(threads, [&](std::uint64_t part) {
        const std::size_t end = begin_of(part + 1, threads, heights.size());
        for (std::size_t cell = begin_of(part, threads, heights.size()); cell < end; ++cell) {
            if (is_height(heights[cell])) {
                const auto found = std::lower_bound(ranked.values.begin(), ranked.values.end(), heights[cell]);
                ranked.ranks[cell] = height_of_rank(static_cast<std::uint32_t>(found - ranked.values.begin()));
            }
        }
    });
    return ranked;
}

}  // namespace vkalgo

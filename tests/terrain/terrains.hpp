#pragma once

#include "algorithms/terrain/flow_reference.hpp"
#include "algorithms/terrain/terrain_grid.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::test {

/// How random heights are made.
enum class Relief { rough, steps, plains, hills };
inline constexpr Relief kReliefs[] = {Relief::rough, Relief::steps, Relief::plains, Relief::hills};

struct Terrain {
    TerrainGrid grid;
    std::vector<float> heights;
};

/// Returns a random terrain. rough: any numbers, pits everywhere; steps: few integers, so pits and flats; plains:
/// mostly one height; hills: a slope with waves and noise. About one cell in `holes` has no data, alone or with the
/// next cell. If `holes` is 0, every cell has data.
inline Terrain make_terrain(std::uint32_t width, std::uint32_t height, Relief relief, std::uint64_t seed,
                            std::uint32_t holes = 0) {
    SplitMix64 random(seed * 7919 + width * 31 + height);
    Terrain terrain{{width, height, 1, 1}, std::vector<float>(std::size_t{width} * height)};
    for (std::size_t i = 0; i < terrain.heights.size(); ++i) {
        const auto row = static_cast<float>(i / width), column = static_cast<float>(i % width);
        float z = 0;
        switch (relief) {
            case Relief::rough:
                z = static_cast<float>(static_cast<int>(random.below(1 << 24)) - (1 << 23)) / 1024.0f;
                break;
            case Relief::steps:
                z = static_cast<float>(static_cast<int>(random.below(6)) - 2);
                break;
            case Relief::plains:
                z = random.below(20) == 0 ? static_cast<float>(random.below(3)) : 1.0f;
                break;
            case Relief::hills:
                z = std::floor(0.3f * row + 0.1f * column + 8.0f * std::sin(row / 9.0f) * std::cos(column / 7.0f) +
                               static_cast<float>(random.below(3)));
                break;
        }
        terrain.heights[i] = z;
    }
    const float none[] = {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity(), -3.4e38f};
    for (std::size_t i = 0; holes != 0 && i < terrain.heights.size(); ++i) {
        if (random.below(holes) == 0) {
            terrain.heights[i] = none[random.below(3)];
            if (random.below(2) == 0 && i + 1 < terrain.heights.size()) {
                terrain.heights[i + 1] = none[0];
            }
        }
    }
    return terrain;
}

/// Returns high ground with a level channel that winds in a spiral from the western edge to the middle of the grid.
inline Terrain make_spiral(std::uint32_t side) {
    Terrain terrain{{side, side, 1, 1}, std::vector<float>(std::size_t{side} * side, 9.0f)};
    const auto at = [&](int row, int column) -> float& {
        return terrain.heights[static_cast<std::size_t>(row) * side + static_cast<std::size_t>(column)];
    };
    int row = 1, column = 0, down = 0, right = 1;
    at(row, column) = 1;
    for (int turns = 0; turns < 2;) {
        const int far_row = row + 2 * down, far_column = column + 2 * right;
        const bool inside =
            far_row >= 0 && far_column >= 0 && far_row < static_cast<int>(side) && far_column < static_cast<int>(side);
        if (inside && at(far_row, far_column) > 1 && at(row + down, column + right) > 1) {
            row += down;
            column += right;
            at(row, column) = 1;
            turns = 0;
        } else {
            std::swap(down, right);
            right = -right;
            ++turns;
        }
    }
    return terrain;
}

/// Returns the number of cells with data.
inline std::uint64_t cells_with_data(const std::vector<float>& heights) {
    std::uint64_t count = 0;
    for (const float z : heights) {
        count += is_height(z) ? 1u : 0u;
    }
    return count;
}

/// Returns the directions of a random filled terrain, for calls that take directions but no heights. They have no
/// cycles. About one cell in 50 keeps its water, and some cells have no data.
inline std::vector<FlowCode> random_directions(const TerrainGrid& grid, std::uint64_t seed) {
    Terrain terrain = make_terrain(grid.width, grid.height, Relief::rough, seed, 40);
    terrain.heights = fill_reference(terrain.heights, grid);
    std::vector<FlowCode> codes = directions_reference(terrain.heights, grid, true);
    SplitMix64 random(seed);
    for (FlowCode& code : codes) {
        if (code <= 8 && random.below(50) == 0) {
            code = kFlowStays;
        }
    }
    return codes;
}

inline std::string words(const Terrain& terrain, Relief relief) {
    const char* names[] = {"rough", "steps", "plains", "hills"};
    return std::to_string(terrain.grid.width) + " x " + std::to_string(terrain.grid.height) + " " +
           names[static_cast<int>(relief)];
}

/// The example of the course slides on CUDA (docs/terrain.md): its heights, and its directions.
inline const TerrainGrid kSlideGrid{3, 3, 1, 1};
inline const std::vector<float> kSlideHeights{90, 95, 110, 95, 101, 115, 95, 101, 110};
inline const std::vector<FlowCode> kSlideCodes{5, 5, 5, 7, 6, 5, 7, 7, 5};
/// Heights, found by search, whose steepest descent gives those directions.
inline const std::vector<float> kSlideFoundHeights{90, 95, 110, 95, 101, 117, 102, 116, 155};
/// The water of each cell after 0, 1, 2 and 3 iterations; the last is the final state.
inline const std::vector<std::vector<std::uint32_t>> kSlideSums{
    {0, 0, 0, 0, 0, 0, 0, 0, 0}, {3, 1, 0, 1, 2, 0, 0, 1, 0}, {7, 1, 0, 1, 3, 0, 0, 1, 0}, {8, 1, 0, 1, 3, 0, 0, 1, 0}};

}  // namespace vkalgo::test

#pragma once

#include "../../engine/result.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Where the water of a cell goes. 0: it stays. 1 to 8: to the neighbour in the east, south-east, south, south-west,
/// west, north-west, north, north-east (row 0 is the northernmost, column 0 the westernmost). Values above 8 mark a
/// cell without data; the library writes 255.
using FlowCode = std::uint8_t;
inline constexpr FlowCode kFlowStays = 0;
inline constexpr FlowCode kFlowNoData = 255;

/// What a code from 1 to 8 adds to the row and the column of a cell; 0 for other codes.
struct FlowStep {
    int rows = 0;
    int columns = 0;
};
/// Returns what a code adds to the row and the column of a cell.
constexpr FlowStep flow_step(FlowCode code) {
    constexpr std::array<FlowStep, 9> kSteps{
        {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
    return code < kSteps.size() ? kSteps[code] : FlowStep{};
}
/// The codes 1 to 8, with the neighbours that share an edge first: E S W N SE SW NW NE. If several neighbours qualify
/// and slopes do not decide, the first in this order is chosen.
inline constexpr std::array<FlowCode, 8> kFlowNearFirst{1, 3, 5, 7, 2, 4, 6, 8};

/// Converts a code to ESRI's: 1 E, 2 SE, 4 S ... 128 NE, 0 where water stays, 255 no data.
std::uint8_t flow_to_esri(FlowCode code);
/// Converts a code from ESRI's. Returns 255 for codes that ESRI does not define, including sums of codes (undecided
/// ties).
FlowCode flow_from_esri(std::int32_t code);
/// Converts a code to GRASS's: 1 NE, 2 N ... 8 E, 0 where water stays, -128 for no data (GRASS has no such code).
std::int8_t flow_to_grass(FlowCode code);
/// Converts a code from GRASS's. The codes -1 to -8 (the water leaves the map in that direction) lose their sign.
/// Returns 255 for codes outside -8 to 8.
FlowCode flow_from_grass(std::int32_t code);

/// A grid of cells, row by row from the north-west. `dx` and `dy` are distances between the centres of cells, in one
/// unit of the caller's choice.
struct TerrainGrid {
    /// The number of columns.
    std::uint32_t width = 0;
    /// The number of rows.
    std::uint32_t height = 0;
    /// The distance from a cell to its eastern neighbour.
    double dx = 1;
    /// The distance from a cell to its southern neighbour.
    double dy = 1;

    /// Returns the number of all cells, including those without data.
    constexpr std::uint64_t cells() const { return std::uint64_t{width} * height; }
    bool operator==(const TerrainGrid&) const = default;
};
/// The most cells that a grid may have.
inline constexpr std::uint64_t kMaxTerrainCells = (std::uint64_t{1} << 31) - 1;

/// Checks a grid. Errors: too_large (more than kMaxTerrainCells cells), invalid_argument (distances that are not
/// positive; a distance that is more than 2^20 times the other).
Result<void> check_grid(const TerrainGrid& grid);

/// The factors from which the slopes to the neighbours of a cell are computed.
struct FlowWeights {
    /// The least distance to any neighbour divided by the distance to the neighbour of this name, rounded to f32 so
    /// that different distances have different weights. A drop (a difference of heights) times this weight is
    /// proportional to the slope, except for rounding. The device uses the products to find the slopes that come near
    /// the greatest.
    float east = 1;
    float south = 1;
    float diagonal = 1;
    /// Padding, so that an array of this type is an array of 16-byte vectors.
    float unused = 0;
    /// The distances: a slope is a drop divided by one of them.
    double to_east = 1;
    double to_south = 1;
    double to_diagonal = 1;
    /// Padding, as above.
    double unused_too = 0;
};
/// Returns the weights for cells of this size.
FlowWeights flow_weights(double dx, double dy);
/// Returns the weights for each row of a geographic grid whose cells are dx[row] wide: the contents of
/// FlowArguments::row_weights. Errors: invalid_argument, as check_grid returns it for the cell size of a row.
Result<std::vector<FlowWeights>> flow_row_weights(std::span<const double> dx, double dy);

/// Returns whether a cell with this height has data. NaN, infinities and magnitudes of 2^126 and more have none.
bool is_height(float height);
/// Returns whether a cell with this height of f64 has data, by the same limits.
bool is_height(double height);
/// Returns the height that is used in computations: magnitudes below 2^-80 count as 0, and -0 becomes 0. So no
/// difference of two heights is lost in the small numbers that some devices flush to 0.
float effective_height(float height);
/// Returns the height that is used in computations in f64: only -0 is changed, to 0.
double effective_height(double height);

/// Returns the bytes of a buffer with a byte per cell, rounded up to whole words.
constexpr std::uint64_t flow_codes_bytes(std::uint64_t cells) {
    return (cells + 3) / 4 * 4;
}

}  // namespace vkalgo

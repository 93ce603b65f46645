#pragma once

#include "../../engine/result.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Where the water of a cell goes: 0 it stays, 1 to 8 to the neighbour in the east, south-east, south, south-west,
/// west, north-west, north, north-east (row 0 is the northern one, column 0 the western one). Anything beyond 8 is a
/// cell without data; the library writes 255.
using FlowCode = std::uint8_t;
inline constexpr FlowCode kFlowStays = 0;
inline constexpr FlowCode kFlowNoData = 255;

/// The step that a code of 1 to 8 makes; none for others.
struct FlowStep {
    int rows = 0;
    int columns = 0;
};
/// The step of a code.
constexpr FlowStep flow_step(FlowCode code) {
    constexpr std::array<FlowStep, 9> kSteps{
        {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
    return code < kSteps.size() ? kSteps[code] : FlowStep{};
}
/// 1 to 8 with the neighbours that share an edge first: E S W N SE SW NW NE. Ties that no slope decides fall to the
/// first.
inline constexpr std::array<FlowCode, 8> kFlowNearFirst{1, 3, 5, 7, 2, 4, 6, 8};

/// ESRI's codes: 1 E, 2 SE, 4 S ... 128 NE, 0 where water stays, 255 no data.
std::uint8_t flow_to_esri(FlowCode code);
/// Back; 255 for what ESRI does not know, sums of codes (ties left open) among it.
FlowCode flow_from_esri(std::int32_t code);
/// GRASS's codes: 1 NE, 2 N ... 8 E, 0 where water stays; -128, which GRASS does not know, for no data.
std::int8_t flow_to_grass(FlowCode code);
/// Back. Negative codes (GRASS: the water leaves the map in that direction) lose their sign; -1 to -8 are directions.
FlowCode flow_from_grass(std::int32_t code);

/// A grid of cells, row by row from the north-west. Distances between centres are in one unit, whichever.
struct TerrainGrid {
    /// columns
    std::uint32_t width = 0;
    /// rows
    std::uint32_t height = 0;
    /// from a cell to its eastern neighbour
    double dx = 1;
    /// from a cell to its southern neighbour
    double dy = 1;

    /// All cells, those without data among them.
    constexpr std::uint64_t cells() const { return std::uint64_t{width} * height; }
    bool operator==(const TerrainGrid&) const = default;
};
/// Cells that a grid may have.
inline constexpr std::uint64_t kMaxTerrainCells = (std::uint64_t{1} << 31) - 1;

/// Errors: too_large (more than kMaxTerrainCells), invalid_argument (distances that are not positive, or of which one
/// is 2^20 times the other).
Result<void> check_grid(const TerrainGrid& grid);

/// What slopes to the neighbours of a cell are reckoned with.
struct FlowWeights {
    /// The least distance to a neighbour over the distance to this one, rounded to f32 so that other distances have
    /// other weights: a drop times this says which slopes come near the greatest.
    float east = 1;
    float south = 1;
    float diagonal = 1;
    /// so that an array of them is one of 16-byte vectors
    float unused = 0;
    /// The distances: a slope is a drop divided by one of them.
    double to_east = 1;
    double to_south = 1;
    double to_diagonal = 1;
    /// as above
    double unused_too = 0;
};
/// Of cells of this size.
FlowWeights flow_weights(double dx, double dy);
/// Of each row of a geographic grid, whose cells are dx[row] wide: what FlowArguments::row_weights holds.
/// Errors: those of check_grid for each row.
Result<std::vector<FlowWeights>> flow_row_weights(std::span<const double> dx, double dy);

/// Whether a cell with this height has data: NaN, infinities and whatever is 2^126 or more up or down has none.
bool is_height(float height);
/// The same of f64.
bool is_height(double height);
/// The height that is reckoned with: magnitudes below 2^-80 count as 0, which is never -0. So no difference of two
/// heights is lost in the small numbers that some devices flush.
float effective_height(float height);
/// In f64 none counts as 0 but -0.
double effective_height(double height);

/// Bytes of a buffer with a byte per cell, in whole words.
constexpr std::uint64_t flow_codes_bytes(std::uint64_t cells) {
    return (cells + 3) / 4 * 4;
}

}  // namespace vkalgo

#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// Points of a CSV file as cells of a grid (row * width + column), in the order of the file. Its columns are `row` and
/// `column`, whole numbers from 0 in the north-west (which `notice` is told where the DEM's file begins elsewhere), or
/// `x` and `y` in the coordinates of the DEM. Lines that begin with # are comments. `notice` is told of points in cells
/// without data and of points that lie in one cell. `directions` are the given ones; empty: the DEM has heights.
/// Errors: invalid_argument (those of parse_csv_columns, no point, a point that is not in the grid, coordinates where
/// the DEM has none).
Result<std::vector<std::uint64_t>> parse_outlets(std::string_view text, const std::string& name, const Dem& dem,
                                                 std::span<const FlowCode> directions,
                                                 const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli

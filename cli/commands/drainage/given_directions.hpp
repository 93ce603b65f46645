#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// Directions that a file has as numbers, read as "esri" or "grass" says. Numbers that are none of its codes become
/// cells without data, which `notice` is told of, but for the numbers that stand for these. Errors: invalid_argument (a
/// number that is no code of any convention).
Result<std::vector<FlowCode>> given_directions(const Dem& dem, const std::string& name, const std::string& codes,
                                               const std::function<void(const std::string&)>& notice);

/// Fails if water runs in a circle, with one of its cells.
Result<void> check_circles(const Dem& dem, std::span<const FlowCode> directions, const std::string& name);

/// Returns "row 3, column 4 (x 35, y 45)": the coordinates are those of the cell's centre, if the raster has any.
std::string cell_text(const Dem& dem, std::uint64_t cell);

}  // namespace vkalgo::cli

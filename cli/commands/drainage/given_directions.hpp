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

/// Converts the numbers of a file of directions, read by the codes "esri" or "grass". Whole numbers that are not codes
/// become cells without data. Calls `notice` once if there are such numbers other than negative numbers and 255, which
/// mean "no data". Errors: invalid_argument: a number that is not whole or whose magnitude is above 255.
Result<std::vector<FlowCode>> given_directions(const Dem& dem, const std::string& name, const std::string& codes,
                                               const std::function<void(const std::string&)>& notice);

/// Checks that water does not run in a circle. Errors: invalid_argument, with a cell of the circle.
Result<void> check_circles(const Dem& dem, std::span<const FlowCode> directions, const std::string& name);

/// Returns "row 3, column 4 (x 35, y 45)"; rows and columns are counted from 0, from the north-west. The coordinates
/// are those of the cell's centre; a raster without coordinates has only row and column.
std::string cell_text(const Dem& dem, std::uint64_t cell);

}  // namespace vkalgo::cli

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

/// Converts the numbers of a file of directions, read by the codes "esri" or "grass". Numbers that are not codes become
/// cells without data. Calls `notice` for such numbers, unless they mean "no data". Errors: invalid_argument (a number
/// that is not a code in any convention).
Result<std::vector<FlowCode>> given_directions(const Dem& dem, const std::string& name, const std::string& codes,
                                               const std::function<void(const std::string&)>& notice);

/// Fails if water runs in a circle. The error names a cell of the circle.
Result<void> check_circles(const Dem& dem, std::span<const FlowCode> directions, const std::string& name);

/// Returns "row 3, column 4 (x 35, y 45)". The coordinates are those of the cell's centre; a raster without coordinates
/// has only row and column.
std::string cell_text(const Dem& dem, std::uint64_t cell);

}  // namespace vkalgo::cli

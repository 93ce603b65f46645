#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// Directions that a file has as numbers, read as "esri" or "grass" says. Numbers that are none of its codes become
/// cells without data, which `notice` is told of, but for the numbers that stand for these. Errors: invalid_argument (a
/// number that is no code of any convention).
Result<std::vector<FlowCode>> given_directions(const Dem& dem, const std::string& name, const std::string& codes,
                                               const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli

#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <functional>
#include <string>

namespace vkalgo::cli {

/// Makes a raster lie on a DEM cell by cell. One of them that does not say where it lies (.npy) is taken to have its
/// cells in the order of the other's file, which `notice` is told where that is not the usual one; then the cells of
/// `raster` move. Errors: invalid_argument, with both places: another size, another place by more than a tenth of a
/// cell (longitudes may differ by 360 degrees), another coordinate system.
Result<void> lay_on(const Dem& dem, const std::string& dem_name, Dem& raster, const std::string& name,
                    const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli

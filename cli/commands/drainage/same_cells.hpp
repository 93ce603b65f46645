#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <functional>
#include <string>

namespace vkalgo::cli {

/// Aligns a raster with a DEM, cell by cell. If one of the two has no georeference (.npy), its cells are in the order
/// of the other one's file. If that order is not the usual one, calls `notice` and reorders the cells of `raster`.
/// Errors: invalid_argument, if both have georeferences: another size, a position that differs by more than a tenth of
/// a cell (longitudes may differ by 360 degrees), another coordinate system.
Result<void> lay_on(const Dem& dem, const std::string& dem_name, Dem& raster, const std::string& name,
                    const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli

#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <functional>
#include <string>

namespace vkalgo::cli {

/// Aligns a raster with a DEM, cell by cell. If one of the two has no georeference (.npy), its cells are taken to be in
/// the order of the other raster's file. If that order is not the usual one, row by row from the north-west (see
/// CellOrder), calls `notice` and reorders the cells of `raster` so that they match those of `dem`. Also calls `notice`
/// if it cannot be known whether two named coordinate systems are the same. Errors: invalid_argument: the numbers of
/// rows and columns differ; or both have georeferences, and the positions differ by more than a tenth of a cell
/// (longitudes may differ by multiples of 360 degrees) or the coordinate systems are known to differ.
Result<void> lay_on(const Dem& dem, const std::string& dem_name, Dem& raster, const std::string& name,
                    const std::function<void(const std::string&)>& notice);

}  // namespace vkalgo::cli

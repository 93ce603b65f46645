#pragma once

#include "formats/rasters/dem.hpp"

#include <array>
#include <string>

namespace vkalgo::formats {

/// The map from cells to coordinates, as in GDAL: x = t[0] + column t[1] + row t[2], y = t[3] + column t[4] + row t[5],
/// for the corners of cells. Column 0, row 0 is the outer corner of the file's first cell.
using GeoTransform = std::array<double, 6>;

/// Sets the corner and the cell size of `georeference`, and in `order` whether the file begins in the south. Errors:
/// invalid_argument (cells without an extent, rows that are rotated against the coordinates, columns from east to
/// west).
Result<void> take_transform(const GeoTransform& transform, std::uint32_t rows, const std::string& name,
                            GeoReference& georeference, CellOrder& order);

/// Returns true if both maps agree on every corner of a raster to a tenth of a cell, which allows for rounded
/// coordinates.
bool cells_coincide(const GeoTransform& one, const GeoTransform& other, std::uint32_t rows, std::uint32_t columns);

/// Returns the map of a raster in the usual order.
GeoTransform transform_of(const GeoReference& georeference);

}  // namespace vkalgo::formats

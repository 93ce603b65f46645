#pragma once

#include "formats/rasters/dem.hpp"

#include <array>
#include <string>

namespace vkalgo::formats {

/// Where cells lie, as GDAL has it: x = t[0] + column t[1] + row t[2], y = t[3] + column t[4] + row t[5], of the
/// corners of cells; column 0, row 0 is the outer corner of the first cell of the file.
using GeoTransform = std::array<double, 6>;

/// Sets the corner and the cells of `place`, and whether the file begins in the south. Errors: invalid_argument (cells
/// without an extent, rows that are turned against the coordinates).
Result<void> place_cells(const GeoTransform& transform, std::uint32_t rows, const std::string& name,
                         GeoReference& place, CellOrder& order);

/// Do both put every corner of a raster in one place, to a tenth of a cell? What rounded coordinates need.
bool same_place(const GeoTransform& one, const GeoTransform& other, std::uint32_t rows, std::uint32_t columns);

/// That of a raster in the usual order.
GeoTransform transform_of(const GeoReference& place);

}  // namespace vkalgo::formats

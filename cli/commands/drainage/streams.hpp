#pragma once

#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

/// The network of streams, as lines and as a picture.
namespace vkalgo::cli {

/// Returns GeoJSON (RFC 7946). Each stream is a LineString through the centres of its cells, or a MultiLineString if
/// the antimeridian cuts it, with the stream's order and the water of the last cell that belongs to this stream alone.
/// A stream begins at its source or at a confluence, and ends at the next confluence or where the water ends.
/// Coordinates are longitudes and latitudes of WGS84. If coordinates cannot be converted, calls `notice`. They then
/// stay in the coordinate system of the DEM, with a member `crs` if that system has an EPSG code. Without a
/// georeference they are columns and rows.
Bytes streams_geojson(const TerrainGrid& grid, const Drainage& drained, const std::optional<GeoReference>& georeference,
                      const std::function<void(const std::string&)>& notice);

/// Returns a PNG: the relief lit from the north-west, cells without data white, the network in blue. A cell has one
/// pixel. If a side of the grid has more than 4,096 cells, several cells share a pixel. If `heights` is empty, all
/// cells have the same grey. Errors: those of encode_png.
Result<Bytes> terrain_picture(const TerrainGrid& grid, const Drainage& drained, std::span<const float> heights);

}  // namespace vkalgo::cli

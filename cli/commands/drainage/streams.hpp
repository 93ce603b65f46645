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

/// Returns GeoJSON (RFC 7946). Each stream is a LineString through the centres of its cells, from its source or a
/// confluence to the next confluence or its end, with its order and the water at its end. Coordinates are longitudes
/// and latitudes of WGS84, cut at the antimeridian. If they cannot be converted, they stay in the coordinate system of
/// the DEM, with a member `crs` if that system has a name, or are columns and rows if the DEM has no georeference; then
/// `notice` is called.
Bytes streams_geojson(const TerrainGrid& grid, const Drainage& drained, const std::optional<GeoReference>& place,
                      const std::function<void(const std::string&)>& notice);

/// Returns a PNG: the relief lit from the north-west, cells without data white, the network in blue. One pixel per
/// cell; if a side of the grid has more than 4,096 cells, one pixel per several cells. `heights` may be empty. Errors:
/// those of encode_png.
Result<Bytes> terrain_picture(const TerrainGrid& grid, const Drainage& drained, std::span<const float> heights);

}  // namespace vkalgo::cli

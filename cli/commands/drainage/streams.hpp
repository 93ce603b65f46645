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

/// GeoJSON (RFC 7946): a LineString for each stream from its source or a confluence to the next confluence or its end,
/// through the centres of cells, with its order and the water at its end. Coordinates are longitudes and latitudes of
/// WGS84, cut at the antimeridian; where that cannot be, those of the place (without one columns and rows), with a
/// member `crs` where that has a name, and `notice` is told.
Bytes streams_geojson(const TerrainGrid& grid, const Drainage& drained, const std::optional<GeoReference>& place,
                      const std::function<void(const std::string&)>& notice);

/// A PNG: the relief lit from the north-west, cells without data white, the network in blue. A pixel per cell, of grids
/// of more than 4,096 cells to a side one per several. `heights` may be empty. Errors: those of encode_png.
Result<Bytes> terrain_picture(const TerrainGrid& grid, const Drainage& drained, std::span<const float> heights);

}  // namespace vkalgo::cli

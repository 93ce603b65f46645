#pragma once

#include "algorithms/terrain/terrain_grid.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/reader.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Digital elevation models: heights over a grid of cells, and other rasters of the same grid. Each file
/// cli/formats/dems/NAME.cpp defines `const DemFormat& dem_format_NAME()`; CMake collects them, so that a new format
/// touches no list.
namespace vkalgo::formats {

/// Where a raster lies. Kept from input to output.
struct GeoReference {
    /// of the outer corner of the north-western cell, and the size of a cell, in the units of the coordinate system
    double west = 0;
    double north = 0;
    double cell_x = 1;
    double cell_y = 1;
    /// degrees of longitude and latitude
    bool geographic = false;
    /// What says which coordinate system it is, as a GeoTIFF's tags have it; empty where a file says nothing.
    struct TiffTag {
        std::uint16_t tag = 0;
        std::uint16_t type = 0;
        std::uint32_t count = 0;
        std::vector<std::byte> data;
    };
    std::vector<TiffTag> tags;
    /// The same as text that PROJ takes: "EPSG:32632" or WKT (crs.hpp). Empty: not said, or in no way that is read.
    std::string crs;
};

/// How a file has its cells, where that is not row by row from the north-west.
struct CellOrder {
    bool from_south = false;
    bool from_east = false;
    /// its rows run from north to south (or the other way), one below the other from west to east
    bool by_columns = false;

    bool is_usual() const { return !from_south && !from_east && !by_columns; }
};

/// A grid of heights.
struct Dem {
    /// dx and dy in metres where the file is geographic (dx then that of the middle row), else in its units
    TerrainGrid grid;
    /// row by row from the north-west; NaN: no data
    std::vector<float> heights;
    /// The same in f64, from numbers that f32 may not hold: f64, whole numbers of 32 bits or more, text, and those with
    /// a scale or an offset. `heights` are these rounded. Empty of others.
    std::vector<double> wide;
    /// geographic files: the width of each row's cells in metres; else empty
    std::vector<double> row_dx;
    /// none: a file that does not say (.npy)
    std::optional<GeoReference> place;
    /// of the file; the heights here are in the usual order
    CellOrder order;

    /// Takes the cell's data away.
    void clear(std::size_t cell) {
        heights[cell] = std::numeric_limits<float>::quiet_NaN();
        if (!wide.empty()) {
            wide[cell] = std::numeric_limits<double>::quiet_NaN();
        }
    }
};

/// What --format takes for a DEM.
std::vector<std::string> dem_format_names();
/// What help says of an input that is a DEM: the formats with their endings.
std::string dem_formats_help();

/// Reads a DEM. Of `settings`, format, limits and notice count. Errors: invalid_argument: no such file or format, or a
/// damaged one; too_large.
Result<Dem> read_dem(const std::string& path, const InputSettings& settings = {});
/// The same of content in memory. Without a format, `name` is that of a file.
Result<Dem> parse_dem(std::string_view content, const std::string& name, const InputSettings& settings = {});

/// A raster (two dimensions; u8, i16, u32, i32 or f32) as the bytes of a file: .npy, .asc or .tif by the path's ending,
/// with the place where the format has one. `no_data`: the value that means none, if one does. Errors: invalid_argument
/// (an ending that is none of these).
Result<Bytes> encode_raster(const std::string& path, const Array& values, const std::optional<GeoReference>& place,
                            std::optional<double> no_data);

}  // namespace vkalgo::formats

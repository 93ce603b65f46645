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
/// formats/rasters/readers/NAME.cpp defines `const DemFormat& dem_format_NAME()`; CMake collects them, so that a new
/// format needs no change to a list.
namespace vkalgo::formats {

/// The georeference of a raster. It is kept from input to output.
struct GeoReference {
    /// The outer corner of the north-western cell, and the size of a cell, in the units of the coordinate system.
    double west = 0;
    double north = 0;
    double cell_x = 1;
    double cell_y = 1;
    /// Whether the coordinates are degrees of longitude and latitude.
    bool geographic = false;
    /// A tag of a GeoTIFF.
    struct TiffTag {
        std::uint16_t tag = 0;
        std::uint16_t type = 0;
        std::uint32_t count = 0;
        std::vector<std::byte> data;
    };
    /// The tags of a GeoTIFF that describe the coordinate system. Empty if the file has none, or if an .aux.xml names
    /// the system.
    std::vector<TiffTag> tags;
    /// The system as text that PROJ reads: "EPSG:32632" or WKT (crs.hpp). Empty if the file does not name the system,
    /// or names it in a form that is not read.
    std::string crs;
};

/// The order of the cells in a file. The usual order is row by row from the north-west.
struct CellOrder {
    bool from_south = false;
    bool from_east = false;
    /// Whether the file stores column by column. A column runs from north to south, or from south to north if
    /// `from_south`. The columns follow one another from west to east, or from east to west if `from_east`.
    bool by_columns = false;

    bool is_usual() const { return !from_south && !from_east && !by_columns; }
};

/// A grid of heights.
struct Dem {
    /// The grid. In a geographic file, dx and dy are metres, and dx is that of the middle row. In other files they have
    /// the file's units.
    TerrainGrid grid;
    /// Row by row from the north-west; NaN: no data.
    std::vector<float> heights;
    /// The heights in f64, if f32 may round the file's numbers: numbers in f64, in text, or with a scale or an offset,
    /// and whole numbers of 32 bits or more. Empty for other files. `heights` are these values, rounded to f32.
    std::vector<double> wide;
    /// The width of each row's cells in metres, if the file is geographic; else empty.
    std::vector<double> row_dx;
    /// Nullopt if the file has no coordinates. A .npy file never has.
    std::optional<GeoReference> georeference;
    /// The order of the cells in the file. The heights here are in the usual order.
    CellOrder order;

    /// Removes the cell's data.
    void clear(std::size_t cell) {
        heights[cell] = std::numeric_limits<float>::quiet_NaN();
        if (!wide.empty()) {
            wide[cell] = std::numeric_limits<double>::quiet_NaN();
        }
    }
};

/// Returns the names that --format accepts for a DEM.
std::vector<std::string> dem_format_names();
/// Returns the help text of an input that is a DEM: the formats with their endings.
std::string dem_formats_help();

/// Reads a DEM. Of `settings`, only format, limits and notice are used. Errors: invalid_argument: no such file or
/// format, or a damaged file; too_large.
Result<Dem> read_dem(const std::string& path, const InputSettings& settings = {});
/// Parses a DEM from memory. `name` is the file's name, in messages and to find the files beside it (files_beside.hpp).
/// Without a format in `settings`, the ending of `name` may decide the format. Errors: those of read_dem.
Result<Dem> parse_dem(std::string_view content, const std::string& name, const InputSettings& settings = {});

/// Returns the endings of the formats that a raster can be written in.
std::vector<std::string_view> raster_endings();
/// Encodes a raster (two dimensions; u8, i16, u32, i32 or f32) as the bytes of a file, in the format of the path's
/// ending, with the georeference if the format has one. `no_data` is the value that means no data, if the raster has
/// such a value. Errors: invalid_argument (another ending, no cell, more rows or columns than the format has).
Result<Bytes> encode_raster(const std::string& path, const Array& values,
                            const std::optional<GeoReference>& georeference, std::optional<double> no_data);

}  // namespace vkalgo::formats

#pragma once

#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The interface of the formats of DEMs.
namespace vkalgo::formats {

/// A format of DEMs.
struct DemFormat {
    /// The name that --format accepts: "asc".
    const char* name = "";
    /// The format in help and messages: "ESRI ASCII grid".
    const char* about = "";
    /// Endings of file names, in lower case, with their dot. A further ".gz" is ignored.
    std::vector<std::string_view> endings;
    /// Returns true if the content can have no other format. Null if the content does not show the format.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty: width, height, heights and georeference. parse_dem() computes the sizes of the
    /// cells from the georeference. Errors: invalid_argument, with the line or byte and what to do; too_large.
    Result<Dem> (*read)(std::string_view content, const std::string& name, const InputSettings& settings) = nullptr;
    /// Whether `read` uses an .aux.xml beside the file: its georeference, its meaning of numbers and its coordinate
    /// system. If false, parse_dem uses only the coordinate system of the .aux.xml, and a notice reports the other
    /// entries.
    bool takes_aux = false;
    /// Encodes a raster of two dimensions with at least one cell. Null if the format is only read.
    Result<Bytes> (*encode)(const Array& values, const std::optional<GeoReference>& georeference,
                            std::optional<double> no_data) = nullptr;
};

/// Returns all formats in order of name. CMake generates this function.
std::span<const DemFormat* const> dem_formats();

/// Returns the error "'NAME' MESSAGE" about a wrong file.
Error bad_dem(const std::string& name, const std::string& message);

/// Fails for a grid without cells or with more than kMaxTerrainCells.
Result<void> check_cells(std::uint64_t columns, std::uint64_t rows, const std::string& name);

/// Returns the height of a number: NaN (no data) if is_height is false for it.
double height_of(double value);

/// Numbers as they are in a file, and their meaning.
struct CellValues {
    /// Points to the first cell: the north-western one, or the first one of a strip or tile of a TIFF.
    const char* first = nullptr;
    ElementType type = ElementType::f32;
    /// Whether the numbers are in the other byte order than this machine's.
    bool swapped = false;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// Bytes from a cell to the same column of the next row, and to the next cell of its row. With the rows from north
    /// to south, these are the southern and the eastern neighbour.
    std::int64_t to_south = 0;
    std::int64_t to_east = 0;
    /// Numbers that mean no data, as they are in the file.
    std::vector<double> no_data;
    /// A height is number * scale + offset.
    double scale = 1;
    double offset = 0;
};
/// Sets every cell of a DEM to one height, in Dem::heights and, if f32 may be too narrow for the heights of `cells`, in
/// Dem::wide.
void begin_heights(Dem& dem, const CellValues& cells, double height);
/// Returns the bytes of memory that a height of such numbers takes.
std::uint64_t height_bytes(const CellValues& cells);
/// Writes the heights into a DEM after begin_heights. Row r of `cells` begins at index first + r * dem.grid.width of
/// the DEM. Errors: invalid_argument (a whole number that f64 does not hold), with its row and column in the DEM,
/// counted from 0.
Result<void> read_cells(const CellValues& cells, Dem& dem, std::uint64_t first, const std::string& name);

/// Return the metres of a degree of longitude and of a degree of latitude, at this latitude (in degrees) on the WGS84
/// ellipsoid. With the semi-major axis a, the eccentricity e and W^2 = 1 - e^2 sin^2(latitude), the radius of the
/// parallel is a cos(latitude) / W, and the meridian's radius of curvature is a (1 - e^2) / W^3.
double metres_per_degree_east(double latitude);
double metres_per_degree_north(double latitude);

}  // namespace vkalgo::formats

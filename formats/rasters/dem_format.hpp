#pragma once

#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the formats of DEMs are made of.
namespace vkalgo::formats {

/// A format of DEMs.
struct DemFormat {
    /// what --format takes: "asc"
    const char* name = "";
    /// for help and messages: "ESRI ASCII grid"
    const char* about = "";
    /// of file names, lower case, with their dot; a further ".gz" is passed over
    std::vector<std::string_view> endings;
    /// Can content be of no other format? Null where nothing tells.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty: width, height, heights and place; parse_dem adds what follows from them.
    /// Errors: invalid_argument, with the line or byte and what to do; too_large.
    Result<Dem> (*read)(std::string_view content, const std::string& name, const InputSettings& settings) = nullptr;
    /// `read` takes what an .aux.xml beside the file says of its place and its numbers, and a coordinate system from
    /// there; of other formats parse_dem takes the coordinate system and names the rest.
    bool takes_aux = false;
    /// Writes a raster of two dimensions with a cell at least. Null where the format is only read.
    Result<Bytes> (*encode)(const Array& values, const std::optional<GeoReference>& place,
                            std::optional<double> no_data) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const DemFormat* const> dem_formats();

/// "'NAME' MESSAGE" of a file that is wrong.
Error bad_dem(const std::string& name, const std::string& message);

/// Fails for a grid without cells or with more than kMaxTerrainCells.
Result<void> check_cells(std::uint64_t columns, std::uint64_t rows, const std::string& name);

/// The height that a number is: NaN (no data) where is_height does not hold.
double height_of(double value);

/// Numbers as they lie in a file, and what they mean.
struct CellValues {
    /// of the north-western cell
    const char* first = nullptr;
    ElementType type = ElementType::f32;
    /// in the byte order that is not this machine's
    bool swapped = false;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// bytes from a cell to its southern and eastern neighbour
    std::int64_t to_south = 0;
    std::int64_t to_east = 0;
    /// numbers that mean no data, as they lie in the file
    std::vector<double> no_data;
    /// a height is number * scale + offset
    double scale = 1;
    double offset = 0;
};
/// Gives every cell of a DEM one height: in Dem::heights and, where such numbers need it, in Dem::wide.
void begin_heights(Dem& dem, const CellValues& cells, double height);
/// Bytes of memory that a height of such numbers takes.
std::uint64_t height_bytes(const CellValues& cells);
/// Writes the heights into a DEM that is begun, from the cell `first` on, row below row. Errors: invalid_argument (a
/// whole number that f64 does not hold), with its row and column.
Result<void> read_cells(const CellValues& cells, Dem& dem, std::uint64_t first, const std::string& name);

/// Metres that a degree of longitude at this latitude (in degrees) and a degree of latitude there have on the WGS84
/// ellipsoid: with W^2 = 1 - e^2 sin^2(latitude), the radius of the parallel is a cos(latitude) / W and that of the
/// meridian's curve a (1 - e^2) / W^3.
double metres_per_degree_east(double latitude);
double metres_per_degree_north(double latitude);

}  // namespace vkalgo::formats

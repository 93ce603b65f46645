// Reads and writes NumPy arrays of two dimensions. They have no georeference: cells are 1 x 1.
#include "formats/npy.hpp"

#include "formats/rasters/dem_format.hpp"
#include "support/numbers.hpp"

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

Result<Dem> read_npy_dem(std::string_view content, const std::string& name, const InputSettings& /*settings*/) {
    VKALGO_TRY(const NpyView array, view_npy(as_byte_span(content), name));
    if (array.shape.size() != 2) {
        return bad_dem(name, fmt::format("is an array of {}, but a DEM has two: rows and columns; reshape it",
                                         plural(array.shape.size(), "dimension")));
    }
    const std::uint64_t rows = array.shape[0];
    const std::uint64_t columns = array.shape[1];
    VKALGO_CHECK(check_cells(columns, rows, name));
    const std::int64_t size = size_of(array.type);
    CellValues cells;
    cells.first = as_text(array.data).data();
    cells.type = array.type;
    cells.swapped = array.swapped;
    cells.rows = rows;
    cells.columns = columns;
    cells.to_south = array.fortran_order ? size : size * static_cast<std::int64_t>(columns);
    cells.to_east = array.fortran_order ? size * static_cast<std::int64_t>(rows) : size;
    Dem dem;
    dem.grid.width = static_cast<std::uint32_t>(columns);
    dem.grid.height = static_cast<std::uint32_t>(rows);
    begin_heights(dem, cells, 0);
    VKALGO_CHECK(read_cells(cells, dem, 0, name));
    return dem;
}

Result<Bytes> encode_npy_dem(const Array& values, const std::optional<GeoReference>& /*georeference*/,
                             std::optional<double> /*no_data*/) {
    return encode_npy(values);
}

}  // namespace

const DemFormat& dem_format_npy();
const DemFormat& dem_format_npy() {
    static const DemFormat format = {.name = "npy",
                                     .about = "NumPy array of two dimensions",
                                     .endings = {".npy"},
                                     .recognises = looks_like_npy,
                                     .read = read_npy_dem,
                                     .encode = encode_npy_dem};
    return format;
}

}  // namespace vkalgo::formats

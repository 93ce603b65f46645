#include "formats/rasters/dem.hpp"

#include "formats/choose_format.hpp"
#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/files_beside.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

/// Returns the width of a row's cells in metres, at the latitude in the middle of the row. If a part of the row lies
/// beyond a pole, the latitude is the middle of the other part. The width is at least dy / 2^19, so that check_grid()
/// does not refuse the narrow cells near a pole.
double width_of_row(const GeoReference& georeference, std::uint32_t row, double dy) {
    constexpr double kPole = 90;
    const double top = std::clamp(georeference.north - row * georeference.cell_y, -kPole, kPole);
    const double bottom = std::clamp(georeference.north - (row + 1.0) * georeference.cell_y, -kPole, kPole);
    return std::max(metres_per_degree_east((top + bottom) / 2) * georeference.cell_x, std::ldexp(dy, -19));
}

/// Sets the sizes of the cells from the raster's georeference.
Result<void> set_cell_sizes(Dem& dem, const std::string& name) {
    const auto refused = [&](const Result<void>& checked) {
        return Error{checked.error().code, fmt::format("'{}' has {}; correct it", name, checked.error().message), name};
    };
    if (dem.georeference) {
        const GeoReference& georeference = *dem.georeference;
        if (!std::isfinite(georeference.west) || !std::isfinite(georeference.north)) {
            return bad_dem(name, "has a corner whose coordinates are not finite; correct them");
        }
        dem.grid.dx = georeference.cell_x;
        dem.grid.dy = georeference.cell_y;
    }
    if (const auto checked = check_grid(dem.grid); !checked) {
        return refused(checked);
    }
    if (!dem.georeference || !dem.georeference->geographic) {
        return {};
    }
    const GeoReference& georeference = *dem.georeference;
    const double south = georeference.north - dem.grid.height * georeference.cell_y;
    if (georeference.north > 90 + georeference.cell_y || south < -90 - georeference.cell_y) {
        return bad_dem(name, fmt::format("lies between the latitudes {:.6g} and {:.6g}, beyond a pole; correct its "
                                         "coordinates, or its coordinate system if they are not in degrees",
                                         south, georeference.north));
    }
    dem.grid.dy =
        metres_per_degree_north(std::clamp((georeference.north + south) / 2, -90.0, 90.0)) * georeference.cell_y;
    dem.row_dx.resize(dem.grid.height);
    for (std::uint32_t row = 0; row < dem.grid.height; ++row) {
        dem.row_dx[row] = dem.grid.dx = width_of_row(georeference, row, dem.grid.dy);
        if (const auto checked = check_grid(dem.grid); !checked) {
            return refused(checked);
        }
    }
    dem.grid.dx = dem.row_dx[dem.grid.height / 2];
    return {};
}

}  // namespace

Error bad_dem(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

Result<void> check_cells(std::uint64_t columns, std::uint64_t rows, const std::string& name) {
    if (columns == 0 || rows == 0) {
        return bad_dem(name, fmt::format("has {} and {}, so it has no cell; give a DEM of at least one cell",
                                         plural(columns, "column"), plural(rows, "row")));
    }
    std::uint64_t cells = 0;
    if (__builtin_mul_overflow(columns, rows, &cells) || cells > kMaxTerrainCells) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' has {} and {}, but at most {} cells are supported; split it", name,
                                 plural(columns, "column"), plural(rows, "row"), kMaxTerrainCells),
                     name};
    }
    return {};
}

std::vector<std::string> dem_format_names() {
    return names_of(dem_formats());
}

std::string dem_formats_help() {
    return help_of(dem_formats());
}

Result<Dem> parse_dem(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const DemFormat* format, format_of(dem_formats(), content, name, settings, "a DEM", "DEMs"));
    if (content.empty()) {
        return bad_dem(name, "is empty, so it is not a DEM; copy or write it again");
    }
    VKALGO_TRY(Dem dem, format->read(content, name, settings));
    VKALGO_CHECK(take_files_beside(dem, name, format->takes_aux, settings));
    VKALGO_CHECK(set_cell_sizes(dem, name));
    return dem;
}

Result<Dem> read_dem(const std::string& path, const InputSettings& settings) {
    return read_whole(path, settings, parse_dem);
}

std::vector<std::string_view> raster_endings() {
    std::vector<std::string_view> endings;
    for (const DemFormat* format : dem_formats()) {
        if (format->encode != nullptr) {
            endings.insert(endings.end(), format->endings.begin(), format->endings.end());
        }
    }
    return endings;
}

Result<Bytes> encode_raster(const std::string& path, const Array& values,
                            const std::optional<GeoReference>& georeference, std::optional<double> no_data) {
    const DemFormat* format = path.ends_with(".gz") ? nullptr : format_of_ending(dem_formats(), path);
    if (format == nullptr || format->encode == nullptr) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("a raster cannot be written as '{}'; choose a name that ends in one of {}", path,
                                 fmt::join(raster_endings(), ", ")),
                     path};
    }
    if (values.shape.size() != 2 || values.shape[0] == 0 || values.shape[1] == 0) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "'{}' would have {} dimensions or no cell; a raster must have two dimensions and at least one cell",
                path, values.shape.size()),
            path};
    }
    return format->encode(values, georeference, no_data);
}

}  // namespace vkalgo::formats

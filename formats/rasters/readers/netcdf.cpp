// Reads NetCDF-3, classic and with 64-bit offsets (NetCDF Users' Guide, "File Format Specifications"): one grid of two
// dimensions, by the conventions of CF (netcdf_facts.hpp).
#include "formats/rasters/crs.hpp"
#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/files_beside.hpp"
#include "formats/rasters/netcdf_facts.hpp"
#include "formats/text_words.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// One axis of the grid.
struct Axis {
    const NetcdfDimension* dimension = nullptr;
    /// The variable with the coordinates of the axis, if the file has them.
    const NetcdfVariable* variable = nullptr;
    std::uint64_t stride = 0;
};

struct Grid {
    const NetcdfVariable* variable = nullptr;
    Axis rows;
    Axis columns;

    std::uint64_t cells() const { return rows.dimension->length * columns.dimension->length; }
    bool located() const { return rows.variable != nullptr && columns.variable != nullptr; }
};

class NetcdfReader {
public:
    NetcdfReader(std::string_view content, const std::string& name, NetcdfFile file)
        : content_(content), name_(name), file_(std::move(file)) {}

    Result<Dem> read(const InputSettings& settings) {
        VKALGO_TRY(Grid grid, choose(settings));
        Dem dem;
        if (grid.located() && (netcdf_axis(*grid.rows.variable).direction == 'x' ||
                               netcdf_axis(*grid.columns.variable).direction == 'y')) {
            std::swap(grid.rows, grid.columns);
            dem.order.by_columns = true;
        }
        const std::uint64_t height = grid.rows.dimension->length;
        const std::uint64_t width = grid.columns.dimension->length;
        VKALGO_CHECK(check_cells(width, height, name_));
        CellValues cells = netcdf_values(*grid.variable, name_, settings.notice);
        const std::uint64_t size = size_of(cells.type);
        const std::uint64_t last = (height - 1) * grid.rows.stride + (width - 1) * grid.columns.stride + size;
        if (grid.variable->begin > content_.size() || last > content_.size() - grid.variable->begin) {
            return bad_dem(name_,
                           fmt::format("has {} x {} numbers of {} bytes from byte {} on, but only {} bytes in all; {}",
                                       width, height, size, grid.variable->begin, content_.size(), kTruncated));
        }
        cells.rows = height;
        cells.columns = width;
        cells.to_south = static_cast<std::int64_t>(grid.rows.stride);
        cells.to_east = static_cast<std::int64_t>(grid.columns.stride);
        cells.first = content_.data() + grid.variable->begin;
        if (grid.located()) {
            VKALGO_CHECK(locate_grid(grid, settings, cells, dem));
        }
        dem.grid.width = static_cast<std::uint32_t>(width);
        dem.grid.height = static_cast<std::uint32_t>(height);
        begin_heights(dem, cells, 0);
        VKALGO_CHECK(read_cells(cells, dem, 0, name_));
        if (const auto range = netcdf_valid_range(*grid.variable, cells)) {
            drop_invalid(cells, *range, dem);
        }
        return dem;
    }

private:
    /// Returns the variable with the coordinates of a dimension; null if none exists. This variable has only this
    /// dimension, and has the dimension's name.
    const NetcdfVariable* coordinates_of(std::uint32_t dimension) const {
        const auto found =
            std::find_if(file_.variables.begin(), file_.variables.end(), [&](const NetcdfVariable& variable) {
                return variable.dimensions.size() == 1 && variable.dimensions[0] == dimension &&
                       variable.type != kNetcdfChar && variable.name == file_.dimensions[dimension].name;
            });
        return found == file_.variables.end() ? nullptr : &*found;
    }

    /// Returns the variable as a grid; nullopt if it is not a grid of numbers. Dimensions of length 1 before the last
    /// two are ignored.
    std::optional<Grid> as_grid(const NetcdfVariable& variable) const {
        const auto& dimensions = variable.dimensions;
        const auto length = [&](std::size_t at) { return file_.dimensions[dimensions[at]].length; };
        const std::size_t count = dimensions.size();
        if (variable.type == kNetcdfChar || count < 2) {
            return std::nullopt;
        }
        for (std::size_t at = 0; at + 2 < count; ++at) {
            if (length(at) != 1) {
                return std::nullopt;
            }
        }
        const std::uint64_t size = size_of(*netcdf_element(variable.type));
        const auto axis = [&](std::size_t at, std::uint64_t stride) {
            return Axis{&file_.dimensions[dimensions[at]], coordinates_of(dimensions[at]), stride};
        };
        const std::uint64_t row = count == 2 && variable.stride != 0 ? variable.stride : size * length(count - 1);
        return Grid{&variable, axis(count - 2, row), axis(count - 1, size)};
    }

    /// Chooses the largest grid with coordinates. Without such a grid, chooses the largest grid of all.
    Result<Grid> choose(const InputSettings& settings) const {
        std::optional<Grid> best;
        std::size_t like_it = 0, located = 0;
        for (const NetcdfVariable& variable : file_.variables) {
            const auto grid = as_grid(variable);
            if (!grid) {
                continue;
            }
            located += grid->located() ? 1U : 0U;
            const auto rank = [](const Grid& other) { return std::pair(other.located(), other.cells()); };
            if (!best || rank(*grid) > rank(*best)) {
                best = grid;
                like_it = 1;
            } else {
                like_it += rank(*grid) == rank(*best) ? 1U : 0U;
            }
        }
        if (!best) {
            return bad_dem(name_,
                           fmt::format("has {}, but none is a grid of numbers over two dimensions; if one has more "
                                       "dimensions, such as time, take one slice with: ncks -d time,0 IN OUT",
                                       plural(file_.variables.size(), "variable")));
        }
        if (like_it > 1) {
            settings.notice(fmt::format("'{}' has {} grids of one size; '{}', the first, is read", name_, like_it,
                                        best->variable->name));
        } else if (located > 1) {
            settings.notice(
                fmt::format("'{}' has {} grids; '{}', the largest, is read", name_, located, best->variable->name));
        }
        return *best;
    }

    /// Sets heights to NaN if their numbers are outside the valid range.
    static void drop_invalid(const CellValues& cells, const ValidRange& range, Dem& dem) {
        with_type(cells.type, [&](auto value) {
            for (std::uint64_t cell = 0; cell < dem.heights.size(); ++cell) {
                const char* from = cells.first + static_cast<std::int64_t>(cell / cells.columns) * cells.to_south +
                                   static_cast<std::int64_t>(cell % cells.columns) * cells.to_east;
                char bytes[sizeof value];
                std::reverse_copy(from, from + sizeof value, bytes);
                std::memcpy(&value, bytes, sizeof value);
                if (!(static_cast<double>(value) >= range.least && static_cast<double>(value) <= range.most)) {
                    dem.clear(cell);
                }
            }
        });
    }

    /// Sets the georeference, and changes `cells` to begin in the north-west.
    Result<void> locate_grid(const Grid& grid, const InputSettings& settings, CellValues& cells, Dem& dem) const {
        VKALGO_TRY(auto y, spacing(grid.rows));
        VKALGO_TRY(auto x, spacing(grid.columns));
        const NetcdfAxis north = netcdf_axis(*grid.rows.variable), east = netcdf_axis(*grid.columns.variable);
        const std::string crs = netcdf_crs(file_, *grid.variable, name_, settings.notice);
        if (north.metres && east.metres && (*north.metres != *east.metres || !crs.empty())) {
            y = {y.first * *north.metres, y.second * *north.metres};
            x = {x.first * *east.metres, x.second * *east.metres};
        } else if (north.unit != east.unit && north.degrees == east.degrees && !north.degrees) {
            settings.notice(fmt::format(
                "'{}' has coordinates in '{}' along rows and in '{}' across rows; vkalgo assumes that both units have "
                "the same length",
                name_, east.unit, north.unit));
        }
        // A single coordinate does not give the size of a cell. Then the cell is as high as it is wide.
        y.second = cells.rows == 1 ? -std::abs(cells.columns == 1 ? 1 : x.second) : y.second;
        x.second = cells.columns == 1 ? std::abs(y.second) : x.second;
        GeoReference georeference;
        georeference.cell_x = std::abs(x.second);
        georeference.cell_y = std::abs(y.second);
        georeference.west = (x.second < 0 ? x.first + x.second * static_cast<double>(cells.columns - 1) : x.first) -
                            georeference.cell_x / 2;
        georeference.north = (y.second < 0 ? y.first : y.first + y.second * static_cast<double>(cells.rows - 1)) +
                             georeference.cell_y / 2;
        georeference.geographic = north.degrees && east.degrees;
        if (!georeference.geographic && (north.unit.starts_with("deg") || north.unit.starts_with("rad"))) {
            settings.notice(
                fmt::format("'{}' has coordinates in '{}' that are not longitudes and latitudes; vkalgo assumes "
                            "flat cells",
                            name_, north.unit));
        }
        if (!crs.empty() && !(georeference.geographic && kind_of_wkt(crs) == CrsKind::projected)) {
            VKALGO_CHECK(take_crs(crs, name_, georeference));
        }
        dem.georeference = georeference;
        if (y.second > 0) {
            dem.order.from_south = true;
            cells.first += static_cast<std::int64_t>(cells.rows - 1) * cells.to_south;
            cells.to_south = -cells.to_south;
        }
        if (x.second < 0) {
            dem.order.from_east = true;
            cells.first += static_cast<std::int64_t>(cells.columns - 1) * cells.to_east;
            cells.to_east = -cells.to_east;
        }
        return {};
    }

    /// Returns the first coordinate and the step to the next.
    Result<std::pair<double, double>> spacing(const Axis& axis) const {
        const NetcdfVariable& variable = *axis.variable;
        const ElementType type = *netcdf_element(variable.type);
        const std::uint64_t count = axis.dimension->length;
        const std::uint64_t step_bytes = variable.stride != 0 ? variable.stride : size_of(type);
        if (variable.begin > content_.size() ||
            (count - 1) * step_bytes + size_of(type) > content_.size() - variable.begin) {
            return bad_dem(name_, fmt::format("ends within the coordinates '{}'; {}", variable.name, kTruncated));
        }
        const auto scale = netcdf_attribute(variable, "scale_factor"),
                   offset = netcdf_attribute(variable, "add_offset");
        const double by = scale.empty() ? 1 : scale.front(), more = offset.empty() ? 0 : offset.front();
        const auto at = [&](std::uint64_t index) {
            const auto bytes = content_.substr(variable.begin + index * step_bytes, size_of(type));
            return netcdf_numbers(bytes, type).front() * by + more;
        };
        const double first = at(0);
        const double step = count == 1 ? 0 : (at(count - 1) - first) / static_cast<double>(count - 1);
        // Coordinates are often rounded to a few digits, so each may be off by a tenth of the step.
        constexpr double kUneven = 0.1;
        for (std::uint64_t index = 0; index < count; ++index) {
            if (!(std::abs(at(index) - first - step * static_cast<double>(index)) <= std::abs(step) * kUneven) ||
                (count > 1 && step == 0)) {
                return bad_dem(name_, fmt::format("has coordinates '{}' that are not evenly spaced: number {} (counted "
                                                  "from 1) is {}; regrid it",
                                                  variable.name, index + 1, at(index)));
            }
        }
        return std::pair(first, step);
    }

    std::string_view content_;
    const std::string& name_;
    NetcdfFile file_;
};

constexpr std::string_view kHdf5("\x89HDF", 4);

Result<Dem> read_netcdf(std::string_view content, const std::string& name, const InputSettings& settings) {
    if (content.starts_with(kHdf5)) {
        return bad_dem(name, "is NetCDF-4 (HDF5), which is not supported; convert it with: nccopy -3 IN OUT");
    }
    if (content.starts_with("CDF\x05")) {
        return bad_dem(name, "is NetCDF of 64-bit data, which is not supported; convert it with: nccopy -3 IN OUT");
    }
    if (!content.starts_with("CDF\x01") && !content.starts_with("CDF\x02")) {
        return bad_dem(name, "is not NetCDF: it does not start with CDF and 1 or 2; give its format by <format>");
    }
    VKALGO_TRY(NetcdfFile file, read_netcdf_header(content, name));
    return NetcdfReader(content, name, std::move(file)).read(settings);
}

bool looks_like_netcdf(std::string_view content) {
    return content.starts_with(kHdf5) ||
           (content.starts_with("CDF") && content.size() > 3 && content[3] >= 1 && content[3] <= 5);
}

}  // namespace

const DemFormat& dem_format_netcdf();
const DemFormat& dem_format_netcdf() {
    static const DemFormat format = {.name = "netcdf",
                                     .about = "NetCDF-3",
                                     .endings = {".nc", ".cdf", ".grd"},
                                     .recognises = looks_like_netcdf,
                                     .read = read_netcdf,
                                     .encode = nullptr};
    return format;
}

}  // namespace vkalgo::formats

// NetCDF-3, classic and with 64-bit offsets (NetCDF Users' Guide, "File Format Specifications"), of which the one grid
// of two dimensions is read, by the conventions of CF: coordinate variables, units, scale_factor, add_offset,
// _FillValue and missing_value.
#include "cli/formats/dem_format.hpp"
#include "cli/formats/mesh_text.hpp"
#include "cli/formats/netcdf_header.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

const NetcdfAttribute* find_attribute(const NetcdfVariable& variable, std::string_view name) {
    const auto found = std::find_if(variable.attributes.begin(), variable.attributes.end(),
                                    [&](const NetcdfAttribute& attribute) { return attribute.name == name; });
    return found == variable.attributes.end() ? nullptr : &*found;
}

/// Its numbers; none where it is text or not there.
std::vector<double> numbers_of(const NetcdfVariable& variable, std::string_view name) {
    const NetcdfAttribute* attribute = find_attribute(variable, name);
    return attribute == nullptr || attribute->type == kNetcdfChar
               ? std::vector<double>()
               : netcdf_numbers(attribute->bytes, *netcdf_element(attribute->type));
}

/// 'x' for degrees of longitude, 'y' for those of latitude, else 0 (CF conventions, sections 4.1 and 4.2).
char direction_of(const NetcdfVariable& variable) {
    const NetcdfAttribute* units = find_attribute(variable, "units");
    if (units == nullptr || units->type != kNetcdfChar) {
        return 0;
    }
    std::string text;
    for (const char letter : units->bytes) {
        if (letter != '_' && letter != ' ' && letter != '\0') {
            text += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
        }
    }
    if (!text.starts_with("degree")) {
        return 0;
    }
    text.erase(0, text.starts_with("degrees") ? 7 : 6);
    return text == "e" || text == "east" ? 'x' : text == "n" || text == "north" ? 'y' : '\0';
}

/// One axis of the grid.
struct Axis {
    const NetcdfDimension* dimension = nullptr;
    /// its coordinates, if the file has them
    const NetcdfVariable* variable = nullptr;
    std::uint64_t stride = 0;
};

struct Grid {
    const NetcdfVariable* variable = nullptr;
    Axis rows;
    Axis columns;

    std::uint64_t cells() const { return rows.dimension->length * columns.dimension->length; }
    bool placed() const { return rows.variable != nullptr && columns.variable != nullptr; }
};

class NetcdfReader {
public:
    NetcdfReader(std::string_view content, const std::string& name, NetcdfFile file)
        : content_(content), name_(name), file_(std::move(file)) {}

    Result<Dem> read(const InputSettings& settings) {
        VKALGO_TRY(Grid grid, choose(settings));
        if (grid.placed() &&
            (direction_of(*grid.rows.variable) == 'x' || direction_of(*grid.columns.variable) == 'y')) {
            std::swap(grid.rows, grid.columns);
        }
        const std::uint64_t height = grid.rows.dimension->length;
        const std::uint64_t width = grid.columns.dimension->length;
        VKALGO_CHECK(check_cells(width, height, name_));
        CellValues cells = meaning_of(*grid.variable);
        const std::uint64_t size = size_of(cells.type);
        const std::uint64_t last = (height - 1) * grid.rows.stride + (width - 1) * grid.columns.stride + size;
        if (grid.variable->begin > content_.size() || last > content_.size() - grid.variable->begin) {
            return bad_dem(
                name_, fmt::format("has {} x {} numbers of {} bytes from byte {} on, and {} bytes in all; {}", width,
                                   height, size, grid.variable->begin, content_.size(), kTruncated));
        }
        cells.rows = height;
        cells.columns = width;
        cells.to_south = static_cast<std::int64_t>(grid.rows.stride);
        cells.to_east = static_cast<std::int64_t>(grid.columns.stride);
        std::uint64_t first = grid.variable->begin;
        Dem dem;
        if (grid.placed()) {
            VKALGO_TRY(auto y, spacing(grid.rows));
            VKALGO_TRY(auto x, spacing(grid.columns));
            // One coordinate tells no size of a cell: that of the other axis is taken.
            y.second = height == 1 ? -std::abs(width == 1 ? 1 : x.second) : y.second;
            x.second = width == 1 ? std::abs(y.second) : x.second;
            GeoReference place;
            place.cell_x = std::abs(x.second);
            place.cell_y = std::abs(y.second);
            place.west =
                (x.second < 0 ? x.first + x.second * static_cast<double>(width - 1) : x.first) - place.cell_x / 2;
            place.north =
                (y.second < 0 ? y.first : y.first + y.second * static_cast<double>(height - 1)) + place.cell_y / 2;
            place.geographic = direction_of(*grid.rows.variable) == 'y' && direction_of(*grid.columns.variable) == 'x';
            dem.place = place;
            if (y.second > 0) {
                first += (height - 1) * grid.rows.stride;
                cells.to_south = -cells.to_south;
            }
            if (x.second < 0) {
                first += (width - 1) * grid.columns.stride;
                cells.to_east = -cells.to_east;
            }
        }
        cells.first = content_.data() + first;
        dem.grid.width = static_cast<std::uint32_t>(width);
        dem.grid.height = static_cast<std::uint32_t>(height);
        begin_heights(dem, cells, 0);
        VKALGO_CHECK(read_cells(cells, dem, 0, name_));
        return dem;
    }

private:
    /// The variable of one dimension that has the dimension's name.
    const NetcdfVariable* coordinates_of(std::uint32_t dimension) const {
        const auto found =
            std::find_if(file_.variables.begin(), file_.variables.end(), [&](const NetcdfVariable& variable) {
                return variable.dimensions.size() == 1 && variable.dimensions[0] == dimension &&
                       variable.type != kNetcdfChar && variable.name == file_.dimensions[dimension].name;
            });
        return found == file_.variables.end() ? nullptr : &*found;
    }

    /// As a grid: dimensions of one before the last two do not count.
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

    /// The one with coordinates before others, then the largest.
    Result<Grid> choose(const InputSettings& settings) const {
        std::optional<Grid> best;
        std::size_t like_it = 0;
        for (const NetcdfVariable& variable : file_.variables) {
            const auto grid = as_grid(variable);
            if (!grid) {
                continue;
            }
            const auto rank = [](const Grid& other) { return std::pair(other.placed(), other.cells()); };
            if (!best || rank(*grid) > rank(*best)) {
                best = grid;
                like_it = 1;
            } else {
                like_it += rank(*grid) == rank(*best) ? 1U : 0U;
            }
        }
        if (!best) {
            return bad_dem(name_,
                           fmt::format("has {} variables, and none is a grid of numbers over two dimensions; cut "
                                       "one out with ncks",
                                       file_.variables.size()));
        }
        if (like_it > 1) {
            settings.notice(fmt::format("'{}' has {} grids of one size; '{}', the first, is read", name_, like_it,
                                        best->variable->name));
        }
        return *best;
    }

    static CellValues meaning_of(const NetcdfVariable& variable) {
        CellValues cells;
        cells.type = *netcdf_element(variable.type);
        cells.swapped = true;
        cells.no_data = numbers_of(variable, "_FillValue");
        if (cells.no_data.empty() && size_of(cells.type) > 1) {
            // What was never written holds this.
            cells.no_data.push_back(is_float(cells.type)             ? 0x1.ep122
                                    : cells.type == ElementType::i16 ? -32767
                                                                     : -2147483647);
        }
        for (const double value : numbers_of(variable, "missing_value")) {
            cells.no_data.push_back(value);
        }
        constexpr std::size_t kMostNoData = 4;
        cells.no_data.resize(std::min(cells.no_data.size(), kMostNoData));
        if (const auto scale = numbers_of(variable, "scale_factor"); !scale.empty()) {
            cells.scale = scale.front();
        }
        if (const auto offset = numbers_of(variable, "add_offset"); !offset.empty()) {
            cells.offset = offset.front();
        }
        return cells;
    }

    /// The first coordinate and the step to the next.
    Result<std::pair<double, double>> spacing(const Axis& axis) const {
        const NetcdfVariable& variable = *axis.variable;
        const ElementType type = *netcdf_element(variable.type);
        const std::uint64_t count = axis.dimension->length;
        const std::uint64_t step_bytes = variable.stride != 0 ? variable.stride : size_of(type);
        if (variable.begin > content_.size() ||
            (count - 1) * step_bytes + size_of(type) > content_.size() - variable.begin) {
            return bad_dem(name_, fmt::format("ends within the coordinates '{}'; {}", variable.name, kTruncated));
        }
        const auto at = [&](std::uint64_t index) {
            return netcdf_numbers(content_.substr(variable.begin + index * step_bytes, size_of(type)), type).front();
        };
        const double first = at(0);
        const double step = count == 1 ? 0 : (at(count - 1) - first) / static_cast<double>(count - 1);
        // Coordinates are often rounded to a few digits.
        constexpr double kUneven = 0.1;
        for (std::uint64_t index = 0; index < count; ++index) {
            if (!(std::abs(at(index) - first - step * static_cast<double>(index)) <= std::abs(step) * kUneven) ||
                (count > 1 && step == 0)) {
                return bad_dem(name_, fmt::format("has coordinates '{}' that are not evenly spaced: number {} is {}; "
                                                  "regrid it",
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

Result<Dem> read(std::string_view content, const std::string& name, const InputSettings& settings) {
    if (content.starts_with(kHdf5)) {
        return bad_dem(name, "is NetCDF-4, which is HDF5 and not read; convert it with: nccopy -3 IN OUT");
    }
    if (content.starts_with("CDF\x05")) {
        return bad_dem(name, "is NetCDF of 64-bit data, which is not read; convert it with: nccopy -3 IN OUT");
    }
    if (content.size() < 8 || (!content.starts_with("CDF\x01") && !content.starts_with("CDF\x02"))) {
        return bad_dem(name, "is not NetCDF: it does not start with CDF and 1 or 2; name its format with --format");
    }
    VKALGO_TRY(NetcdfFile file, read_netcdf_header(content, name));
    return NetcdfReader(content, name, std::move(file)).read(settings);
}

bool recognises(std::string_view content) {
    return content.starts_with(kHdf5) ||
           (content.starts_with("CDF") && content.size() > 3 && content[3] >= 1 && content[3] <= 5);
}

}  // namespace

const DemFormat& dem_format_netcdf();
const DemFormat& dem_format_netcdf() {
    static const DemFormat format = {.name = "netcdf",
                                     .about = "NetCDF-3",
                                     .endings = {".nc", ".cdf", ".grd"},
                                     .recognises = recognises,
                                     .read = read,
                                     .encode = nullptr};
    return format;
}

}  // namespace vkalgo::cli

#include "cli/formats/dem.hpp"

#include "cli/formats/dem_format.hpp"
#include "cli/names.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

template <class Predicate>
const DemFormat* find_format(Predicate&& predicate) {
    const auto formats = dem_formats();
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const DemFormat* format) { return predicate(*format); });
    return found == formats.end() ? nullptr : *found;
}

const DemFormat* format_by_ending(const std::string& name) {
    const std::string ending = extension_of(name);
    return find_format([&](const DemFormat& format) {
        return std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
    });
}

bool recognised(const DemFormat& format, std::string_view content) {
    return format.recognises != nullptr && format.recognises(content);
}

Result<const DemFormat*> choose(std::string_view content, const std::string& name, const InputSettings& settings) {
    if (!settings.format.empty()) {
        if (const auto* forced = find_format([&](const DemFormat& format) { return format.name == settings.format; })) {
            return forced;
        }
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--format: '{}' is unknown for a DEM; {}", settings.format,
                                 name_advice(settings.format, dem_format_names())),
                     "--format"};
    }
    const DemFormat* named = format_by_ending(name);
    if (named != nullptr && recognised(*named, content)) {
        return named;
    }
    if (const auto* seen = find_format([&](const DemFormat& format) { return recognised(format, content); })) {
        if (named != nullptr) {
            settings.notice(
                fmt::format("'{}' is read as {} by its content, against its name; --format {} reads it as "
                            "its name says",
                            name, seen->about, named->name));
        }
        return seen;
    }
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
        return bad_dem(name, "is text in UTF-16; save it as UTF-8");
    }
    if (named == nullptr) {
        return bad_dem(name, fmt::format("is of no known format of DEMs; convert it, or name its format with "
                                         "--format: {}",
                                         fmt::join(dem_format_names(), ", ")));
    }
    return named;
}

/// The width of a row's cells in metres, at the middle of that part of the row that lies on the globe: a row around a
/// pole has its outer half beyond. Never so small that check_grid refuses it.
double width_of_row(const GeoReference& place, std::uint32_t row, double dy) {
    constexpr double kPole = 90;
    const double top = std::clamp(place.north - row * place.cell_y, -kPole, kPole);
    const double bottom = std::clamp(place.north - (row + 1.0) * place.cell_y, -kPole, kPole);
    return std::max(metres_per_degree_east((top + bottom) / 2) * place.cell_x, std::ldexp(dy, -19));
}

/// Sizes of cells from where the raster lies.
Result<void> place_grid(Dem& dem, const std::string& name) {
    const auto refused = [&](const Result<void>& checked) {
        return Error{checked.error().code, fmt::format("'{}' has {}; correct it", name, checked.error().message), name};
    };
    if (dem.place) {
        const GeoReference& place = *dem.place;
        if (!std::isfinite(place.west) || !std::isfinite(place.north)) {
            return bad_dem(name, "has a corner that is no finite place; correct it");
        }
        dem.grid.dx = place.cell_x;
        dem.grid.dy = place.cell_y;
    }
    if (const auto checked = check_grid(dem.grid); !checked) {
        return refused(checked);
    }
    if (!dem.place || !dem.place->geographic) {
        return {};
    }
    const GeoReference& place = *dem.place;
    const double south = place.north - dem.grid.height * place.cell_y;
    if (place.north > 90 + place.cell_y || south < -90 - place.cell_y) {
        return bad_dem(name, fmt::format("lies between the latitudes {:.6g} and {:.6g}, beyond the poles; correct its "
                                         "place, or say that it is not in degrees",
                                         south, place.north));
    }
    dem.grid.dy = metres_per_degree_north(std::clamp((place.north + south) / 2, -90.0, 90.0)) * place.cell_y;
    dem.row_dx.resize(dem.grid.height);
    for (std::uint32_t row = 0; row < dem.grid.height; ++row) {
        dem.row_dx[row] = dem.grid.dx = width_of_row(place, row, dem.grid.dy);
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
        return bad_dem(name,
                       fmt::format("has {} columns and {} rows, no cell; give a DEM of one at least", columns, rows));
    }
    std::uint64_t cells = 0;
    if (__builtin_mul_overflow(columns, rows, &cells) || cells > kMostTerrainCells) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' has {} columns and {} rows, and {} cells are read at most; split it", name,
                                 columns, rows, kMostTerrainCells),
                     name};
    }
    return {};
}

std::vector<std::string> dem_format_names() {
    std::vector<std::string> names;
    for (const DemFormat* format : dem_formats()) {
        names.emplace_back(format->name);
    }
    return names;
}

std::string dem_formats_help() {
    std::vector<std::string> endings;
    for (const DemFormat* format : dem_formats()) {
        endings.push_back(fmt::format("{} ({})", fmt::join(format->endings, " "), format->about));
    }
    return fmt::format("{}, each also as .gz; - is standard input", fmt::join(endings, ", "));
}

Result<Dem> parse_dem(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(const DemFormat* format, choose(content, name, settings));
    if (content.empty()) {
        return bad_dem(name, "is empty, no DEM; copy or write it again");
    }
    VKALGO_TRY(Dem dem, format->read(content, name, settings));
    VKALGO_CHECK(place_grid(dem, name));
    return dem;
}

Result<Dem> read_dem(const std::string& path, const InputSettings& settings) {
    try {
        VKALGO_TRY(Source source, Source::open(path));
        VKALGO_TRY(const Bytes bytes, source.read_all(settings.limits));
        return parse_dem(as_text(bytes), source.name(), settings);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::too_large,
                     fmt::format("'{}' takes more memory than this machine has left; give a smaller file, or free some",
                                 input_name(path)),
                     path};
    }
}

Result<Bytes> encode_raster(const std::string& path, const Array& values, const std::optional<GeoReference>& place,
                            std::optional<double> no_data) {
    const DemFormat* format = path.ends_with(".gz") ? nullptr : format_by_ending(path);
    if (format == nullptr || format->encode == nullptr) {
        std::vector<std::string_view> endings;
        for (const DemFormat* written : dem_formats()) {
            if (written->encode != nullptr) {
                endings.insert(endings.end(), written->endings.begin(), written->endings.end());
            }
        }
        return Error{ErrorCode::invalid_argument,
                     fmt::format("a raster is not written as '{}'; choose a name that ends in one of {}", path,
                                 fmt::join(endings, ", ")),
                     path};
    }
    if (values.shape.size() != 2 || values.shape[0] == 0 || values.shape[1] == 0) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' would be of {} dimensions or have no cell; a raster has two, with one at least",
                                 path, values.shape.size()),
                     path};
    }
    return format->encode(values, place, no_data);
}

}  // namespace vkalgo::cli

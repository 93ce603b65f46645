// The network of streams as GeoJSON.
#include "algorithms/terrain/flow_reference.hpp"
#include "cli/commands/drainage/streams.hpp"
#include "formats/rasters/crs.hpp"
#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/proj_library.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

using Point = std::array<double, 2>;

/// All streams. `points` has the points of the first stream, then those of the second one, and so on.
struct Lines {
    struct Stream {
        std::size_t points = 0;
        std::uint64_t source = 0;
        /// The last cell that belongs to this stream alone.
        std::uint64_t end = 0;
    };
    std::vector<Stream> streams;
    std::vector<Point> points;
};

std::vector<std::uint8_t> count_above(const TerrainGrid& grid, const Drainage& drained) {
    const std::uint64_t count = grid.cells();
    std::vector<std::uint8_t> above(count);
    for (std::uint64_t cell = 0; cell < count; ++cell) {
        if (drained.network[cell] != 0) {
            const std::uint64_t target = flow_target(drained.codes, grid, cell);
            if (target < count && drained.network[target] != 0) {
                ++above[target];
            }
        }
    }
    return above;
}

Lines lines_of(const TerrainGrid& grid, const Drainage& drained, const GeoReference& at) {
    const std::uint64_t count = grid.cells();
    const std::vector<std::uint8_t> above = count_above(grid, drained);
    Lines lines;
    for (std::uint64_t source = 0; source < count; ++source) {
        if (drained.network[source] == 0 || above[source] == 1) {
            continue;
        }
        std::vector<std::uint64_t> line{source};
        for (;;) {
            const std::uint64_t next = flow_target(drained.codes, grid, line.back());
            if (next == count || drained.network[next] == 0) {
                break;
            }
            line.push_back(next);
            if (above[next] != 1) {
                break;
            }
        }
        if (line.size() < 2) {
            continue;
        }
        // The last cell may be a confluence. A confluence belongs to the stream below it.
        const std::uint64_t end = above[line.back()] > 1 ? line[line.size() - 2] : line.back();
        lines.streams.push_back({line.size(), source, end});
        for (const std::uint64_t cell : line) {
            const std::uint64_t row = cell / grid.width, column = cell % grid.width;
            lines.points.push_back({at.west + (static_cast<double>(column) + 0.5) * at.cell_x,
                                    at.north - (static_cast<double>(row) + 0.5) * at.cell_y});
        }
    }
    return lines;
}

/// The meaning of the coordinates in the file.
struct Written {
    /// Whether they are longitudes and latitudes of WGS84.
    bool degrees = false;
    /// The member `crs` with its comma, if the coordinates could not be converted and their system has an EPSG code.
    /// Empty otherwise.
    std::string crs;
};

/// Converts points to longitudes and latitudes of WGS84, unless they are in WGS84 already. If they cannot be converted,
/// calls `notice` with the reason.
Written to_degrees(Lines& lines, const std::optional<GeoReference>& georeference,
                   const std::function<void(const std::string&)>& notice) {
    const auto left = [&](const std::string& why) {
        notice("--streams: " + why + "; programs expect longitudes and latitudes in GeoJSON");
    };
    if (!georeference) {
        left("the DEM has no coordinates, so columns and rows are written");
        return {};
    }
    if (georeference->crs.empty() && has_own_crs(georeference->tags)) {
        left(
            "the coordinate system of the DEM has no code of EPSG, so coordinates are written in "
            "this system; convert the DEM to one with a code, with: gdalwarp -t_srs EPSG:... IN OUT");
        return {};
    }
    if (georeference->geographic && is_wgs84(georeference->crs)) {
        return {true, {}};
    }
    if (georeference->crs.empty()) {
        left(
            "the DEM does not name its coordinate system, so coordinates are written in this system; name it with: "
            "gdal_translate -a_srs EPSG:... IN OUT.tif");
        return {};
    }
    const auto proj = ProjLibrary::load();
    const auto moved = proj ? proj->to_longitude_latitude(georeference->crs, lines.points) : Result<void>(proj.error());
    if (moved) {
        // A unit of the last digit is about a tenth of a millimetre; the coordinates are less precise than that.
        constexpr double kDigits = 1e9;
        for (Point& point : lines.points) {
            point = {std::round(point[0] * kDigits) / kDigits, std::round(point[1] * kDigits) / kDigits};
        }
        return {true, {}};
    }
    const auto code = epsg_of(georeference->crs);
    left(fmt::format("coordinates are written in {}{}: {}", crs_name(georeference->crs),
                     code ? " (the member `crs` of the file names it)" : "", moved.error().message));
    return {false, code ? fmt::format("\"crs\": {{\"type\": \"name\", \"properties\": {{\"name\": "
                                      "\"urn:ogc:def:crs:EPSG::{}\"}}}}, ",
                                      *code)
                        : ""};
}

/// Cuts a line where it crosses the antimeridian and continues at the other side of the map: each part is a line of its
/// own (RFC 7946, section 3.1.9). Multiples of 360 degrees bring longitudes beyond 180 degrees into the range.
std::vector<std::vector<Point>> cut_at_antimeridian(std::span<const Point> line) {
    constexpr double kHalf = 180, kAll = 360;
    const auto within = [&](double longitude) {
        return std::abs(longitude) <= kHalf ? longitude : longitude - kAll * std::floor((longitude + kHalf) / kAll);
    };
    std::vector<std::vector<Point>> parts(1);
    for (const Point& point : line) {
        const Point next{within(point[0]), point[1]};
        if (!parts.back().empty() && std::abs(next[0] - parts.back().back()[0]) > kHalf) {
            const Point last = parts.back().back();
            const double side = last[0] > 0 ? kHalf : -kHalf;
            const double before = side - last[0], behind = next[0] + side;
            const double share = before + behind != 0 ? before / (before + behind) : 0;
            const double latitude = last[1] + share * (next[1] - last[1]);
            if (before != 0) {
                parts.back().push_back({side, latitude});
            }
            parts.emplace_back();
            if (behind != 0) {
                parts.back().push_back({-side, latitude});
            }
        }
        parts.back().push_back(next);
    }
    // A single point at the edge is not a line.
    std::erase_if(parts, [](const std::vector<Point>& part) { return part.size() < 2; });
    return parts;
}

void write_points(std::string& text, std::span<const Point> points) {
    for (std::size_t k = 0; k < points.size(); ++k) {
        text += fmt::format("{}[{}, {}]", k == 0 ? "" : ", ", points[k][0], points[k][1]);
    }
}

}  // namespace

Bytes streams_geojson(const TerrainGrid& grid, const Drainage& drained, const std::optional<GeoReference>& georeference,
                      const std::function<void(const std::string&)>& notice) {
    GeoReference columns_and_rows;
    columns_and_rows.west = columns_and_rows.north = -0.5;
    columns_and_rows.cell_y = -1;
    Lines lines = lines_of(grid, drained, georeference.value_or(columns_and_rows));
    const Written written = to_degrees(lines, georeference, notice);
    std::string text;
    text += fmt::format("{{\"type\": \"FeatureCollection\", {}\"features\": [", written.crs);
    std::span<const Point> rest = lines.points;
    for (std::size_t at = 0; at < lines.streams.size(); ++at) {
        const Lines::Stream& stream = lines.streams[at];
        const auto line = rest.first(stream.points);
        rest = rest.subspan(stream.points);
        const auto parts = written.degrees ? cut_at_antimeridian(line) : std::vector<std::vector<Point>>{};
        text += fmt::format(
            "{}{{\"type\": \"Feature\", \"properties\": {{\"order\": {}, \"accumulation\": {}}}, "
            "\"geometry\": {{\"type\": \"{}\", \"coordinates\": [",
            at == 0 ? "\n" : ",\n", drained.orders[stream.source],
            drained.with_sums([&](const auto& sums) { return fmt::to_string(sums[stream.end]); }),
            parts.size() > 1 ? "MultiLineString" : "LineString");
        if (parts.size() < 2) {
            write_points(text, parts.empty() ? line : std::span<const Point>(parts.front()));
        }
        for (std::size_t part = 0; part < parts.size() && parts.size() > 1; ++part) {
            text += fmt::format("{}[", part == 0 ? "" : ", ");
            write_points(text, parts[part]);
            text += ']';
        }
        text += "]}}";
    }
    text += "\n]}\n";
    const auto bytes = as_byte_span({text.data(), text.size()});
    return {bytes.begin(), bytes.end()};
}

}  // namespace vkalgo::cli

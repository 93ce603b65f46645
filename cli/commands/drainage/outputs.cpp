#include "cli/commands/drainage/outputs.hpp"

#include "cli/commands/drainage/streams.hpp"
#include "formats/convert.hpp"
#include "formats/rasters/files_beside.hpp"
#include "support/bad_usage.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

template <class T>
Array raster_of(const std::vector<T>& values, const TerrainGrid& grid) {
    const auto bytes = std::as_bytes(std::span(values));
    return {element_type_of<T>(), {grid.height, grid.width}, {bytes.begin(), bytes.end()}};
}

/// Returns f32 heights unchanged, and f64 heights minus the lowest height, rounded to f32. If the f64 heights
/// themselves were rounded to f32, their differences could be lost.
std::vector<float> relief_of(const Dem& dem) {
    if (dem.wide.empty()) {
        return dem.heights;
    }
    double lowest = std::numeric_limits<double>::infinity();
    for (const double height : dem.wide) {
        lowest = std::fmin(lowest, height);
    }
    std::vector<float> relief(dem.wide.size());
    std::transform(dem.wide.begin(), dem.wide.end(), relief.begin(),
                   [&](double height) { return static_cast<float>(height - lowest); });
    return relief;
}

}  // namespace

void DrainageOutputs::declare(Options& options) {
    options.group("Output");
    options.choice("--codes", codes, {"esri", "grass"}, "how directions are written and read");
    const std::vector<std::string_view> endings = raster_endings();
    const std::string formats = name_list(std::vector<std::string>(endings.begin(), endings.end()), "or");
    options.text("--output-directions", directions, "FILE", "write the directions: " + formats);
    options.text("--output-accumulation", accumulation, "FILE", "write the water of each cell: " + formats);
    options.text("--output-network", network, "FILE", "write 1 where the network is, else 0: " + formats);
    options.text(
        "--output-watersheds", watersheds, "FILE",
        "for each cell, write the number of its watershed, or 0 if it is in none: with --outlets the number of the "
        "point, from 1, otherwise 1 + row * columns + column of the cell where the water ends: " +
            formats);
    options.text("--output-filled", filled, "FILE", "write the surface without depressions: " + formats);
    options.text("--streams", streams, "FILE.geojson", "write the network as lines with Strahler's order");
    options.text("--picture", picture, "FILE.png", "draw the relief with the network on it");
}

Result<void> DrainageOutputs::check(const Session& session, std::span<const std::string> read) const {
    std::vector<std::pair<const char*, std::string>> written;
    const auto check = [&](const char* option, const std::optional<std::string>& path,
                           std::span<const std::string_view> endings) -> Result<void> {
        if (!path) {
            return {};
        }
        if (*path == "-") {
            return bad_usage(fmt::format(
                "{} - would write to standard output, which is not supported; give the name of a file", option));
        }
        VKALGO_CHECK(session.check_output(option, *path, endings));
        VKALGO_CHECK(check_not_input(option, *path, read));
        for (const auto& [other, name] : written) {
            VKALGO_CHECK(check_not_output(option, *path, other, name));
        }
        written.emplace_back(option, *path);
        return {};
    };
    const std::vector<std::string_view> rasters = raster_endings();
    VKALGO_CHECK(check("--output-directions", directions, rasters));
    VKALGO_CHECK(check("--output-accumulation", accumulation, rasters));
    VKALGO_CHECK(check("--output-network", network, rasters));
    VKALGO_CHECK(check("--output-watersheds", watersheds, rasters));
    VKALGO_CHECK(check("--output-filled", filled, rasters));
    VKALGO_CHECK(check("--streams", streams, std::array<std::string_view, 2>{".geojson", ".json"}));
    return check("--picture", picture, std::array<std::string_view, 1>{".png"});
}

Result<void> DrainageOutputs::write(const Dem& dem, const Drainage& drained, bool has_heights,
                                    const std::function<void(const std::string&)>& warn, Answer& answer) const {
    const auto raster = [&](const std::optional<std::string>& path, const auto& values,
                            std::optional<double> no_data) -> Result<void> {
        if (path) {
            VKALGO_TRY(Bytes bytes, encode_raster(*path, raster_of(values, dem.grid), dem.georeference, no_data));
            answer.output(*path, std::move(bytes));
            const bool text = dem.georeference && extension_of(*path) == ".asc";
            if (const std::string prj = text ? prj_text(*dem.georeference, *path, warn) : ""; !prj.empty()) {
                answer.output(prj_path(*path), prj);
            }
        }
        return {};
    };
    if (directions && codes == "grass") {
        std::vector<std::int16_t> written(drained.codes.size());
        std::transform(drained.codes.begin(), drained.codes.end(), written.begin(), flow_to_grass);
        VKALGO_CHECK(raster(directions, written, -128));
    } else if (directions) {
        std::vector<std::uint8_t> written(drained.codes.size());
        std::transform(drained.codes.begin(), drained.codes.end(), written.begin(), flow_to_esri);
        VKALGO_CHECK(raster(directions, written, 255));
    }
    VKALGO_CHECK(drained.with_sums([&](const auto& sums) { return raster(accumulation, sums, std::nullopt); }));
    VKALGO_CHECK(raster(network, drained.network, std::nullopt));
    VKALGO_CHECK(raster(watersheds, drained.labels, 0));
    VKALGO_CHECK(dem.wide.empty() ? raster(filled, drained.filled, std::nan(""))
                                  : raster(filled, drained.wide_filled, std::nan("")));
    if (streams) {
        answer.output(*streams, streams_geojson(dem.grid, drained, dem.georeference, warn));
    }
    if (picture) {
        const std::vector<float> relief = has_heights ? relief_of(dem) : std::vector<float>();
        VKALGO_TRY(Bytes drawn, terrain_picture(dem.grid, drained, relief));
        answer.output(*picture, std::move(drawn));
    }
    return {};
}

}  // namespace vkalgo::cli

#include "cli/commands/drainage/same_cells.hpp"

#include "formats/rasters/cell_order.hpp"
#include "formats/rasters/crs.hpp"
#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/geo_transform.hpp"
#include "formats/rasters/proj_library.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns whether a file names the coordinate system of its georeference.
bool names_crs(const GeoReference& georeference) {
    return !georeference.crs.empty() || has_own_crs(georeference.tags);
}

bool same_tags(const GeoReference& one, const GeoReference& other) {
    return std::equal(one.tags.begin(), one.tags.end(), other.tags.begin(), other.tags.end(),
                      [](const auto& a, const auto& b) { return a.tag == b.tag && a.data == b.data; });
}

/// Returns whether both georeferences are in the same coordinate system; nullopt if this cannot be known.
std::optional<bool> same_crs(const GeoReference& one, const GeoReference& other) {
    if (one.crs == other.crs && (!one.crs.empty() || same_tags(one, other))) {
        return true;
    }
    if (one.crs.empty() || other.crs.empty()) {
        return std::nullopt;
    }
    const auto code = epsg_of(one.crs), other_code = epsg_of(other.crs);
    if (code && other_code && *code == *other_code) {
        return true;
    }
    if (const auto proj = ProjLibrary::load()) {
        return proj->is_same(one.crs, other.crs);
    }
    return code && other_code ? std::optional(false) : std::nullopt;
}

std::string crs_text(const GeoReference& georeference) {
    if (georeference.crs.empty() && has_own_crs(georeference.tags)) {
        return "a coordinate system without a code of EPSG";
    }
    return georeference.crs.empty() && georeference.geographic ? "degrees" : crs_name(georeference.crs);
}

std::string georeference_text(const Dem& dem) {
    const GeoReference& georeference = *dem.georeference;
    return fmt::format(
        "{} of {}, each {:.10g} wide and {:.10g} high, with the north-west corner at x = {:.10g}, y = {:.10g}, in {}",
        plural(dem.grid.height, "row"), plural(dem.grid.width, "cell"), georeference.cell_x, georeference.cell_y,
        georeference.west, georeference.north, crs_text(georeference));
}

std::string order_text(const CellOrder& order) {
    return fmt::format("{}{}, {}", order.by_columns ? "by columns, " : "",
                       order.from_south ? "from south to north" : "from north to south",
                       order.from_east ? "from east to west" : "from west to east");
}

/// Returns the transform with its western edge moved by a multiple of 360 degrees, to within 180 degrees of that of
/// `other`.
GeoTransform turned_next_to(GeoTransform transform, const GeoTransform& other) {
    constexpr double kTurn = 360;
    transform[0] += kTurn * std::round((other[0] - transform[0]) / kTurn);
    return transform;
}

Result<void> check_georeferences(const Dem& dem, const std::string& dem_name, const Dem& raster,
                                 const std::string& name, const std::function<void(const std::string&)>& notice) {
    const GeoReference& georeference = *dem.georeference;
    GeoTransform other = transform_of(*raster.georeference);
    if (georeference.geographic && raster.georeference->geographic) {
        other = turned_next_to(other, transform_of(georeference));
    }
    const auto same = same_crs(georeference, *raster.georeference);
    // A georeference that names no coordinate system may be in any system.
    const bool other_units = georeference.geographic != raster.georeference->geographic &&
                             !(georeference.geographic ? *raster.georeference : georeference).crs.empty();
    if (same == false || other_units ||
        !cells_coincide(transform_of(georeference), other, dem.grid.height, dem.grid.width)) {
        // Without -t_srs, gdalwarp would keep the coordinate system of IN.
        const bool converts = same != true && names_crs(*raster.georeference);
        const auto code = converts ? epsg_of(georeference.crs) : std::nullopt;
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "'{}' does not have the cells of '{}': the former has {}, but the latter has {}; resample the former "
                "with: gdalwarp {}-te {:.10g} {:.10g} {:.10g} {:.10g} -ts {} {} IN OUT",
                name, dem_name, georeference_text(raster), georeference_text(dem),
                code ? fmt::format("-t_srs EPSG:{} ", *code) : "", georeference.west,
                georeference.north - dem.grid.height * georeference.cell_y,
                georeference.west + dem.grid.width * georeference.cell_x, georeference.north, dem.grid.width,
                dem.grid.height),
            name};
    }
    if (!same && names_crs(georeference) && names_crs(*raster.georeference)) {
        const bool described = georeference.crs.empty() || raster.georeference->crs.empty();
        notice(fmt::format(
            "'{}' is in {} and '{}' in {}; {}", name, crs_text(*raster.georeference), dem_name, crs_text(georeference),
            described ? "vkalgo did not check whether these are the same; make sure that they are"
                      : "vkalgo did not check whether these are the same, since this machine has no PROJ or its PROJ "
                        "does not know them; make sure that they are"));
    }
    return {};
}

}  // namespace

Result<void> lay_on(const Dem& dem, const std::string& dem_name, Dem& raster, const std::string& name,
                    const std::function<void(const std::string&)>& notice) {
    const bool takes_order = dem.georeference && !raster.georeference,
               gives_order = !dem.georeference && raster.georeference;
    if ((takes_order && dem.order.by_columns) || (gives_order && raster.order.by_columns)) {
        std::swap(raster.grid.width, raster.grid.height);
    }
    if (raster.grid.width != dem.grid.width || raster.grid.height != dem.grid.height) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' has {} of {}, but '{}' has {} of {}; give a raster with the same cells", name,
                                 plural(raster.grid.height, "row"), plural(raster.grid.width, "cell"), dem_name,
                                 plural(dem.grid.height, "row"), plural(dem.grid.width, "cell")),
                     name};
    }
    if (dem.georeference && raster.georeference) {
        return check_georeferences(dem, dem_name, raster, name, notice);
    }
    const CellOrder& order = takes_order ? dem.order : raster.order;
    if ((takes_order || gives_order) && !order.is_usual()) {
        notice(fmt::format("'{}' has no coordinates; vkalgo assumes that its cells are in the order of '{}', {}",
                           takes_order ? name : dem_name, takes_order ? dem_name : name, order_text(order)));
        const auto turn = [&](auto& cells) {
            takes_order ? to_usual_order(cells, dem.grid.width, dem.grid.height, order)
                        : to_file_order(cells, raster.order.by_columns ? dem.grid.height : dem.grid.width,
                                        raster.order.by_columns ? dem.grid.width : dem.grid.height, order);
        };
        turn(raster.heights);
        turn(raster.wide);
    }
    return {};
}

}  // namespace vkalgo::cli

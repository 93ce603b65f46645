#include "formats/rasters/files_beside.hpp"

#include "formats/number_text.hpp"
#include "formats/rasters/cell_order.hpp"
#include "formats/rasters/crs.hpp"
#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/proj_library.hpp"
#include "formats/rasters/tiff_mask.hpp"
#include "formats/source.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

std::string in_case(std::string text, bool upper) {
    for (char& letter : text) {
        if (upper && letter >= 'a' && letter <= 'z') {
            letter = static_cast<char>(letter - 32);
        } else if (!upper && letter >= 'A' && letter <= 'Z') {
            letter = static_cast<char>(letter + 32);
        }
    }
    return text;
}

bool is_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// Splits a raster's name, without a final ".gz", into the part before its ending and the ending without its dot.
std::pair<std::string, std::string> parts_of(const std::string& name) {
    const bool packed = in_case(name, false).ends_with(".gz");
    const std::string path = packed ? name.substr(0, name.size() - 3) : name;
    const std::size_t slash = path.rfind('/');
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) {
        return {path, ""};
    }
    return {path.substr(0, dot), path.substr(dot + 1)};
}

/// Returns the file whose name is the raster's with one of these endings, in lower or upper case. Empty if no such file
/// exists.
std::string file_instead(const std::string& name, const std::vector<std::string>& endings) {
    const std::string base = parts_of(name).first;
    for (const std::string& ending : endings) {
        for (const bool upper : {false, true}) {
            if (std::string path = base + "." + in_case(ending, upper); is_file(path)) {
                return path;
            }
        }
    }
    return {};
}

/// Returns the content of a small file. Refuses a file of more than 16 MiB, since files of these kinds are small.
Result<std::string> small_text(const std::string& path) {
    constexpr std::uint64_t kMax = 16 << 20;
    InputLimits limits;
    limits.unsized = limits.memory = kMax;
    VKALGO_TRY(const Bytes bytes, read_file(path, limits));
    return std::string(as_text(bytes));
}

Result<std::optional<double>> number_of(const std::string& words, const char* what, const std::string& file) {
    if (words.empty()) {
        return std::optional<double>();
    }
    double value = 0;
    if (!read_decimal(words, value)) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}': {} is '{}', which is not a number; correct it, or remove the file", file, what,
                                 excerpt(words)),
                     file};
    }
    return std::optional(value);
}

std::vector<std::string> world_endings(const std::string& name) {
    const std::string ending = parts_of(name).second;
    std::vector<std::string> endings;
    if (ending.size() >= 3) {
        endings.push_back(fmt::format("{}{}w", ending.front(), ending.back()));
    }
    if (!ending.empty()) {
        endings.push_back(ending + "w");
    }
    endings.emplace_back("wld");
    return endings;
}

Result<void> take_mask(Dem& dem, const std::string& name, const InputSettings& settings) {
    const std::string path = name + ".msk";
    if (!is_file(path)) {
        return {};
    }
    VKALGO_TRY(const Bytes bytes, read_file(path, settings.limits));
    std::uint32_t columns = dem.grid.width, rows = dem.grid.height;
    if (dem.order.by_columns) {
        std::swap(columns, rows);
    }
    VKALGO_TRY(std::vector<std::uint8_t> mask, read_tiff_mask(as_text(bytes), path, columns, rows));
    to_usual_order(mask, dem.grid.width, dem.grid.height, dem.order);
    mask_heights(mask, dem);
    return {};
}

Result<void> name_what_is_not_taken(const AuxFacts& aux, const std::string& name, const InputSettings& settings) {
    std::vector<std::string> facts;
    const auto add = [&](bool said, const char* what) {
        if (said) {
            facts.emplace_back(what);
        }
    };
    add(aux.transform.has_value(), "coordinates");
    add(aux.scale.value_or(1) != 1, "a scale");
    add(aux.offset.value_or(0) != 0, "an offset");
    add(aux.no_data.has_value(), "a number for no data");
    if (!facts.empty()) {
        settings.notice(
            fmt::format("vkalgo ignores these facts about '{2}' in '{0}': {1}; write them into the raster, with: "
                        "gdal_translate -of GTiff IN OUT",
                        aux.file, fmt::join(facts, ", "), name));
    }
    return {};
}

}  // namespace

Result<AuxFacts> read_aux_beside(const std::string& name, const InputSettings& settings) {
    AuxFacts facts;
    facts.file = is_file(name + ".aux.xml") ? name + ".aux.xml" : "";
    if (facts.file.empty()) {
        return facts;
    }
    VKALGO_TRY(const std::string text, small_text(facts.file));
    const AuxWords words = read_aux_xml(text);
    facts.crs = words.crs;
    VKALGO_TRY(facts.scale, number_of(words.band.scale, "Scale", facts.file));
    VKALGO_TRY(facts.offset, number_of(words.band.offset, "Offset", facts.file));
    VKALGO_TRY(facts.no_data, number_of(words.band.no_data, "NoDataValue", facts.file));
    if (!words.transform.empty()) {
        std::string_view rest = words.transform;
        facts.transform.emplace();
        for (double& number : *facts.transform) {
            const std::size_t first = std::min(rest.find_first_not_of(", \t\r\n"), rest.size());
            const std::size_t end = std::min(rest.find_first_of(", \t\r\n", first), rest.size());
            VKALGO_TRY(const auto value,
                       number_of(std::string(rest.substr(first, end - first)), "GeoTransform", facts.file));
            if (!value) {
                return Error{ErrorCode::invalid_argument,
                             fmt::format("'{}': GeoTransform has fewer than 6 numbers; correct it, or remove the file",
                                         facts.file),
                             facts.file};
            }
            number = *value;
            rest.remove_prefix(end);
        }
    }
    if (words.has_control_points) {
        settings.notice(
            fmt::format("'{}' has ground control points, which are ignored; convert the raster with: "
                        "gdalwarp IN OUT",
                        facts.file));
    }
    return facts;
}

Result<WorldFile> read_world_beside(const std::string& name, const InputSettings& /*settings*/) {
    WorldFile world;
    world.file = file_instead(name, world_endings(name));
    if (world.file.empty()) {
        return world;
    }
    VKALGO_TRY(const std::string content, small_text(world.file));
    MeshText text(content, world.file);
    std::array<double, 6> lines{};
    for (double& line : lines) {
        const std::string_view word = text.word_below();
        if (const std::string wrong =
                word.empty() ? "a world file must have six numbers; correct or remove it" : read_coordinate(word, line);
            !wrong.empty()) {
            return text.wrong(wrong);
        }
    }
    const auto& [column_x, column_y, row_x, row_y, centre_x, centre_y] = lines;
    world.transform = {centre_x - (column_x + row_x) / 2, column_x, row_x,
                       centre_y - (column_y + row_y) / 2, column_y, row_y};
    return world;
}

std::string prj_path(const std::string& name) {
    return parts_of(name).first + ".prj";
}

std::string prj_text(const GeoReference& georeference, const std::string& name,
                     const std::function<void(const std::string&)>& notice) {
    if (kind_of_wkt(georeference.crs) != CrsKind::unknown) {
        return georeference.crs + "\n";
    }
    if (georeference.geographic && is_wgs84(georeference.crs) && !has_own_crs(georeference.tags)) {
        return "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
               "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]\n";
    }
    std::string why = "the raster describes the system only by parameters";
    if (!georeference.crs.empty()) {
        const auto proj = ProjLibrary::load();
        const auto wkt = proj ? proj->esri_wkt(georeference.crs) : std::nullopt;
        if (wkt) {
            return *wkt + "\n";
        }
        why = proj ? "PROJ does not know the system" : proj.error().message;
    }
    if (!georeference.crs.empty() || has_own_crs(georeference.tags)) {
        notice(fmt::format("'{}' is written without a .prj file for its coordinate system: {}", name, why));
    }
    return {};
}

Result<void> take_crs(const std::string& crs, const std::string& name, GeoReference& georeference) {
    georeference.crs = crs;
    switch (kind_of_wkt(crs)) {
        case CrsKind::degrees: {
            constexpr double kDegree = 0.017453292519943295;
            if (std::abs(radians_of_wkt(crs).value_or(kDegree) - kDegree) > 1e-6) {
                return bad_dem(
                    name,
                    "has coordinates in angles that are not degrees; convert it with: gdalwarp -t_srs EPSG:4326 "
                    "IN OUT");
            }
            georeference.geographic = true;
            break;
        }
        case CrsKind::projected:
            georeference.geographic = false;
            break;
        case CrsKind::unknown:
            // The kind of a system is known only for the common codes of longitude and latitude.
            georeference.geographic = georeference.geographic || is_code_of_degrees(crs);
            break;
    }
    return {};
}

Result<void> take_files_beside(Dem& dem, const std::string& name, bool takes_aux, const InputSettings& settings) {
    VKALGO_CHECK(take_mask(dem, name, settings));
    if (!takes_aux) {
        VKALGO_TRY(const AuxFacts aux, read_aux_beside(name, settings));
        VKALGO_CHECK(name_what_is_not_taken(aux, name, settings));
        if (dem.georeference && dem.georeference->crs.empty() && !aux.crs.empty()) {
            VKALGO_CHECK(take_crs(aux.crs, name, *dem.georeference));
        }
    }
    // Any tags of a GeoTIFF take precedence over a .prj beside it.
    const std::string prj = dem.georeference && dem.georeference->tags.empty() && dem.georeference->crs.empty() &&
                                    !dem.georeference->geographic
                                ? file_instead(name, {"prj"})
                                : "";
    if (prj.empty()) {
        return {};
    }
    VKALGO_TRY(const std::string text, small_text(prj));
    const std::string crs = crs_of_prj(text);
    if (crs.empty()) {
        settings.notice(
            fmt::format("'{}' does not name a known coordinate system, and is ignored; write the system "
                        "as WKT, with: gdalsrsinfo -o wkt1 ...",
                        prj));
        return {};
    }
    return take_crs(crs, name, *dem.georeference);
}

}  // namespace vkalgo::formats

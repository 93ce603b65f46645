#include "formats/rasters/geo_keys.hpp"

#include "formats/rasters/crs.hpp"
#include "formats/rasters/proj_library.hpp"
#include "formats/rasters/tiff_file.hpp"

#include <cstring>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::uint16_t kModelProjected = 1, kUserDefined = 32767;
constexpr std::uint16_t kProjectedCrsKey = 3072, kProjectedCitationKey = 3073, kProjectionKey = 3074;
constexpr std::uint16_t kLinearUnitsKey = 3076, kMetres = 9001;
constexpr std::uint16_t kCitations[] = {1026, kProjectedCitationKey, 2049};
constexpr std::string_view kEnd("|\0", 2);
constexpr std::string_view kEsriText = "ESRI PE String = ";

/// Returns the text of a key from GeoAsciiParams.
std::string_view geo_text(const std::vector<GeoReference::TiffTag>& tags, std::uint16_t key) {
    std::string_view texts;
    std::vector<std::uint16_t> words;
    for (const auto& tag : tags) {
        if (tag.tag == kGeoAsciiParams && tag.type == TIFF_ASCII) {
            texts = as_text(tag.data);
        } else if (tag.tag == kGeoKeyDirectory && tag.type == TIFF_SHORT) {
            words.resize(tag.data.size() / 2);
            std::memcpy(words.data(), tag.data.data(), words.size() * 2);
        }
    }
    for (std::size_t at = 4; at + 4 <= words.size(); at += 4) {
        if (words[at] == key && words[at + 1] == kGeoAsciiParams && words[at + 3] < texts.size()) {
            const std::string_view text = texts.substr(words[at + 3], words[at + 2]);
            return text.substr(0, text.find_last_not_of(kEnd) + 1);
        }
    }
    return {};
}

/// Returns "EPSG:N" for the UTM zone, in metres, of a projection code: 16001 to 16060 in the north, 16101 to 16160 in
/// the south. Empty for other codes, and where utm_crs() is empty.
std::string utm_of(std::uint16_t projection, std::uint16_t geographic) {
    const bool north = projection / 100 == 160, south = projection / 100 == 161;
    return north || south ? utm_crs(geographic, projection % 100U, south) : "";
}

template <class T>
GeoReference::TiffTag tag_of(std::uint16_t number, TIFFDataType type, std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return {number,
            static_cast<std::uint16_t>(type),
            static_cast<std::uint32_t>(values.size()),
            {bytes.begin(), bytes.end()}};
}

}  // namespace

std::string crs_of_geo_keys(const std::vector<GeoReference::TiffTag>& tags) {
    const auto model = geo_key(tags, kModelTypeKey);
    const auto projected = geo_key(tags, kProjectedCrsKey), geographic = geo_key(tags, kGeodeticCrsKey);
    const auto is_code = [](std::optional<std::uint16_t> code) {
        return code && *code >= 1024 && *code < kUserDefined;
    };
    if (model != kGeographic && is_code(projected)) {
        return fmt::format("EPSG:{}", *projected);
    }
    if (model == kGeographic && is_code(geographic)) {
        return fmt::format("EPSG:{}", *geographic);
    }
    for (const std::uint16_t key : kCitations) {
        if (const std::string_view text = geo_text(tags, key); text.starts_with(kEsriText)) {
            return std::string(text.substr(kEsriText.size()));
        }
    }
    const bool metres = geo_key(tags, kLinearUnitsKey).value_or(kMetres) == kMetres;
    return model == kModelProjected && metres
               ? utm_of(geo_key(tags, kProjectionKey).value_or(0), geographic.value_or(kUserDefined))
               : "";
}

bool has_own_crs(const std::vector<GeoReference::TiffTag>& tags) {
    return geo_key(tags, kProjectedCrsKey) == kUserDefined || geo_key(tags, kGeodeticCrsKey) == kUserDefined;
}

std::vector<GeoReference::TiffTag> geo_keys_of(const std::string& crs, bool geographic) {
    if (crs.empty() && !geographic) {
        return {};
    }
    const auto directory = [](const std::vector<std::uint16_t>& words) {
        return tag_of<std::uint16_t>(kGeoKeyDirectory, TIFF_SHORT, words);
    };
    const std::uint16_t model = geographic ? kGeographic : kModelProjected;
    const std::uint16_t key = geographic ? kGeodeticCrsKey : kProjectedCrsKey;
    const auto code = geographic && is_wgs84(crs) ? std::optional<unsigned>(kWgs84) : epsg_of(crs);
    if (code && *code < kUserDefined) {
        return {directory({1, 1, 0, 3,                          //
                           kModelTypeKey, 0, 1, model,          //
                           kRasterTypeKey, 0, 1, kPixelIsArea,  //
                           key, 0, 1, static_cast<std::uint16_t>(*code)})};
    }
    if (code || kind_of_wkt(crs) == CrsKind::unknown) {
        return {};
    }
    std::string text = std::string(kEsriText) + crs + "|";
    // GDAL reads at most this many bytes of a citation. ESRI's form of a WKT is shorter than others.
    constexpr std::size_t kMaxText = 2400;
    if (text.size() >= kMaxText) {
        const auto proj = ProjLibrary::load();
        const auto wkt = proj ? proj->esri_wkt(crs) : std::nullopt;
        text = wkt ? std::string(kEsriText) + *wkt + "|" : text;
    }
    if (text.size() >= UINT16_MAX) {
        return {};
    }
    return {directory({1, 1, 0, 3,                          //
                       kModelTypeKey, 0, 1, kUserDefined,   //
                       kRasterTypeKey, 0, 1, kPixelIsArea,  //
                       kProjectedCitationKey, kGeoAsciiParams, static_cast<std::uint16_t>(text.size()), 0}),
            tag_of<char>(kGeoAsciiParams, TIFF_ASCII, std::span(text.c_str(), text.size() + 1))};
}

}  // namespace vkalgo::formats

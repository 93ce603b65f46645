#include "formats/rasters/crs.hpp"

#include "formats/rasters/geo_keys.hpp"
#include "formats/rasters/tiff_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

using namespace formats;

struct KnownZone {
    const char* datum;
    unsigned geographic, zone;
    bool south;
    const char* crs;
};

/// The codes are those of the EPSG registry. Some zones have none: 26929 is Alabama East, and 26723 does not exist.
constexpr KnownZone kKnownZones[] = {{"WGS84", 4326, 1, false, "EPSG:32601"},
                                     {"WGS84", 4326, 60, true, "EPSG:32760"},
                                     {"WGS84", 4326, 0, false, ""},
                                     {"WGS84", 4326, 61, false, ""},
                                     {"WGS72", 4322, 60, false, "EPSG:32260"},
                                     {"WGS72", 4322, 1, true, "EPSG:32301"},
                                     {"NAD83", 4269, 1, false, "EPSG:26901"},
                                     {"NAD83", 4269, 23, false, "EPSG:26923"},
                                     {"NAD83", 4269, 24, false, "EPSG:9712"},
                                     {"NAD83", 4269, 25, false, ""},
                                     {"NAD83", 4269, 29, false, ""},
                                     {"NAD83", 4269, 58, false, ""},
                                     {"NAD83", 4269, 59, false, "EPSG:3372"},
                                     {"NAD83", 4269, 60, false, "EPSG:3373"},
                                     {"NAD83", 4269, 1, true, ""},
                                     {"NAD27", 4267, 22, false, "EPSG:26722"},
                                     {"NAD27", 4267, 23, false, ""},
                                     {"NAD27", 4267, 60, false, "EPSG:3371"},
                                     {"ETRS89", 4258, 27, false, ""},
                                     {"ETRS89", 4258, 28, false, "EPSG:25828"},
                                     {"ETRS89", 4258, 38, false, "EPSG:25838"},
                                     {"ETRS89", 4258, 39, false, ""}};

/// Returns GeoTIFF's keys of a projected system by its geographic system and its projection.
std::vector<GeoReference::TiffTag> keys_of(unsigned geographic, unsigned projection) {
    const std::vector<std::uint16_t> words = {1,    1, 0, 3,                                       //
                                              1024, 0, 1, 1,                                       // projected
                                              2048, 0, 1, static_cast<std::uint16_t>(geographic),  //
                                              3074, 0, 1, static_cast<std::uint16_t>(projection)};
    const auto bytes = std::as_bytes(std::span(words));
    return {{kGeoKeyDirectory, TIFF_SHORT, static_cast<std::uint32_t>(words.size()), {bytes.begin(), bytes.end()}}};
}

TEST(Crs, APrjFileNamesOnlyUtmZonesThatEpsgHas) {
    for (const KnownZone& known : kKnownZones) {
        const std::string text = fmt::format("Projection UTM\nZone {}{}\nDatum {}\nUnits METERS\n",
                                             known.south ? "-" : "", known.zone, known.datum);
        EXPECT_EQ(crs_of_prj(text), known.crs) << text;
    }
}

TEST(Crs, GeoKeysNameOnlyUtmZonesThatEpsgHas) {
    for (const KnownZone& known : kKnownZones) {
        const unsigned projection = (known.south ? 16100 : 16000) + known.zone;
        EXPECT_EQ(crs_of_geo_keys(keys_of(known.geographic, projection)), known.crs)
            << known.datum << " " << projection;
    }
    EXPECT_EQ(crs_of_geo_keys(keys_of(4283, 16055)), "") << "another geographic system";
}

}  // namespace
}  // namespace vkalgo::test

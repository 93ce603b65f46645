#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Coordinate systems as text that PROJ reads: "EPSG:32632" or WKT. The text is empty if a file does not name its
/// system, or names it in a form that is not read.
namespace vkalgo::formats {

/// The kind of system in a WKT of version 1 or 2, ESRI's WKT included. `degrees` stands for longitude and latitude,
/// also in another unit of angles (radians_of_wkt).
enum class CrsKind { unknown, degrees, projected };
CrsKind kind_of_wkt(std::string_view wkt);

/// Returns the angle unit of a geographic system in WKT, in radians; nullopt if the WKT does not give it.
std::optional<double> radians_of_wkt(std::string_view wkt);

/// Returns the EPSG code of the whole system; nullopt if the text has none.
std::optional<unsigned> epsg_of(std::string_view crs);

/// Returns true if the text has the EPSG code of a common system of longitude and latitude. Returns false for every
/// other code, whatever its system: the number alone does not show whether a system is geographic or projected.
bool is_code_of_degrees(std::string_view crs);

/// Returns "EPSG:N" for a UTM zone, in metres, of the geographic system with this EPSG code. Empty if EPSG has no such
/// zone, and for other geographic systems than those of WGS84, WGS72, NAD83, NAD27 and ETRS89.
std::string utm_crs(unsigned geographic, unsigned zone, bool south);

/// Returns true for longitudes and latitudes of WGS84. Empty text (degrees without a named system) counts as WGS84.
bool is_wgs84(std::string_view crs);

/// Returns the system's name in messages: "EPSG:32632" if the text has a code, else the name in the WKT. Returns the
/// first 40 bytes of other text, and "an unknown coordinate system" if the text is empty.
std::string crs_name(std::string_view crs);

/// Returns the system that a .prj file names. WKT, and text that starts with "EPSG:", is returned as it is. ESRI's old
/// form, with a key and its value per line, becomes an EPSG code if it is geographic or UTM of one of the common
/// datums. Empty for any other content.
std::string crs_of_prj(std::string_view text);

}  // namespace vkalgo::formats

#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Coordinate systems as text that PROJ reads: "EPSG:32632" or WKT. Empty: the file does not name the system.
namespace vkalgo::formats {

/// The kind of system in a WKT of version 1 or 2, ESRI's WKT included.
enum class CrsKind { unknown, degrees, projected };
CrsKind kind_of_wkt(std::string_view wkt);

/// Returns the angle unit of a geographic system in WKT, in radians; nullopt if the WKT does not give it.
std::optional<double> radians_of_wkt(std::string_view wkt);

/// Returns the EPSG code of the whole system; nullopt if the text has none.
std::optional<unsigned> epsg_of(std::string_view crs);

/// Returns true if the EPSG code is that of one of the common systems of longitude and latitude. (The codes of other
/// geographic systems are mixed with codes of projected systems.)
bool is_code_of_degrees(std::string_view crs);

/// Returns true for longitudes and latitudes of WGS84. Empty text (degrees without a named system) counts as WGS84.
bool is_wgs84(std::string_view crs);

/// Returns the system's name in messages: "EPSG:32632", the name in the WKT, or "an unknown coordinate system".
std::string crs_name(std::string_view crs);

/// Returns the system of a .prj file. ESRI's old form, with lines of keys and values, becomes an EPSG code if it is
/// geographic or UTM. Empty for any other content.
std::string crs_of_prj(std::string_view text);

}  // namespace vkalgo::formats

#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Coordinate systems, as text that PROJ takes: "EPSG:32632" or WKT. Empty: a file does not say which it is.
namespace vkalgo::formats {

/// What WKT holds, of versions 1 and 2, those of ESRI among them.
enum class CrsKind { unknown, degrees, projected };
CrsKind kind_of_wkt(std::string_view wkt);

/// How many radians the unit of the angles of a geographic system of WKT has; none where it does not say.
std::optional<double> radians_of_wkt(std::string_view wkt);

/// The EPSG code of the system as a whole; none where it does not say one.
std::optional<unsigned> epsg_of(std::string_view crs);

/// Is it the code of one of the common systems of longitudes and latitudes? (Others have no numbers of their own: among
/// them are projected ones.)
bool is_code_of_degrees(std::string_view crs);

/// Are these longitudes and latitudes of WGS84? Degrees of no named system are taken for such.
bool is_wgs84(std::string_view crs);

/// What messages call it: "EPSG:32632", the name in WKT, or "an unknown coordinate system".
std::string crs_name(std::string_view crs);

/// What a .prj file says. Those of ESRI's old kind, with lines of keys and values, become a code where they are of
/// degrees or UTM. Empty for what is neither.
std::string crs_of_prj(std::string_view text);

}  // namespace vkalgo::formats

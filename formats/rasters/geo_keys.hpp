#pragma once

#include "formats/rasters/dem.hpp"

#include <string>
#include <vector>

/// The keys of GeoTIFF (OGC 19-008) that name a coordinate system.
namespace vkalgo::formats {

/// Returns the coordinate reference system that the keys name: "EPSG:N" if they give an EPSG code or a UTM zone in
/// metres, or the WKT that ESRI's programs write into a citation. Empty if the keys give only parameters of a system,
/// or no system.
std::string crs_of_geo_keys(const std::vector<GeoReference::TiffTag>& tags);

/// Returns true if the keys describe a system by its parameters.
bool has_own_crs(const std::vector<GeoReference::TiffTag>& tags);

/// Returns tags that name a system: by its code or, without a code, by WKT. GDAL and ESRI's programs look for the WKT
/// in the citation of a projected system of a user-defined model. So the WKT is written there, even if the coordinates
/// are degrees. With an empty `crs`: degrees of WGS84 if `geographic`, else no tags. Also no tags if `crs` is neither a
/// code below 32767 nor a WKT of less than 64 KiB.
std::vector<GeoReference::TiffTag> geo_keys_of(const std::string& crs, bool geographic);

}  // namespace vkalgo::formats

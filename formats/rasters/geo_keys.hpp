#pragma once

#include "formats/rasters/dem.hpp"

#include <string>
#include <vector>

/// The keys of GeoTIFF (OGC 19-008) that name a coordinate system.
namespace vkalgo::formats {

/// The system that keys name by a code of EPSG, or by ESRI's WKT in a citation; empty where they describe one of their
/// own, or none.
std::string crs_of_geo_keys(const std::vector<GeoReference::TiffTag>& tags);

/// Do keys describe a system of their own, by its parameters?
bool has_own_crs(const std::vector<GeoReference::TiffTag>& tags);

/// Tags that name a system: by its code, or else by WKT in the citation of a projected system, of a model that is
/// user-defined, where GDAL and ESRI's programs look for it, degrees too. Empty `crs`: degrees of WGS84 where
/// `geographic`, else no tags.
std::vector<GeoReference::TiffTag> geo_keys_of(const std::string& crs, bool geographic);

}  // namespace vkalgo::formats

#pragma once

#include <optional>
#include <string>
#include <string_view>

/// The XML that GDAL writes about a raster: within a GeoTIFF (tag 42112), and in a file .aux.xml beside any raster.
namespace vkalgo::formats {

/// The meaning of the first band's numbers, as text; empty if not given.
struct BandWords {
    std::string scale, offset, no_data;
    /// NODATA_VALUES of the data set, one number per band; nullopt if the item is missing.
    std::optional<std::string> no_data_values = {};
};

/// The content of an .aux.xml.
struct AuxWords {
    BandWords band;
    /// WKT, or a name such as EPSG:4326.
    std::string crs;
    /// Six numbers separated by commas, as GDAL's GeoTransform.
    std::string transform;
    bool has_control_points = false;
};

/// Reads a number, with or without blanks around it, also "nan" and "-inf": the nearest double, infinite if the number
/// is too large. Returns false if the text is not a number.
bool read_decimal(std::string_view text, double& value);

BandWords read_gdal_metadata(std::string_view xml);
AuxWords read_aux_xml(std::string_view xml);

}  // namespace vkalgo::formats

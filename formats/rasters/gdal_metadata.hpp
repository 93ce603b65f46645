#pragma once

#include <optional>
#include <string>
#include <string_view>

/// What GDAL writes of a raster as XML: within a GeoTIFF (tag 42112), and in a file .aux.xml beside any raster.
namespace vkalgo::formats {

/// What is said of the numbers of the first band, as text; empty where nothing is.
struct BandWords {
    std::string scale, offset, no_data;
    /// NODATA_VALUES of the data set, a number per band; none where there is no such item
    std::optional<std::string> no_data_values = {};
};

/// What an .aux.xml says.
struct AuxWords {
    BandWords band;
    /// WKT, or a name such as EPSG:4326
    std::string crs;
    /// six numbers with commas between them, as GDAL's GeoTransform
    std::string transform;
    bool has_control_points = false;
};

/// Reads a number between blanks, "nan" and "-inf" among them: the nearest double, infinite where it is too large.
/// False for what is no number.
bool read_decimal(std::string_view text, double& value);

BandWords read_gdal_metadata(std::string_view xml);
AuxWords read_aux_xml(std::string_view xml);

}  // namespace vkalgo::formats

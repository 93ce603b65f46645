#pragma once

#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/netcdf_header.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The meaning of NetCDF attributes by the conventions of CF and the NetCDF Users' Guide.
namespace vkalgo::formats {

using Notice = std::function<void(const std::string&)>;

/// Returns an attribute's text in lower case, without blanks, line breaks and NUL characters at its ends; empty if it
/// is missing or is numbers.
std::string netcdf_word(const NetcdfVariable& variable, std::string_view name);
/// Returns an attribute's numbers; empty if it is missing or text that is not a number.
std::vector<double> netcdf_attribute(const NetcdfVariable& variable, std::string_view name);

/// The meaning of a coordinate variable, from its attributes (CF, chapter 4).
struct NetcdfAxis {
    /// 'x' eastwards, 'y' northwards, 0: not given.
    char direction = 0;
    /// Whether the coordinates are degrees of longitude or latitude.
    bool degrees = false;
    /// The unit in lower case, and its length in metres if it is the metre or the kilometre.
    std::string unit;
    std::optional<double> metres;
};
NetcdfAxis netcdf_axis(const NetcdfVariable& variable);

/// Returns the meaning of a grid's numbers: type, no_data, scale and offset. Reports what is ignored in a notice.
CellValues netcdf_values(const NetcdfVariable& variable, const std::string& name, const Notice& notice);

/// The smallest and the largest valid number (valid_range, valid_min, valid_max), as they are in the file. Smaller and
/// larger numbers mean no data.
struct ValidRange {
    double least = 0, most = 0;
};
std::optional<ValidRange> netcdf_valid_range(const NetcdfVariable& variable, const CellValues& values);

/// Returns the coordinate system that a grid names (CF, section 5.6), as WKT or a code of EPSG. Empty if it names no
/// system. Also empty, with a notice, if it describes another system than longitude and latitude only by parameters.
std::string netcdf_crs(const NetcdfFile& file, const NetcdfVariable& variable, const std::string& name,
                       const Notice& notice);

}  // namespace vkalgo::formats

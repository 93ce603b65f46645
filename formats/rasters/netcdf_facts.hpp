#pragma once

#include "formats/rasters/dem_format.hpp"
#include "formats/rasters/netcdf_header.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What attributes of NetCDF mean by the conventions of CF and the NetCDF Users' Guide.
namespace vkalgo::formats {

using Notice = std::function<void(const std::string&)>;

/// A text in small letters, without blanks and zeros at its ends; empty where it is not there or numbers.
std::string netcdf_word(const NetcdfVariable& variable, std::string_view name);
/// Numbers; none where it is text or not there.
std::vector<double> netcdf_attribute(const NetcdfVariable& variable, std::string_view name);

/// What a variable of coordinates says of itself (CF, chapter 4).
struct NetcdfAxis {
    /// 'x' eastwards, 'y' northwards, 0: it does not say
    char direction = 0;
    /// of longitude or latitude
    bool degrees = false;
    /// as it is written, and how many metres it has, if it is one of length
    std::string unit;
    std::optional<double> metres;
};
NetcdfAxis netcdf_axis(const NetcdfVariable& variable);

/// What the numbers of a grid mean: type, no_data, scale and offset. What is not taken is named.
CellValues netcdf_values(const NetcdfVariable& variable, const std::string& name, const Notice& notice);

/// The numbers that count (valid_range, valid_min, valid_max), as they lie in the file; others are no data.
struct ValidRange {
    double least = 0, most = 0;
};
std::optional<ValidRange> netcdf_valid_range(const NetcdfVariable& variable, const CellValues& values);

/// The coordinate system that a grid names (CF, section 5.6), by WKT or a code of EPSG. Empty for none, and with a
/// notice for one that is said by its parameters alone.
std::string netcdf_crs(const NetcdfFile& file, const NetcdfVariable& variable, const std::string& name,
                       const Notice& notice);

}  // namespace vkalgo::formats

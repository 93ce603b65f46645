#include "formats/rasters/netcdf_facts.hpp"

#include "formats/rasters/crs.hpp"
#include "formats/rasters/gdal_metadata.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

const NetcdfAttribute* find_attribute(const NetcdfVariable& variable, std::string_view name) {
    const auto found = std::find_if(variable.attributes.begin(), variable.attributes.end(),
                                    [&](const NetcdfAttribute& attribute) { return attribute.name == name; });
    return found == variable.attributes.end() ? nullptr : &*found;
}

/// Returns the text of an attribute, without blanks and zeros at its ends.
std::string text_of(const NetcdfVariable& variable, std::string_view name) {
    const NetcdfAttribute* attribute = find_attribute(variable, name);
    if (attribute == nullptr || attribute->type != kNetcdfChar) {
        return {};
    }
    constexpr std::string_view kBlanks(" \t\r\n\0", 5);
    const std::string_view bytes = attribute->bytes;
    const std::size_t first = bytes.find_first_not_of(kBlanks);
    return first == std::string_view::npos
               ? std::string()
               : std::string(bytes.substr(first, bytes.find_last_not_of(kBlanks) - first + 1));
}

/// Returns 'x' for "degrees_east" and its other spellings, 'y' for "degrees_north", else 0 (CF, sections 4.1 and 4.2).
char direction_of_unit(const std::string& unit) {
    std::string text = unit;
    std::erase_if(text, [](char letter) { return letter == '_' || letter == ' '; });
    if (!text.starts_with("degree")) {
        return 0;
    }
    text.erase(0, text.starts_with("degrees") ? 7 : 6);
    return text == "e" || text == "east" ? 'x' : text == "n" || text == "north" ? 'y' : '\0';
}

std::optional<double> metres_of(const std::string& unit) {
    for (const char* word : {"m", "metre", "meter", "metres", "meters"}) {
        if (unit == word) {
            return 1;
        }
        if (unit == fmt::format("k{}", word) || unit == fmt::format("kilo{}", word)) {
            return 1000;
        }
    }
    return std::nullopt;
}

/// Returns the variable's type, or the unsigned type of the same size if `_Unsigned` says so: NetCDF-3 has no unsigned
/// types.
ElementType type_of(const NetcdfVariable& variable) {
    const ElementType type = *netcdf_element(variable.type);
    if (netcdf_word(variable, "_Unsigned") != "true") {
        return type;
    }
    return type == ElementType::i8    ? ElementType::u8
           : type == ElementType::i16 ? ElementType::u16
           : type == ElementType::i32 ? ElementType::u32
                                      : type;
}

/// Returns the numbers of an attribute that describes the numbers of the variable. If the variable is unsigned, the
/// file stores its numbers and those of the attribute as signed numbers. Then negative numbers of the attribute are
/// converted.
std::vector<double> stored_numbers(const NetcdfVariable& variable, std::string_view name, ElementType type) {
    std::vector<double> numbers = netcdf_attribute(variable, name);
    if (type != *netcdf_element(variable.type)) {
        for (double& number : numbers) {
            number += number < 0 ? std::ldexp(1.0, static_cast<int>(8 * size_of(type))) : 0;
        }
    }
    return numbers;
}

}  // namespace

std::string netcdf_word(const NetcdfVariable& variable, std::string_view name) {
    std::string text = text_of(variable, name);
    std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    return text;
}

std::vector<double> netcdf_attribute(const NetcdfVariable& variable, std::string_view name) {
    const NetcdfAttribute* attribute = find_attribute(variable, name);
    if (attribute != nullptr && attribute->type == kNetcdfChar) {
        // Some programs write numbers as text.
        double value = 0;
        return read_decimal(text_of(variable, name), value) ? std::vector{value} : std::vector<double>();
    }
    return attribute == nullptr ? std::vector<double>()
                                : netcdf_numbers(attribute->bytes, *netcdf_element(attribute->type));
}

NetcdfAxis netcdf_axis(const NetcdfVariable& variable) {
    NetcdfAxis axis;
    axis.unit = netcdf_word(variable, "units");
    axis.metres = metres_of(axis.unit);
    if (const char direction = direction_of_unit(axis.unit); direction != 0) {
        axis.direction = direction;
        axis.degrees = true;
        return axis;
    }
    const std::string standard = netcdf_word(variable, "standard_name"), letter = netcdf_word(variable, "axis");
    if (standard == "longitude" || standard == "latitude") {
        axis.direction = standard == "longitude" ? 'x' : 'y';
        axis.degrees = axis.unit.empty() || axis.unit.starts_with("degree");
    } else if (standard == "projection_x_coordinate" || standard == "grid_longitude" || letter == "x") {
        axis.direction = 'x';
    } else if (standard == "projection_y_coordinate" || standard == "grid_latitude" || letter == "y") {
        axis.direction = 'y';
    }
    if (!axis.degrees && standard.empty() && axis.unit.starts_with("degree")) {
        const bool east = variable.name == "lon" || variable.name == "longitude";
        const bool north = variable.name == "lat" || variable.name == "latitude";
        axis.degrees = east || north;
        axis.direction = east ? 'x' : north ? 'y' : axis.direction;
    }
    return axis;
}

CellValues netcdf_values(const NetcdfVariable& variable, const std::string& name, const Notice& notice) {
    CellValues cells;
    cells.type = type_of(variable);
    cells.swapped = true;
    for (const char* key : {"_FillValue", "missing_value", "scale_factor", "add_offset"}) {
        if (const std::string text = text_of(variable, key); !text.empty() && netcdf_attribute(variable, key).empty()) {
            notice(fmt::format("'{}' has '{}' as its {}, which is not a number and is ignored", name,
                               text.substr(0, 40), key));
        }
    }
    cells.no_data = stored_numbers(variable, "_FillValue", cells.type);
    if (cells.no_data.empty() && size_of(cells.type) > 1) {
        // Cells that were never written hold this value.
        cells.no_data.push_back(is_float(cells.type)             ? 0x1.ep122
                                : cells.type == ElementType::i16 ? -32767
                                : cells.type == ElementType::u16 ? 65535
                                : cells.type == ElementType::u32 ? 4294967295
                                                                 : -2147483647);
    }
    for (const double value : stored_numbers(variable, "missing_value", cells.type)) {
        cells.no_data.push_back(value);
    }
    constexpr std::size_t kMaxNoData = 4;
    if (cells.no_data.size() > kMaxNoData) {
        notice(fmt::format("'{}' has {} numbers for no data; only the first {} are used", name, cells.no_data.size(),
                           kMaxNoData));
        cells.no_data.resize(kMaxNoData);
    }
    if (const auto scale = netcdf_attribute(variable, "scale_factor"); !scale.empty()) {
        cells.scale = scale.front();
    }
    if (const auto offset = netcdf_attribute(variable, "add_offset"); !offset.empty()) {
        cells.offset = offset.front();
    }
    if (netcdf_word(variable, "positive") == "down" || netcdf_word(variable, "standard_name").ends_with("depth")) {
        notice(
            fmt::format("'{}' says that '{}' grows downwards, but its numbers are read as heights; "
                        "change their signs if they are depths",
                        name, variable.name));
    }
    return cells;
}

std::optional<ValidRange> netcdf_valid_range(const NetcdfVariable& variable, const CellValues& values) {
    ValidRange range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const NetcdfAttribute* said = nullptr;
    const auto take = [&](std::string_view name, std::size_t count, std::size_t index, double& to) {
        const std::vector<double> numbers = stored_numbers(variable, name, values.type);
        if (numbers.size() == count) {
            to = numbers[index];
            said = find_attribute(variable, name);
        }
    };
    take("valid_min", 1, 0, range.least);
    take("valid_max", 1, 0, range.most);
    take("valid_range", 2, 0, range.least);
    take("valid_range", 2, 1, range.most);
    if (said == nullptr) {
        return std::nullopt;
    }
    // If the data are whole numbers and the range is given in floats, the range is that of the unpacked values (NetCDF
    // Users' Guide, "valid_range").
    if (values.scale != 0 && !is_float(values.type) && is_float(*netcdf_element(said->type))) {
        range.least = (range.least - values.offset) / values.scale;
        range.most = (range.most - values.offset) / values.scale;
        if (range.least > range.most) {
            std::swap(range.least, range.most);
        }
    }
    return range;
}

std::string netcdf_crs(const NetcdfFile& file, const NetcdfVariable& variable, const std::string& name,
                       const Notice& notice) {
    const std::string mapping = text_of(variable, "grid_mapping");
    const std::string called = mapping.substr(0, mapping.find_first_of(": \t"));
    const auto found = std::find_if(file.variables.begin(), file.variables.end(),
                                    [&](const NetcdfVariable& other) { return other.name == called; });
    const NetcdfVariable& system = found == file.variables.end() || called.empty() ? variable : *found;
    for (const char* key : {"crs_wkt", "spatial_ref", "esri_pe_string"}) {
        if (std::string text = text_of(system, key); kind_of_wkt(text) != CrsKind::unknown) {
            return text;
        }
    }
    for (const char* key : {"epsg_code", "EPSG_code", "spatial_epsg"}) {
        const std::vector<double> numbers = netcdf_attribute(system, key);
        const std::string text = numbers.empty() ? text_of(system, key) : fmt::format("{}", numbers.front());
        if (const auto code = epsg_of(text.find(':') == std::string::npos ? "EPSG:" + text : text); code) {
            return fmt::format("EPSG:{}", *code);
        }
    }
    const std::string kind = netcdf_word(system, "grid_mapping_name");
    if (!called.empty() && kind != "latitude_longitude") {
        notice(fmt::format(
            "'{}' gives its coordinate system by {}; add the system as WKT, in the attribute crs_wkt", name,
            found == file.variables.end()
                ? fmt::format("the variable '{}', which it does not have", called)
                : fmt::format("the parameters of '{}', which are not supported", kind.empty() ? called : kind)));
    }
    return {};
}

}  // namespace vkalgo::formats

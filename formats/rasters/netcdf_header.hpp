#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a file of NetCDF-3 has, classic or with 64-bit offsets (NetCDF Users' Guide, "File Format Specifications").
/// Views point into its content.
namespace vkalgo::formats {

inline constexpr std::uint32_t kNetcdfChar = 2;

struct NetcdfAttribute {
    std::string_view name;
    std::uint32_t type = 0;
    std::string_view bytes;
};

struct NetcdfDimension {
    std::string_view name;
    std::uint64_t length = 0;
    bool records = false;
};

struct NetcdfVariable {
    std::string_view name;
    std::vector<std::uint32_t> dimensions;
    std::vector<NetcdfAttribute> attributes;
    std::uint32_t type = 0;
    std::uint64_t begin = 0;
    /// bytes from a record to the next, where the first dimension is that of the records
    std::uint64_t stride = 0;
};

struct NetcdfFile {
    std::vector<NetcdfDimension> dimensions;
    std::vector<NetcdfVariable> variables;
};

/// That of a number of a NetCDF type, text as u8; none for what is no type.
std::optional<ElementType> netcdf_element(std::uint32_t type);

/// Numbers as the file has them.
std::vector<double> netcdf_numbers(std::string_view bytes, ElementType type);

/// Reads the header of content that starts with CDF and 1 or 2 and has 8 bytes. Types are types of NetCDF, dimensions
/// are there; where the values of a variable end is to be checked. Errors: invalid_argument, with the byte.
Result<NetcdfFile> read_netcdf_header(std::string_view content, const std::string& name);

}  // namespace vkalgo::formats

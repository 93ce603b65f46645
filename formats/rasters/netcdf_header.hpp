#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The header of a file of NetCDF-3, classic or with 64-bit offsets (NetCDF Users' Guide, "File Format
/// Specifications"). Views point into the file's content.
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
    /// Bytes from one record to the next, if the first dimension is the record dimension; else 0.
    std::uint64_t stride = 0;
};

struct NetcdfFile {
    std::vector<NetcdfDimension> dimensions;
    std::vector<NetcdfVariable> variables;
};

/// Returns the element type of a NetCDF type, with text as u8; nullopt for an unknown type.
std::optional<ElementType> netcdf_element(std::uint32_t type);

/// Converts numbers in the file's byte order, big-endian, to doubles.
std::vector<double> netcdf_numbers(std::string_view bytes, ElementType type);

/// Reads the header of content that starts with CDF and the byte 1 or 2. The types in the result are valid NetCDF
/// types, and the dimensions exist. The caller must check that the values of a variable are within the content. Errors:
/// invalid_argument, with the byte.
Result<NetcdfFile> read_netcdf_header(std::string_view content, const std::string& name);

}  // namespace vkalgo::formats

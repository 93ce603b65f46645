#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Units of the distances between voxels.
namespace vkalgo::formats {

/// Returns "m", "cm", "mm", "um" or "nm", whatever spelling a file has; empty for any other unit or without a unit.
std::string length_unit(std::string_view word);

/// Returns the factor that converts `unit` to `other`; nullopt if length_unit does not know one of them.
std::optional<double> units_in(std::string_view unit, std::string_view other);

}  // namespace vkalgo::formats

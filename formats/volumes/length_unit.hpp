#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Units of the distances between voxels.
namespace vkalgo::formats {

/// "m", "cm", "mm", "um" or "nm", however a file writes it; empty for any other, and for none.
std::string length_unit(std::string_view word);

/// How many of the other unit one of a unit is; none where one of them is not among those of length_unit.
std::optional<double> units_in(std::string_view unit, std::string_view other);

}  // namespace vkalgo::formats

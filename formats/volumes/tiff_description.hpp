#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The description of a TIFF stack, as ImageJ and OME's programs write it.
namespace vkalgo::formats {

struct TiffDescription {
    enum class Kind { none, imagej, ome } kind = Kind::none;
    /// Numbers of channels and of time frames: pages that belong together but are not neighbours along z.
    std::uint64_t channels = 1, frames = 1;
    /// Expected number of pages; 0 if not given.
    std::uint64_t images = 0;
    /// Spacing along x, y and z; 0 if not given, or if the pages' resolution gives it.
    std::array<double, 3> spacing{};
    /// Unit of the spacing: "m", "cm", "mm", "um" or "nm"; empty if not given or unknown.
    std::string unit;
    /// The number of the function by which ImageJ converts stored numbers to values; 0 is a straight line. Nullopt if
    /// there is no function.
    std::optional<int> calibration;
    /// The coefficients of a straight line: a value is c0 + c1 * stored. NaN if not given or not a number.
    double c0 = 0, c1 = 1;
    /// Whether ImageJ treats values below 0 as 0.
    bool clips_at_zero = false;
    /// Whether the axes have different units, and their distances were not converted to one unit.
    bool mixed_units = false;
};

TiffDescription read_tiff_description(std::string_view text);

/// Returns the name of one of ImageJ's functions from stored numbers to values: "a polynomial of degree 2".
std::string imagej_function_name(int number);

/// Returns a description as ImageJ writes it, for `slices` slices. `before` is an earlier ImageJ description, or empty.
/// The new description has the unit of `before` or, without one, `unit`; an empty unit is not written. It has no
/// calibration, since the voxels are the values.
std::string imagej_description(std::uint32_t slices, double spacing_z, std::string_view before,
                               const std::string& unit = {});

}  // namespace vkalgo::formats

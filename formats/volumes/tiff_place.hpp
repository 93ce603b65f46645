#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What the description of a TIFF stack says of it: those that ImageJ and OME's programs write.
namespace vkalgo::formats {

struct TiffDescription {
    enum class Kind { none, imagej, ome } kind = Kind::none;
    /// pages that belong together and are no neighbours along z: channels, moments of time
    std::uint64_t channels = 1, frames = 1;
    /// pages that there ought to be; 0: not said
    std::uint64_t images = 0;
    /// along x, y and z; 0: not said, or said by the resolution of the pages
    std::array<double, 3> spacing{};
    /// of the spacing: "um"; empty: not said, or one that is not known
    std::string unit;
    /// What ImageJ makes values of stored numbers by, as its number: 0 is a straight line; none where it does not.
    std::optional<int> calibration;
    /// Of a straight line: a value is c0 + c1 * stored. NaN: not said, or not a number.
    double c0 = 0, c1 = 1;
    /// Does ImageJ take values below 0 as 0?
    bool clips_at_zero = false;
    /// Do axes have units of their own that cannot be brought to one?
    bool mixed_units = false;
};

TiffDescription read_tiff_description(std::string_view text);

/// The name of one of ImageJ's functions from stored numbers to values: "a polynomial of degree 2".
std::string imagej_function_name(int number);

/// A description as ImageJ writes it, for so many slices. `before`: one of its kind whose unit is kept, or nothing, and
/// then the unit is `unit`, if that is none. It has no calibration: the voxels are the values.
std::string imagej_description(std::uint32_t slices, double spacing_z, std::string_view before,
                               const std::string& unit = {});

}  // namespace vkalgo::formats

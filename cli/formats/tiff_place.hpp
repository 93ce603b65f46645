#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// What the description of a TIFF stack says of it: those that ImageJ and OME's programs write.
namespace vkalgo::cli {

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
    /// Do axes have units of their own that cannot be brought to one?
    bool mixed_units = false;
};

TiffDescription read_tiff_description(std::string_view text);

/// A description as ImageJ writes it, for so many slices. `before`: one of its kind whose unit is kept, or nothing, and
/// then the unit is `unit`, if that is none.
std::string imagej_description(std::uint32_t slices, double spacing_z, std::string_view before,
                               const std::string& unit = {});

}  // namespace vkalgo::cli

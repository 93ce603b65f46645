#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Headers of NRRD (https://teem.sourceforge.net/nrrd/format.html, versions 1 to 5).
namespace vkalgo::formats {

struct NrrdHeader {
    enum class Encoding { raw, gzip, text };

    ElementType type = ElementType::u8;
    Encoding encoding = Encoding::raw;
    /// Whether the data is in the other byte order than this machine's.
    bool swapped = false;
    /// Size along each of 1 to 16 axes, the fastest first.
    std::vector<std::uint64_t> sizes;
    /// The spatial axes in their order, counted from 0. The other axes count volumes.
    std::vector<std::size_t> space_axes;
    /// Spacing along each spatial axis; 0 if not given.
    std::vector<double> spacing;
    /// Rows of the map from indices to coordinates (RAS), if there are three axes in a space with known directions.
    std::optional<std::array<double, 12>> to_world;
    /// Unit of the spacing and of to_world: "m", "cm", "mm", "um" or "nm". Empty if the file gives none, one that
    /// length_unit() does not know, or different units.
    std::string unit;
    /// Descriptions of what is ignored.
    std::vector<std::string> passed_over;
    /// Bytes of the header in the content, including its blank line.
    std::uint64_t bytes = 0;
    /// The number of lines before the data, and the number of bytes before the values in the data. If byte_skip is -1,
    /// the values are at the end of the data.
    std::uint64_t line_skip = 0;
    std::int64_t byte_skip = 0;
    /// The files with the data, one after another along the slowest axis; empty: the data follows the header.
    std::vector<std::string> data_files;
    /// Lines that remain valid if voxels of another type are written: all lines except those about the numbers (type,
    /// endian, range, unit of the values), the sizes, and where and how the data are stored.
    std::string kept;
};

bool looks_like_nrrd(std::string_view content);

/// Reads the header with which the content starts. Errors: invalid_argument, with the line if a single line is wrong.
Result<NrrdHeader> read_nrrd_header(std::string_view content, const std::string& name);

}  // namespace vkalgo::formats

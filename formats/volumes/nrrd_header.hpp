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
    /// in the byte order that is not this machine's
    bool swapped = false;
    /// along each axis, the fastest first: 1 to 16 of them
    std::vector<std::uint64_t> sizes;
    /// the axes of space, in their order; the others hold several volumes
    std::vector<std::size_t> space_axes;
    /// along each axis of space; 0: not said
    std::vector<double> spacing;
    /// Rows of what makes indices coordinates (RAS), of three axes in a space of known directions.
    std::optional<std::array<double, 12>> to_world;
    /// of the spacing and of to_world: "mm"; empty: not said, or one that is not known
    std::string unit;
    /// what is passed over, in words
    std::vector<std::string> passed_over;
    /// of the header in the content, its blank line included
    std::uint64_t bytes = 0;
    /// lines before the data and bytes before its values; -1: as many as leave the values at the end
    std::uint64_t line_skip = 0;
    std::int64_t byte_skip = 0;
    /// the file of the data; empty: it follows the header
    std::string data_file;
    /// Lines that still hold when voxels of another type are written: neither type, sizes, encoding nor what goes with
    /// them.
    std::string kept;
};

bool looks_like_nrrd(std::string_view content);

/// Reads the header that content starts with. Errors: invalid_argument, with the line.
Result<NrrdHeader> read_nrrd_header(std::string_view content, const std::string& name);

/// The word that a header has for a type: "uint8".
const char* nrrd_type(ElementType type);

}  // namespace vkalgo::formats

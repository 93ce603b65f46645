#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Headers of NIfTI-1 and NIfTI-2 (https://nifti.nimh.nih.gov/nifti-1, nifti-2), of files that hold the voxels too.
namespace vkalgo::formats {

struct NiftiHeader {
    /// 1 or 2
    unsigned version = 1;
    /// in the byte order that is not this machine's
    bool swapped = false;
    ElementType type = ElementType::u8;
    /// voxels along each axis: 2 to 7 of them
    std::vector<std::uint64_t> size;
    /// distances along x, y and z, as the file has them
    std::array<double, 3> spacing{1, 1, 1};
    /// where voxels start
    std::uint64_t offset = 0;
    /// A value is a voxel times slope plus intercept; 0 and 1 where the file scales nothing.
    double slope = 1;
    double intercept = 0;
    /// Rows of what makes indices coordinates (RAS): the sform if there is one, else the qform.
    std::optional<std::array<double, 12>> to_world;
    /// of distances: "m", "mm", "um"; empty: not said
    std::string unit;
};

/// Does content start as a NIfTI header does, or as an Analyze 7.5 one, of either byte order?
bool looks_like_nifti(std::string_view content);

/// Reads the header that content starts with. Errors: invalid_argument, for all that cannot be read: half of a pair of
/// files, types that are no single number, sizes below 1, voxels that start within the header or beyond the content.
Result<NiftiHeader> read_nifti_header(std::string_view content, const std::string& name);

/// What a header is to say of voxels that are written behind it.
struct NiftiVoxels {
    ElementType type = ElementType::u8;
    std::span<const std::uint32_t> size;
    std::array<double, 3> spacing{1, 1, 1};
    std::optional<std::array<double, 12>> to_world;
    /// "m", "mm" or "um"; empty: not said, which is written as millimetres where there is to_world
    std::string unit = {};
};

/// A header of NIfTI-1, or of NIfTI-2 where an extent passes 32,767, that the voxels follow.
Bytes make_nifti_header(const NiftiVoxels& voxels);

/// A header, with its extensions, that says the same of other voxels of the same size: only the type, its bits, the
/// scale (none), the range to display (none), the intent (none, but labels stay labels where `type` is one of whole
/// numbers) and the axes from the fourth on (none) change. `header` as read_nifti_header takes it.
void retype_nifti_header(Bytes& header, const NiftiHeader& read, ElementType type);

}  // namespace vkalgo::formats

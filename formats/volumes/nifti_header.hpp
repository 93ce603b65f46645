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

/// Headers of NIfTI-1 and NIfTI-2 (https://nifti.nimh.nih.gov/nifti-1, nifti-2), of files that also contain the voxels.
namespace vkalgo::formats {

struct NiftiHeader {
    /// 1 or 2.
    unsigned version = 1;
    /// Whether the file is in the other byte order than this machine's.
    bool swapped = false;
    ElementType type = ElementType::u8;
    /// Voxels along each of 1 to 7 axes.
    std::vector<std::uint64_t> size;
    /// Distances along x, y and z, as in the file, or repaired if they are not finite there.
    std::array<double, 3> spacing{1, 1, 1};
    /// Offset of the voxels from the start of the file, in bytes.
    std::uint64_t offset = 0;
    /// A value is voxel * slope + intercept; 1 and 0 if the file does not scale.
    double slope = 1;
    double intercept = 0;
    /// Rows of the map from indices to coordinates (RAS): the sform if there is one, else the qform.
    std::optional<std::array<double, 12>> to_world;
    /// Unit of distances: "m", "mm" or "um"; empty if the file gives none or an unknown one.
    std::string unit;
    /// What was wrong and could be repaired. Each entry follows the file's name: "has a spacing of nan ...".
    std::vector<std::string> repaired;
};

/// Returns true if the content starts like a NIfTI header or an Analyze 7.5 header, of either byte order.
bool looks_like_nifti(std::string_view content);

/// Reads the header with which the content starts. It repairs what other readers repair too. A size of 0 along the
/// fourth axis or a later one becomes 1. A distance that is not finite becomes that of the sform; without a sform it
/// becomes 1. If the start of the voxels is 0, not a number, or the size of the header (348 or 540 bytes), the voxels
/// start four bytes after the header. But they start directly after the header if the file then ends with the last
/// voxel. Errors: invalid_argument: one file of a header and image pair, types that are not a single number, other
/// sizes below 1, voxels that start within the header or beyond the content.
Result<NiftiHeader> read_nifti_header(std::string_view content, const std::string& name);

/// The properties of voxels that are written after a header.
struct NiftiVoxels {
    ElementType type = ElementType::u8;
    std::span<const std::uint32_t> size;
    std::array<double, 3> spacing{1, 1, 1};
    std::optional<std::array<double, 12>> to_world;
    /// "m", "mm" or "um"; empty if unknown. With to_world, an unknown unit is written as millimetres.
    std::string unit = {};
};

/// Returns a header for the voxels that follow it: of NIfTI-2 if an extent exceeds 32,767, else of NIfTI-1.
Bytes make_nifti_header(const NiftiVoxels& voxels);

/// Writes what was repaired into a header. `header` has the first read.offset bytes of the file.
void repair_nifti_header(Bytes& header, const NiftiHeader& read);

/// Changes a header, with its extensions, to describe voxels of another type and the same size. Sets the type and its
/// bits. Removes the scale, the display range, the axes from the fourth on, and the intent. But if the intent is labels
/// and `type` is an integer type, keeps the intent. Changes no other field. `header` is in the form that
/// read_nifti_header reads.
void retype_nifti_header(Bytes& header, const NiftiHeader& read, ElementType type);

}  // namespace vkalgo::formats

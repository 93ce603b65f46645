#pragma once

#include "formats/volumes/volume.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The interface of the formats of volumes.
namespace vkalgo::formats {

/// A format of volumes.
struct VolumeFormat {
    /// The name that --format accepts: "nifti".
    const char* name = "";
    /// The format in help and messages: "NIfTI-1".
    const char* about = "";
    /// Endings of file names, in lower case, with their dot. A further ".gz" is ignored.
    std::vector<std::string_view> endings;
    /// Endings of output names in this format; ".nii.gz" is packed with gzip.
    std::vector<std::string_view> written;
    /// Returns true if the content can have no other format. Null if the content does not show the format.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty. Errors: invalid_argument, with what to do; too_large.
    Result<Volume> (*read)(std::string_view content, const std::string& name, const InputSettings& settings) = nullptr;
    /// Encodes a volume with at least one voxel. Errors: invalid_argument, without the file's name.
    Result<Bytes> (*encode)(const Volume& volume) = nullptr;
};

/// Returns all formats in order of name. CMake generates this function.
std::span<const VolumeFormat* const> volume_formats();

/// Returns the error "'NAME' MESSAGE" about a wrong file.
Error bad_volume(const std::string& name, const std::string& message);

/// Returns a size in the form of messages: "3 x 4 x 5".
std::string format_size(std::span<const std::uint64_t> size);

/// Sets the size of a volume of two or three dimensions, x first. Errors: an extent of 0 or of 2^31 or more; voxels of
/// 2^63 bytes or more; another number of dimensions.
Result<void> set_size(Volume& volume, std::span<const std::uint64_t> size, const std::string& name);

/// Returns the index of the volume to read from a file (--volume, counted from 0). Errors: the index does not exist;
/// the file has several volumes and no index is given.
Result<std::uint64_t> choose_volume(std::uint64_t count, const std::string& name, const InputSettings& settings);

/// Fails if the unpacked volume takes more than the limit (decoded_limit()) and more than four times the packed bytes.
/// `bytes` is the size of the unpacked volume.
Result<void> check_unpacked(std::uint64_t bytes, std::uint64_t packed_bytes, const Volume& volume,
                            const std::string& name, const InputSettings& settings);

/// Sets the distance between neighbours to the absolute value of `spacing`. A spacing of 0 is unknown: the distance
/// becomes 1, and there is a notice if the volume has several voxels along this axis. Errors: not finite, or not
/// between 10^-30 and 10^30.
Result<void> set_spacing(Volume& volume, unsigned axis, double spacing, const std::string& name,
                         const InputSettings& settings);

/// Copies the voxels of a file into the order of x, y, z. `content` starts with the first voxel. `step` has the bytes
/// between neighbours along x, y and z.
Bytes gather_voxels(std::string_view content, const Volume& volume, const std::array<std::uint64_t, 3>& step);

/// Replaces each voxel by `voxel * slope + intercept`, as f32 if the type has at most 16 bits or is f32, else as f64. A
/// slope of 1 with an intercept of 0 changes nothing, not even the type.
void apply_scale(Volume& volume, double slope, double intercept);

/// Reverses the bytes of each element.
void swap_elements(std::span<std::byte> bytes, ElementType type);

}  // namespace vkalgo::formats

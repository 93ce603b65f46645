#pragma once

#include "formats/volumes/volume.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the formats of volumes are made of.
namespace vkalgo::formats {

/// A format of volumes.
struct VolumeFormat {
    /// what --format takes: "nifti"
    const char* name = "";
    /// for help and messages: "NIfTI-1"
    const char* about = "";
    /// of file names, lower case, with their dot; a further ".gz" is passed over
    std::vector<std::string_view> endings;
    /// those of names that it is written to; ".nii.gz" is packed by gzip
    std::vector<std::string_view> written;
    /// Can content be of no other format? Null where nothing tells.
    bool (*recognises)(std::string_view content) = nullptr;
    /// Reads content that is not empty. Errors: invalid_argument, with what to do; too_large.
    Result<Volume> (*read)(std::string_view content, const std::string& name, const InputSettings& settings) = nullptr;
    /// Writes a volume with a voxel at least. Errors: invalid_argument, without the name of the file.
    Result<Bytes> (*encode)(const Volume& volume) = nullptr;
};

/// All of them, by name. CMake generates it.
std::span<const VolumeFormat* const> volume_formats();

/// "'NAME' MESSAGE" of a file that is wrong.
Error bad_volume(const std::string& name, const std::string& message);

/// A size as messages give it: "3 x 4 x 5".
std::string format_size(std::span<const std::uint64_t> size);

/// The size of a volume of two or three dimensions, x first. Errors: an extent that is 0 or beyond 31 bits, more bytes
/// of voxels than 63 bits count; other numbers of dimensions.
Result<void> set_size(Volume& volume, std::span<const std::uint64_t> size, const std::string& name);

/// Which of several volumes in a file is read (--volume, counted from 0). Errors: there is no such; several, and none
/// was named.
Result<std::uint64_t> choose_volume(std::uint64_t count, const std::string& name, const InputSettings& settings);

/// Fails for a volume that takes more `bytes` once unpacked than --input-limit and four times what is packed.
Result<void> check_unpacked(std::uint64_t bytes, std::uint64_t packed_bytes, const Volume& volume,
                            const std::string& name, const InputSettings& settings);

/// Takes a distance between neighbours: its absolute value, and 1 with a notice for 0, which says nothing. Errors: not
/// finite, or beyond 10^30 or 10^-30.
Result<void> set_spacing(Volume& volume, unsigned axis, double spacing, const std::string& name,
                         const InputSettings& settings);

/// Copies the voxels of a file into the order of x, y, z. `content` starts with the first one; `step`: bytes between
/// neighbours along x, y and z.
Bytes gather_voxels(std::string_view content, const Volume& volume, const std::array<std::uint64_t, 3>& step);

/// Makes each voxel `voxel * slope + intercept`, as f32 where the type has 16 bits or fewer or is f32, else as f64. A
/// slope of 1 with an intercept of 0 changes nothing, the type included.
void apply_scale(Volume& volume, double slope, double intercept);

/// Reverses the bytes of each element.
void swap_elements(std::span<std::byte> bytes, ElementType type);

}  // namespace vkalgo::formats

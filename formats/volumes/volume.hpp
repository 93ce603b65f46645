#pragma once

#include "algorithms/element_type.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Volumes of voxels, including 2-D images. Each file formats/volumes/readers/NAME.cpp defines `const VolumeFormat&
/// volume_format_NAME()`; CMake collects them, so that a new format needs no change to a list.
namespace vkalgo::formats {

/// The geometry of voxels: their spacing and position. It is kept from input to output.
struct VolumeGeometry {
    /// Distances from a voxel to its neighbours along x, y and z, finite and above 0, in the file's units; 1 if the
    /// file gives none.
    std::array<double, 3> spacing{1, 1, 1};
    /// Three rows of four numbers that map a voxel's indices (x, y, z, 1) to the coordinates of its centre. Coordinates
    /// grow to the right, to the front and to the head (RAS, as in NIfTI). Nullopt if the file gives no such map.
    std::optional<std::array<double, 12>> to_world;
    /// The name of the file's format, and the part of the file's header that is used again if the output has that
    /// format: the whole header of NIfTI, the lines of NRRD that remain valid, or ImageJ's description in a TIFF.
    std::string format;
    Bytes header;
    /// The files with the voxels if they are not in the named file (NRRD).
    std::vector<std::string> data_files = {};
    /// Unit of the spacing and of to_world: "m", "cm", "mm", "um" or "nm" (length_unit.hpp); empty if the file gives
    /// none or another unit.
    std::string unit = {};

    /// Sets the spacing to these distances, and scales to_world with them. A header that contains the old distances is
    /// removed.
    void respace(const std::array<double, 3>& distances);
};

/// Voxels in the order of x, y, z, with x fastest.
struct Volume {
    /// Any type except f16, which becomes f32.
    ElementType type = ElementType::u8;
    /// Voxels along x, y and z, each at least 1.
    std::array<std::uint32_t, 3> size{1, 1, 1};
    /// 2 for an image, whose size[2] is 1.
    std::uint32_t dimensions = 3;
    /// voxel_count() * size_of(type) bytes, in the machine's byte order.
    Bytes voxels;
    VolumeGeometry geometry;

    std::uint64_t voxel_count() const { return std::uint64_t{size[0]} * size[1] * size[2]; }

    /// Returns other voxels with the same size and position, for a result computed from this volume. `bytes` must have
    /// voxel_count() elements of the type `of`.
    Volume like(ElementType of, Bytes bytes) const { return {of, size, dimensions, std::move(bytes), geometry}; }
};

/// Returns the names that --format accepts for a volume.
std::vector<std::string> volume_format_names();
/// Returns the help text of an input that is a volume: the formats with their endings, and folders.
std::string volume_formats_help();

/// Reads a volume, or a folder of PNG images as its slices, lowest number first (comes_before() in png_folder.hpp). Of
/// `settings`, only format, volume, limits and notice are used. If a file scales its values (NIfTI: scl_slope,
/// scl_inter; TIFF: ImageJ's straight line), the result is scaled. Its type is f32 if the stored type has at most 16
/// bits or is f32, else f64. Errors: invalid_argument: no such file or format, or a damaged file; too_large.
Result<Volume> read_volume(const std::string& path, const InputSettings& settings = {});
/// Parses a file's content from memory. `name` is the file's name, in messages and to find the data files that the
/// content names (NRRD). Without a format in `settings`, the ending of `name` may decide the format.
Result<Volume> parse_volume(std::string_view content, const std::string& name, const InputSettings& settings = {});

/// Returns the help text of an output that is a volume, to follow "a name that ends in": ".nii, .nii.gz, ..., or in /
/// for a folder of .png".
std::string volume_outputs_help();

/// Returns true if a volume is written to this path as PNG images. Viewers show the values of images as they are, so a
/// mask should have the values 0 and 255.
bool is_image_output(const std::string& path);
/// Fails for a path that encode_volume or the system would refuse. Call it before a run. `option` names the output.
Result<void> check_volume_output(std::string_view option, const std::string& path);
/// Encodes the volume as a file, in the format of the path's ending. If the path ends in a slash or is a folder,
/// encodes a folder of PNG images. The result is for Answer::output. If geometry.format is the format of the output,
/// fields of geometry.header are written, except those about how voxels are stored. Other formats get the spacing and,
/// if they can hold it, to_world. Errors: invalid_argument: another ending; a voxel type or a size that the format does
/// not have.
Result<FileContent> encode_volume(const std::string& path, const Volume& volume);

}  // namespace vkalgo::formats

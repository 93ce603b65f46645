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

/// Volumes of voxels, 2-D images among them. Each file cli/formats/volumes/NAME.cpp defines
/// `const VolumeFormat& volume_format_NAME()`; CMake collects them, so that a new format touches no list.
namespace vkalgo::formats {

/// Where voxels lie. Kept from input to output.
struct VolumePlace {
    /// from a voxel to its neighbours along x, y and z, finite and above 0, in the file's units; 1 where it says
    /// nothing
    std::array<double, 3> spacing{1, 1, 1};
    /// Where the file says it: three rows of four numbers that make indices (x, y, z, 1) of a voxel the coordinates of
    /// its centre, which grow to the right, to the front and to the head (RAS, as NIfTI has them).
    std::optional<std::array<double, 12>> to_world;
    /// The header as the file has it, and the name of the format. Written again where that format is.
    std::string format;
    Bytes header;
    /// The file that has the voxels, where it is another one than was named (NRRD).
    std::string data_file = {};
    /// of the spacing and of to_world: "m", "cm", "mm", "um", "nm" (length_unit.hpp); empty: not said
    std::string unit = {};

    /// Takes other distances, and with them the voxels' coordinates. A header that says others is not kept.
    void respace(const std::array<double, 3>& distances);
};

/// Voxels in the order of x, y, z, x fastest.
struct Volume {
    /// any but f16, which becomes f32
    ElementType type = ElementType::u8;
    /// voxels along x, y and z: each is 1 at least
    std::array<std::uint32_t, 3> size{1, 1, 1};
    /// 2: an image, and size[2] is 1
    std::uint32_t dimensions = 3;
    /// voxel_count() * size_of(type) of them, in the machine's own byte order
    Bytes voxels;
    VolumePlace place;

    std::uint64_t voxel_count() const { return std::uint64_t{size[0]} * size[1] * size[2]; }

    /// Other voxels of the same size in the same place: what is made of this volume. Expects `bytes` to fit.
    Volume like(ElementType of, Bytes bytes) const { return {of, size, dimensions, std::move(bytes), place}; }
};

/// What --format takes for a volume.
std::vector<std::string> volume_format_names();
/// What help says of an input that is a volume: the formats with their endings, and folders.
std::string volume_formats_help();

/// Reads a volume, or a folder of PNG images as the slices of one, lowest number first. Of `settings`, format, volume,
/// limits and notice count. Values that a file scales (NIfTI: scl_slope, scl_inter; TIFF: ImageJ's straight line) come
/// scaled, as f32 where their type has 16 bits or fewer or is f32, else f64.
/// Errors: invalid_argument: no such file or format, or a damaged one; too_large.
Result<Volume> read_volume(const std::string& path, const InputSettings& settings = {});
/// The same of a file's content in memory. Without a format, `name` is that of a file.
Result<Volume> parse_volume(std::string_view content, const std::string& name, const InputSettings& settings = {});

/// What help says of an output that is a volume: ".nii, .nii.gz, ... or a name that ends in / for a folder of .png".
std::string volume_outputs_help();
/// Fails for a path that encode_volume or the system would refuse: to call before a run. `option` names the output.
Result<void> check_volume_output(std::string_view option, const std::string& path);
/// The volume as a file, by the path's ending, or, where it ends in a slash or is a folder, as a folder of PNG images;
/// to be given to Answer::output. The header is that of place.header where that is of the same format, but for what
/// says how voxels are stored; other formats get the spacing and, where they can hold it, to_world. Errors:
/// invalid_argument: an ending that is none of these; a type of voxels or a size that the format does not have.
Result<FileContent> encode_volume(const std::string& path, const Volume& volume);

}  // namespace vkalgo::formats

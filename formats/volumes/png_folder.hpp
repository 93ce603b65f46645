#pragma once

#include "engine/result.hpp"
#include "formats/volumes/volume.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// PNG images as slices, and folders of them as volumes.
namespace vkalgo::formats {

/// Returns true if `left` comes before `right`. Consecutive digits count as one number: "s9.png" comes before
/// "s10.png".
bool comes_before(std::string_view left, std::string_view right);

/// Reads the files whose names end in .png and do not begin with a dot, in the order of comes_before(), as slices from
/// z = 0 up. Samples are those of parse_png. Errors: invalid_argument: no such file, images of different sizes or
/// depths, another format than "png", a volume other than 0; too_large.
Result<Volume> read_png_folder(const std::string& path, const InputSettings& settings);

/// Returns the ratio of a PNG's pixel height to its pixel width, from its chunk pHYs. Returns 1 without this chunk, or
/// if it has a 0.
double png_pixel_height(std::string_view content);

/// Returns the voxels as samples of PNG: u8 if all are from 0 to 255, else u16. Errors: invalid_argument: voxels that
/// are not whole numbers from 0 to 65,535.
Result<Volume> png_samples(const Volume& volume);

/// Encodes slice z of a volume that png_samples() returned.
Result<Bytes> encode_png_slice(const Volume& samples, std::uint32_t z);

/// Encodes the slices as files 0.png, 1.png, ... with leading zeros, so that all names have equal length. Errors: those
/// of png_samples.
Result<std::vector<std::pair<std::string, Bytes>>> encode_png_folder(const Volume& volume);

}  // namespace vkalgo::formats

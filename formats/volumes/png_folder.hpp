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

/// Does `left` come before `right`, where digits in a row count as one number? "s9.png" comes before "s10.png".
bool comes_before(std::string_view left, std::string_view right);

/// Reads the files whose names end in .png, in that order, as slices from z = 0 up; samples are those of parse_png.
/// Errors: invalid_argument: no such file, images of different sizes or depths; too_large.
Result<Volume> read_png_folder(const std::string& path, const InputSettings& settings);

/// How many times as high as wide the pixels of a PNG are, as it says itself (chunk pHYs), else 1.
double png_pixel_height(std::string_view content);

/// Voxels as the samples of PNG: u8 where each is of 0 to 255, else u16. Errors: invalid_argument: not whole numbers of
/// 0 to 65,535.
Result<Volume> png_samples(const Volume& volume);

/// A slice of such a volume.
Result<Bytes> encode_png_slice(const Volume& samples, std::uint32_t z);

/// The slices as files 0.png, 1.png, ... with as many leading zeros as the last needs. Errors: those.
Result<std::vector<std::pair<std::string, Bytes>>> encode_png_folder(const Volume& volume);

}  // namespace vkalgo::formats

#pragma once

#include "cli/formats/volume.hpp"
#include "engine/result.hpp"

#include <string>
#include <utility>
#include <vector>

/// Folders of PNG images as volumes: a slice each.
namespace vkalgo::cli {

/// Reads the files whose names end in .png, in the order of the numbers in their names ("s9.png" before "s10.png"), as
/// slices from z = 0 up; samples are those of parse_png. Errors: invalid_argument: no such file, images of different
/// sizes or depths; too_large.
Result<Volume> read_png_folder(const std::string& path, const InputSettings& settings);

/// The slices as files 0.png, 1.png, ... with as many leading zeros as the last needs. Errors: invalid_argument: voxels
/// that are not u8 or u16.
Result<std::vector<std::pair<std::string, Bytes>>> encode_png_folder(const Volume& volume);

}  // namespace vkalgo::cli

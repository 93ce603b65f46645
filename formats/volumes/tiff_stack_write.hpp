#pragma once

#include "engine/result.hpp"
#include "formats/volumes/volume.hpp"

namespace vkalgo::formats {

/// Encodes one page per slice, packed with deflate, with the distances in ImageJ's form. Errors: invalid_argument
/// (integers of 64 bits, or an error of libtiff).
Result<Bytes> encode_tiff_stack(const Volume& volume);

}  // namespace vkalgo::formats

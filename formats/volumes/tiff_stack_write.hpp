#pragma once

#include "engine/result.hpp"
#include "formats/volumes/volume.hpp"

namespace vkalgo::formats {

/// A page per slice, packed by deflate, with the distances as ImageJ reads them. Errors: integers of 64 bits.
Result<Bytes> encode_tiff_stack(const Volume& volume);

}  // namespace vkalgo::formats

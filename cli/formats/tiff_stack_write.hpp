#pragma once

#include "cli/formats/volume.hpp"
#include "engine/result.hpp"

namespace vkalgo::cli {

/// A page per slice, packed by deflate, with the distances as ImageJ reads them. Errors: integers of 64 bits.
Result<Bytes> encode_tiff_stack(const Volume& volume);

}  // namespace vkalgo::cli

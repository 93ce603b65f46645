#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"

#include <string>

namespace vkalgo::formats {

/// Reads elements without a header, in the machine's byte order, as a one-dimensional array. An empty file is an empty
/// array. A size that is not a multiple of the element size is an error that gives both sizes.
Result<Array> parse_raw(Bytes bytes, ElementType type, const std::string& name);

}  // namespace vkalgo::formats

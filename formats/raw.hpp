#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"

#include <string>

namespace vkalgo::formats {

/// Headerless elements in the machine's own byte order, as a one-dimensional array. An empty file is an empty array;
/// a size that is no multiple of the element's is an error that says both.
Result<Array> parse_raw(Bytes bytes, ElementType type, const std::string& name);

}  // namespace vkalgo::formats

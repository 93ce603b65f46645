#pragma once

#include "cli/formats/array.hpp"
#include "cli/formats/bytes.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// Headerless elements in the machine's own byte order, as a one-dimensional array. An empty file is an empty array;
/// a size that is no multiple of the element's is an error that says both.
Result<Array> parse_raw(Bytes bytes, ElementType type, const std::string& name);

}  // namespace vkalgo::cli

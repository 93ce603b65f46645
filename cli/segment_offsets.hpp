#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"

#include <string>

namespace vkalgo::cli {

/// Reads the numbers of --segments and converts them to `type`. In a file of raw elements they are u32. Errors: those
/// of the reader, and numbers that `type` does not hold. The errors name the option and do not advise another type.
Result<Array> read_segment_offsets(InputReader& reader, const std::string& path, ElementType type);

}  // namespace vkalgo::cli

#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"

#include <string>

namespace vkalgo::formats {

/// Converts the array's values to `type`. Every value is preserved exactly (NaN stays NaN, -0 may become the integer
/// 0). `name` is the file. Errors: invalid_argument: the first value that the type cannot represent, with its index and
/// value.
Result<Array> converted(Array array, ElementType type, const std::string& name);

}  // namespace vkalgo::formats

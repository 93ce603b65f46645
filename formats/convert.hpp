#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"

#include <string>

namespace vkalgo::formats {

/// The array with its values as `type`, each exactly what it was (NaN stays NaN, -0 may become the integer 0). `name`
/// is the file. Errors: invalid_argument: the first value that the type does not hold, with its index and value.
Result<Array> converted(Array array, ElementType type, const std::string& name);

}  // namespace vkalgo::formats

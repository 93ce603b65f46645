#pragma once

// Internal to the engine: the driver files (manifests) from which the Vulkan loader learns of drivers.
#include "result.hpp"

#include <string>
#include <string_view>

namespace vkalgo {

/// Returns the library that a driver file names (its ICD.library_path), unchanged. Parses the text like the Vulkan
/// loader, which ignores everything after the first JSON value. Errors: invalid_argument, with a message that continues
/// the file's name ("is empty", "is not valid JSON in line 3").
Result<std::string> library_of_manifest(std::string_view text);

}  // namespace vkalgo

#pragma once

// Internal to the engine: says why the Vulkan loader finds no driver.
#include "result.hpp"

namespace vkalgo {

/// Returns what to report in place of `failure`, an error of vkCreateInstance or vkEnumeratePhysicalDevices. The answer
/// is an error no_device that names the variable that chooses the driver files, each of these files in which something
/// is wrong, and what the system says of a library that does not load. A lack of memory is blamed on a driver file only
/// if a driver file is not valid: some loaders report an invalid file as a lack of memory.
Error explain_missing_driver(const Error& failure);

}  // namespace vkalgo

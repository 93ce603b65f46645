#pragma once

// Internal to the engine: says why the Vulkan loader finds no driver.
#include "result.hpp"

namespace vkalgo {

/// Returns what to report in place of `failure`, an error of vkCreateInstance or vkEnumeratePhysicalDevices. The answer
/// is an error no_device. It names the variable that chooses the driver files and each of these files in which
/// something is wrong. If a library does not load, the error quotes what the system says about the library. A lack of
/// memory is blamed on a driver file only if a driver file is not valid: some loaders report an invalid file as a lack
/// of memory.
Error explain_missing_driver(const Error& failure);

}  // namespace vkalgo

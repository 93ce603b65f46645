#pragma once

// Internal to the engine: says why the Vulkan loader finds no driver.
#include "result.hpp"

namespace vkalgo {

/// Returns the error to report instead of `failure`, which is an error of vkCreateInstance or
/// vkEnumeratePhysicalDevices. The returned error is no_device. It names each driver file with a fault, and the
/// variable that chose the file. If a library does not load, it quotes the system's message about the library. If
/// `failure` is out_of_memory and no driver file is invalid, returns `failure`. Some loaders report an invalid file as
/// a lack of memory.
Error explain_missing_driver(const Error& failure);

}  // namespace vkalgo

#pragma once

// Internal to the engine: a pipeline cache kept in a file.
#include "dispatch_table.hpp"

#include <string>

namespace vkalgo {

/// Creates a pipeline cache and fills it from `file` if the same driver wrote that file for the same device. A missing,
/// foreign or damaged file is ignored: a length and a checksum precede the driver's bytes, so that damaged bytes never
/// reach the driver. Errors: out_of_memory.
Result<VkPipelineCache> load_pipeline_cache(const DispatchTable& table, VkDevice device, const std::string& file,
                                            const VkPhysicalDeviceProperties& properties);
/// Writes the cache to a temporary file beside `file` and renames it, so that a reader never sees an incomplete file.
/// Write errors are ignored, since the cache is only a convenience.
void store_pipeline_cache(const DispatchTable& table, VkDevice device, VkPipelineCache cache, const std::string& file);

}  // namespace vkalgo

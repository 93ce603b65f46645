#pragma once

// Internal to the engine: a pipeline cache kept in a file.
#include "dispatch_table.hpp"

#include <string>

namespace vkalgo {

/// A pipeline cache, filled from `file` when that was written by the same driver for the same device; a missing,
/// foreign or damaged file counts as none: length and checksum stand before the driver's bytes, so that no damage
/// reaches it. Errors: out_of_memory.
Result<VkPipelineCache> load_pipeline_cache(const DispatchTable& table, VkDevice device, const std::string& file,
                                            const VkPhysicalDeviceProperties& properties);
/// Writes the cache beside `file` and renames it there, so that a reader never sees half of it. What cannot be written
/// is left: a cache is a convenience.
void store_pipeline_cache(const DispatchTable& table, VkDevice device, VkPipelineCache cache, const std::string& file);

}  // namespace vkalgo

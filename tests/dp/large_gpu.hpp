#pragma once

#include "engine/device_profile.hpp"

#include <cstdint>

namespace vkalgo::dp::test {

inline constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

/// Returns the profile of a GPU with much memory and all features.
inline DeviceProfile large_gpu() {
    DeviceProfile gpu;
    gpu.name = "gpu";
    gpu.type = DeviceType::discrete;
    gpu.subgroup_size = 32;
    gpu.subgroup_shuffle_relative = gpu.subgroup_size_control = true;
    gpu.int64 = gpu.int64_atomics = gpu.memory_model_device_scope = gpu.cross_workgroup_progress = true;
    gpu.max_workgroup_invocations = 1024;
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = 4 * kGiB;
    gpu.device_memory = 139 * kGiB;
    gpu.processors = 132;
    return gpu;
}

}  // namespace vkalgo::dp::test

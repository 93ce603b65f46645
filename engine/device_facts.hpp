#pragma once

// Internal to the engine: reads what a driver reports, makes a profile from it, and finds the features to enable for a
// profile.
#include "device_profile.hpp"
#include "dispatch_table.hpp"

#include <span>
#include <vector>

namespace vkalgo {

/// The properties and features that are read from one physical device.
struct DeviceFacts {
    VkPhysicalDeviceProperties properties{};
    VkPhysicalDeviceVulkan11Properties properties11{};
    VkPhysicalDeviceVulkan12Properties properties12{};
    VkPhysicalDeviceSubgroupSizeControlProperties subgroup_size{};
    VkPhysicalDevicePushDescriptorPropertiesKHR push_descriptor{};
    VkPhysicalDeviceMaintenance4Properties maintenance4{};
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm_builtins{};
    VkPhysicalDeviceShaderCorePropertiesAMD shader_core{};
    VkPhysicalDeviceFeatures features{};
    VkPhysicalDeviceVulkan11Features features11{};
    VkPhysicalDeviceVulkan12Features features12{};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_features{};
    VkPhysicalDeviceCooperativeMatrixFeaturesNV cooperative_matrix_features{};
    /// Empty if the device lacks VK_NV_cooperative_matrix.
    std::vector<VkCooperativeMatrixPropertiesNV> cooperative_matrices;
    VkPhysicalDeviceMemoryProperties memory{};
    /// The bytes of the largest device-local heap. If the driver reports a smaller budget for a heap, the budget counts
    /// instead of the heap's size.
    std::uint64_t device_memory = 0;
    std::vector<VkExtensionProperties> extensions;
    std::vector<VkQueueFamilyProperties> queue_families;

    bool has_extension(const char* name) const;
    /// Returns the queue family to compute on: the first compute family with timestamps, or otherwise the first compute
    /// family; -1 if no family can compute.
    int compute_family() const;
    /// Returns the number of processors that run workgroups: as the driver reports it; for a software device, the
    /// host's threads; otherwise as known for a device of this name. 0 means not known.
    std::uint32_t processors() const;
};

/// Reads the facts of a device. Below Vulkan 1.2 only `properties` is filled. Errors: out_of_memory, driver.
Result<DeviceFacts> read_facts(const DispatchTable& table, VkPhysicalDevice device);

struct ProfileReader {
    /// Returns everything that the device supports on this queue family.
    static DeviceProfile supported(const DeviceFacts& facts, std::uint32_t queue_family);
    /// Removes from `profile` what `enabled` (a chain as passed to vkCreateDevice) and `extensions` do not enable.
    static void keep_enabled(DeviceProfile& profile, std::uint32_t api_version,
                             const VkPhysicalDeviceFeatures2* enabled, std::span<const char* const> extensions);
    /// Returns `wanted` without the capabilities that `have` lacks. Narrowing never adds any.
    static DeviceProfile clamp(const DeviceProfile& wanted, const DeviceProfile& have);
    /// Returns exactly the features that `profile` lists.
    static FeatureRequest request(const DeviceProfile& profile, const DeviceFacts& facts);
};

}  // namespace vkalgo

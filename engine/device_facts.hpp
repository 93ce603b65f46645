#pragma once

// Internal to the engine: what a driver reports, and the way from there to a profile and back to the features to
// enable.
#include "device_profile.hpp"
#include "dispatch_table.hpp"

#include <span>
#include <vector>

namespace vkalgo {

/// Everything that is read of one physical device.
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
    /// none without the extension
    std::vector<VkCooperativeMatrixPropertiesNV> cooperative_matrices;
    VkPhysicalDeviceMemoryProperties memory{};
    /// bytes of the largest device-local heap, or its budget
    std::uint64_t device_memory = 0;
    std::vector<VkExtensionProperties> extensions;
    std::vector<VkQueueFamilyProperties> queue_families;

    bool has_extension(const char* name) const;
    /// The queue family to compute on: the first that has timestamps, else the first; -1: none.
    int compute_family() const;
    /// Processors that run workgroups, as the driver says, else as known of a device of this name; 0: not known.
    std::uint32_t processors() const;
};

/// Below Vulkan 1.2 nothing but `properties` is filled. Errors: out_of_memory, driver.
Result<DeviceFacts> read_facts(const DispatchTable& table, VkPhysicalDevice device);

struct ProfileReader {
    /// All that the device supports on this queue family.
    static DeviceProfile supported(const DeviceFacts& facts, std::uint32_t queue_family);
    /// Takes away from `profile` what `enabled` (a chain as given to vkCreateDevice) and `extensions` do not enable.
    static void keep_enabled(DeviceProfile& profile, std::uint32_t api_version,
                             const VkPhysicalDeviceFeatures2* enabled, std::span<const char* const> extensions);
    /// `wanted` with every capability beyond `have` taken away again: narrowing never adds.
    static DeviceProfile clamp(const DeviceProfile& wanted, const DeviceProfile& have);
    /// Just what `profile` lists.
    static FeatureRequest request(const DeviceProfile& profile, const DeviceFacts& facts);
};

}  // namespace vkalgo

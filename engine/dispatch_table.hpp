#pragma once

// Internal to the engine and its tests: not installed, since it needs volk.h.
#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include "result.hpp"

#include <cstdint>

#include <volk.h>

namespace vkalgo {

/// The instance functions that vkalgo calls, and volk's table of device functions. Each context has its own; nothing is
/// global. Every Vulkan call on an instance or a device uses this table, so a test that replaces an entry sees every
/// call and can make it fail.
struct DispatchTable {
    PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
    PFN_vkDestroyInstance vkDestroyInstance = nullptr;
    PFN_vkEnumeratePhysicalDevices vkEnumeratePhysicalDevices = nullptr;
    PFN_vkEnumerateDeviceExtensionProperties vkEnumerateDeviceExtensionProperties = nullptr;
    PFN_vkGetPhysicalDeviceProperties2 vkGetPhysicalDeviceProperties2 = nullptr;
    PFN_vkGetPhysicalDeviceFeatures2 vkGetPhysicalDeviceFeatures2 = nullptr;
    PFN_vkGetPhysicalDeviceMemoryProperties2 vkGetPhysicalDeviceMemoryProperties2 = nullptr;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties vkGetPhysicalDeviceQueueFamilyProperties = nullptr;
    PFN_vkCreateDevice vkCreateDevice = nullptr;
    PFN_vkGetDeviceProcAddr vkGetDeviceProcAddr = nullptr;
    PFN_vkCreateDebugUtilsMessengerEXT vkCreateDebugUtilsMessengerEXT = nullptr;
    PFN_vkDestroyDebugUtilsMessengerEXT vkDestroyDebugUtilsMessengerEXT = nullptr;
    // Null unless a driver has VK_NV_cooperative_matrix.
    PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesNV vkGetPhysicalDeviceCooperativeMatrixPropertiesNV = nullptr;
    // Null unless the instance enabled VK_EXT_debug_utils.
    PFN_vkSetDebugUtilsObjectNameEXT vkSetDebugUtilsObjectNameEXT = nullptr;
    PFN_vkCmdBeginDebugUtilsLabelEXT vkCmdBeginDebugUtilsLabelEXT = nullptr;
    PFN_vkCmdEndDebugUtilsLabelEXT vkCmdEndDebugUtilsLabelEXT = nullptr;
    VolkDeviceTable device{};
};

/// Fills the instance functions. Errors: no_device if the loader lacks a core 1.2 function.
Result<void> load_instance_table(DispatchTable& table, PFN_vkGetInstanceProcAddr get, VkInstance instance);
/// Fills `table.device` through the instance's vkGetDeviceProcAddr.
void load_device_table(DispatchTable& table, VkDevice device);

/// Names an object for debuggers and validation messages, where the instance enabled VK_EXT_debug_utils.
void name_object(const DispatchTable& table, VkDevice device, VkObjectType type, std::uint64_t handle,
                 const char* name);

/// Returns success for VK_SUCCESS, else an Error that names the call.
Result<void> check_vk(VkResult result, const char* call);

}  // namespace vkalgo

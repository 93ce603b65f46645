// The only file that contains volk's code. Volk's functions and global pointers must not be visible outside this object
// file, so the build makes all vk* and volk* symbols in it local.
#define VOLK_IMPLEMENTATION
#include "engine/dispatch_table.hpp"

#include <cstdint>
#include <string>

namespace vkalgo {
namespace {

struct LoadContext {
    PFN_vkGetDeviceProcAddr get = nullptr;
    VkDevice device = VK_NULL_HANDLE;
};

PFN_vkVoidFunction load_device_function(void* user, const char* name) {
    const auto& context = *static_cast<const LoadContext*>(user);
    return context.get(context.device, name);
}

template <class Function>
bool load(Function& function, PFN_vkGetInstanceProcAddr get, VkInstance instance, const char* name) {
    function = reinterpret_cast<Function>(get(instance, name));
    return function != nullptr;
}

const char* name_of(VkResult result) {
    switch (result) {
        case VK_NOT_READY:
            return "VK_NOT_READY";
        case VK_TIMEOUT:
            return "VK_TIMEOUT";
        case VK_INCOMPLETE:
            return "VK_INCOMPLETE";
        case VK_ERROR_OUT_OF_HOST_MEMORY:
            return "VK_ERROR_OUT_OF_HOST_MEMORY";
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
            return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
        case VK_ERROR_INITIALIZATION_FAILED:
            return "VK_ERROR_INITIALIZATION_FAILED";
        case VK_ERROR_DEVICE_LOST:
            return "VK_ERROR_DEVICE_LOST";
        case VK_ERROR_MEMORY_MAP_FAILED:
            return "VK_ERROR_MEMORY_MAP_FAILED";
        case VK_ERROR_LAYER_NOT_PRESENT:
            return "VK_ERROR_LAYER_NOT_PRESENT";
        case VK_ERROR_EXTENSION_NOT_PRESENT:
            return "VK_ERROR_EXTENSION_NOT_PRESENT";
        case VK_ERROR_FEATURE_NOT_PRESENT:
            return "VK_ERROR_FEATURE_NOT_PRESENT";
        case VK_ERROR_INCOMPATIBLE_DRIVER:
            return "VK_ERROR_INCOMPATIBLE_DRIVER";
        case VK_ERROR_TOO_MANY_OBJECTS:
            return "VK_ERROR_TOO_MANY_OBJECTS";
        case VK_ERROR_FRAGMENTED_POOL:
            return "VK_ERROR_FRAGMENTED_POOL";
        case VK_ERROR_OUT_OF_POOL_MEMORY:
            return "VK_ERROR_OUT_OF_POOL_MEMORY";
        case VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS:
            return "VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS";
        case VK_ERROR_INVALID_SHADER_NV:
            return "VK_ERROR_INVALID_SHADER_NV";
        default:
            return nullptr;
    }
}

}  // namespace

Result<void> load_instance_table(DispatchTable& table, PFN_vkGetInstanceProcAddr get, VkInstance instance) {
    table.vkGetInstanceProcAddr = get;
    const char* missing = nullptr;
    const auto need = [&](auto& function, const char* name) {
        if (!load(function, get, instance, name) && missing == nullptr) {
            missing = name;
        }
    };
    need(table.vkDestroyInstance, "vkDestroyInstance");
    need(table.vkEnumeratePhysicalDevices, "vkEnumeratePhysicalDevices");
    need(table.vkEnumerateDeviceExtensionProperties, "vkEnumerateDeviceExtensionProperties");
    need(table.vkGetPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2");
    need(table.vkGetPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2");
    need(table.vkGetPhysicalDeviceMemoryProperties2, "vkGetPhysicalDeviceMemoryProperties2");
    need(table.vkGetPhysicalDeviceQueueFamilyProperties, "vkGetPhysicalDeviceQueueFamilyProperties");
    need(table.vkCreateDevice, "vkCreateDevice");
    need(table.vkGetDeviceProcAddr, "vkGetDeviceProcAddr");
    // Functions of extensions. They are null unless a driver has the extension or the instance enabled it.
    load(table.vkGetPhysicalDeviceCooperativeMatrixPropertiesNV, get, instance,
         "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV");
    load(table.vkCreateDebugUtilsMessengerEXT, get, instance, "vkCreateDebugUtilsMessengerEXT");
    load(table.vkDestroyDebugUtilsMessengerEXT, get, instance, "vkDestroyDebugUtilsMessengerEXT");
    load(table.vkSetDebugUtilsObjectNameEXT, get, instance, "vkSetDebugUtilsObjectNameEXT");
    load(table.vkCmdBeginDebugUtilsLabelEXT, get, instance, "vkCmdBeginDebugUtilsLabelEXT");
    load(table.vkCmdEndDebugUtilsLabelEXT, get, instance, "vkCmdEndDebugUtilsLabelEXT");
    if (missing != nullptr) {
        return Error{ErrorCode::no_device,
                     "the Vulkan loader has no " + std::string(missing) + "; Vulkan 1.2 is needed",
                     "vkGetInstanceProcAddr"};
    }
    return {};
}

void load_device_table(DispatchTable& table, VkDevice device) {
    LoadContext context{table.vkGetDeviceProcAddr, device};
    volkGenLoadDeviceTable(&table.device, &context, load_device_function);
}

void name_object(const DispatchTable& table, VkDevice device, VkObjectType type, std::uint64_t handle,
                 const char* name) {
    if (table.vkSetDebugUtilsObjectNameEXT == nullptr || name == nullptr || *name == '\0') {
        return;
    }
    VkDebugUtilsObjectNameInfoEXT info{};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = name;
    // An unnamed object works too, so errors are ignored.
    (void)table.vkSetDebugUtilsObjectNameEXT(device, &info);
}

Result<void> check_vk(VkResult result, const char* call) {
    if (result == VK_SUCCESS) {
        return {};
    }
    const char* known = name_of(result);
    const std::string name = known != nullptr ? known : "VkResult " + std::to_string(static_cast<int>(result));
    switch (result) {
        case VK_ERROR_OUT_OF_HOST_MEMORY:
            return Error{ErrorCode::out_of_memory, "the driver ran out of host memory (" + name + ")", call};
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
            return Error{ErrorCode::out_of_memory, "the device ran out of memory (" + name + ")", call};
        case VK_ERROR_TOO_MANY_OBJECTS:
        case VK_ERROR_FRAGMENTED_POOL:
        case VK_ERROR_OUT_OF_POOL_MEMORY:
            return Error{ErrorCode::out_of_memory, "the driver cannot create another object (" + name + ")", call};
        case VK_ERROR_DEVICE_LOST:
            return Error{ErrorCode::device_lost, "the device stopped and cannot be used any more (" + name + ")", call};
        case VK_TIMEOUT:
            return Error{ErrorCode::timeout, "the device did not finish in time (" + name + ")", call};
        case VK_ERROR_INCOMPATIBLE_DRIVER:
            return Error{
                ErrorCode::no_device,
                "no usable Vulkan driver is installed (" + name + "); on Debian: apt install mesa-vulkan-drivers",
                call};
        case VK_ERROR_LAYER_NOT_PRESENT:
        case VK_ERROR_EXTENSION_NOT_PRESENT:
        case VK_ERROR_FEATURE_NOT_PRESENT:
            return Error{
                ErrorCode::unsupported,
                "the driver does not support a layer, an extension or a feature that was requested (" + name + ")",
                call};
        default:
            return Error{ErrorCode::driver, "the driver reported a failure (" + name + ")", call};
    }
}

}  // namespace vkalgo

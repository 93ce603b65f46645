#pragma once

#include "expect.hpp"
#include <vkalgo/engine/device_profile.hpp>

// The host's functions: libvulkan's, or those of its own volk.
#ifdef VK_NO_PROTOTYPES
#include <volk.h>
#else
#include <vulkan/vulkan.h>
#endif

/// A host's instance, and the device that the host creates from it by its own calls.
struct HostInstance {
    HostInstance() {
        VkApplicationInfo application{};
        application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
        application.apiVersion = VK_API_VERSION_1_2;
        VkInstanceCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
        info.pApplicationInfo = &application;
        expect(vkCreateInstance(&info, nullptr, &instance) == VK_SUCCESS, "the host makes an instance");
#ifdef VK_NO_PROTOTYPES
        volkLoadInstance(instance);
#endif
        std::uint32_t count = 1;
        expect(vkEnumeratePhysicalDevices(instance, &count, &physical) >= VK_SUCCESS && count == 1,
               "there is a device");
        std::uint32_t families = 0;
        vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
        std::vector<VkQueueFamilyProperties> properties(families);
        vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, properties.data());
        while (family < families && (properties[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
            ++family;
        }
        expect(family < families, "the device has a compute queue");
    }
    HostInstance(const HostInstance&) = delete;
    HostInstance& operator=(const HostInstance&) = delete;
    ~HostInstance() {
        // All objects of vkalgo are destroyed. The host's own calls must still reach the driver, and the device must
        // still exist.
        expect(vkDeviceWaitIdle(device) == VK_SUCCESS, "the host's device outlives vkalgo");
        vkDestroyDevice(device, nullptr);
        vkDestroyInstance(instance, nullptr);
    }

    void make_device(const VkPhysicalDeviceFeatures2* features, std::span<const char* const> extensions) {
        const float priority = 1.0f;
        VkDeviceQueueCreateInfo queue_info{};
        queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
        queue_info.queueFamilyIndex = family;
        queue_info.queueCount = 1;
        queue_info.pQueuePriorities = &priority;
        VkDeviceCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
        info.pNext = features;
        info.queueCreateInfoCount = 1;
        info.pQueueCreateInfos = &queue_info;
        info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
        info.ppEnabledExtensionNames = extensions.data();
        expect(vkCreateDevice(physical, &info, nullptr, &device) == VK_SUCCESS, "the host makes a device");
#ifdef VK_NO_PROTOTYPES
        volkLoadDevice(device);
#endif
        vkGetDeviceQueue(device, family, 0, &queue);
    }

    /// Returns the device without features and extensions, which the caller adds.
    vkalgo::HostDevice lend() const {
        vkalgo::HostDevice host;
        host.get_instance_proc_addr = vkGetInstanceProcAddr;
        host.instance = instance;
        host.physical_device = physical;
        host.device = device;
        host.queue = queue;
        host.queue_family = family;
        host.api_version = VK_API_VERSION_1_2;
        return host;
    }

    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    std::uint32_t family = 0;
};

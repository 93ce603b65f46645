#pragma once

#include "tests/support/foreign_device.hpp"

#include <string_view>

namespace vkalgo::test {

/// Hooks in the loader of a host application: they report a device with other limits.
struct ReportedLimits {
    static inline PFN_vkGetInstanceProcAddr loader = nullptr;
    static inline PFN_vkGetPhysicalDeviceProperties2 properties2 = nullptr;
    static inline void (*change)(VkPhysicalDeviceLimits&) = nullptr;

    static void VKAPI_CALL changed_properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
        properties2(device, properties);
        change(properties->properties.limits);
    }

    static PFN_vkVoidFunction VKAPI_CALL changed_loader(VkInstance instance, const char* name) {
        const PFN_vkVoidFunction found = loader(instance, name);
        if (std::string_view(name) != "vkGetPhysicalDeviceProperties2") {
            return found;
        }
        properties2 = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&changed_properties2);
    }
};

/// Returns the host with a loader that reports the limits as `change` changes them. The hooks are global: the result is
/// valid until the next call.
inline HostDevice with_limits(HostDevice host, void (*change)(VkPhysicalDeviceLimits&)) {
    ReportedLimits::loader = host.get_instance_proc_addr;
    ReportedLimits::change = change;
    host.get_instance_proc_addr = ReportedLimits::changed_loader;
    return host;
}

/// Returns a context that allows storage buffers to begin at every multiple of 4 bytes, although vectors of 16 bytes
/// need more. Submit no work to it that binds a buffer at an offset that the device does not allow.
inline std::unique_ptr<Context> context_aligned_to_4_bytes(const ForeignDevice& foreign) {
    const HostDevice host =
        with_limits(foreign.host(), [](VkPhysicalDeviceLimits& limits) { limits.minStorageBufferOffsetAlignment = 4; });
    return take(Context::adopt(host));
}

}  // namespace vkalgo::test

#pragma once

// Internal to the engine: the system's Vulkan loader, and an instance made through it.
#include "context.hpp"
#include "device_facts.hpp"
#include "dispatch_table.hpp"

#include <mutex>

namespace vkalgo {

/// Returns the mutex to lock while creating or destroying an instance or a device, or querying its functions. The
/// loader then iterates over the instances and devices of all threads without protecting itself against threads that
/// destroy their own instances or devices (github.com/KhronosGroup/Vulkan-Loader, pull request 1471 and issue 2018).
std::mutex& loader_mutex();

/// Returns vkGetInstanceProcAddr of libvulkan.so.1. The library stays open until the process ends, because threads of a
/// driver may still run after its instance was destroyed. Errors: no_device.
Result<PFN_vkGetInstanceProcAddr> open_loader();

/// Creates an instance. Errors: no_device, unsupported (loader below Vulkan 1.2, or `validate` without the layer).
Result<VkInstance> create_instance(PFN_vkGetInstanceProcAddr get, bool validate);
/// Takes over an instance that was made by open_loader()'s functions, and destroys it when the next instance is passed.
/// One instance therefore always remains, so that the loader does not unload the drivers: NVIDIA's driver 580.159.04
/// cannot be loaded again after it was loaded about 36 times. The caller must hold loader_mutex().
void end_instance(VkInstance instance, PFN_vkDestroyInstance destroy);
Result<std::vector<VkPhysicalDevice>> enumerate_devices(const DispatchTable& table, VkInstance instance);

/// A listed device and the facts read from it.
struct Candidate {
    VkPhysicalDevice device = VK_NULL_HANDLE;
    DeviceFacts facts;
    DeviceListing listing;
    std::uint32_t queue_family = 0;
};
Result<std::vector<Candidate>> read_candidates(const DispatchTable& table, VkInstance instance);

}  // namespace vkalgo

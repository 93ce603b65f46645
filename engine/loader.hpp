#pragma once

// Internal to the engine: the system's Vulkan loader, and an instance made through it.
#include "context.hpp"
#include "device_facts.hpp"
#include "dispatch_table.hpp"

#include <mutex>

namespace vkalgo {

/// Lock this to create or destroy an instance or a device, or to ask for its functions: the loader then walks the
/// instances and devices of all threads, and does not guard itself against others that take theirs apart
/// (github.com/KhronosGroup/Vulkan-Loader, pull request 1471 and issue 2018).
std::mutex& loader_mutex();

/// vkGetInstanceProcAddr of libvulkan.so.1, which stays open until the process ends: threads of a driver may still run
/// when its instance has ended. Errors: no_device.
Result<PFN_vkGetInstanceProcAddr> open_loader();

/// Errors: no_device, unsupported (loader below Vulkan 1.2, or `validate` without the layer).
Result<VkInstance> create_instance(PFN_vkGetInstanceProcAddr get, bool validate);
/// Ends an instance made by open_loader()'s functions when the next one comes: one is always left, so that the loader
/// does not unload the drivers. NVIDIA's 580.159.04 cannot be loaded again after some 36 times. The caller holds
/// loader_mutex().
void end_instance(VkInstance instance, PFN_vkDestroyInstance destroy);
Result<std::vector<VkPhysicalDevice>> enumerate_devices(const DispatchTable& table, VkInstance instance);

/// A device as listed, with what was read of it.
struct Candidate {
    VkPhysicalDevice device = VK_NULL_HANDLE;
    DeviceFacts facts;
    DeviceListing listing;
    std::uint32_t queue_family = 0;
};
Result<std::vector<Candidate>> read_candidates(const DispatchTable& table, VkInstance instance);

}  // namespace vkalgo

#pragma once

// Internal to the engine: the system's Vulkan loader, and an instance made through it.
#include "context.hpp"
#include "device_facts.hpp"
#include "dispatch_table.hpp"

#include <memory>
#include <mutex>

namespace vkalgo {

/// Lock this to create or destroy an instance or a device, or to ask for its functions: the loader then walks the
/// instances and devices of all threads, and does not guard itself against others that take theirs apart
/// (github.com/KhronosGroup/Vulkan-Loader, pull request 1471 and issue 2018).
std::mutex& loader_mutex();

/// libvulkan.so.1, held open while this lives.
struct Context::Loader {
    Loader() = default;
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    ~Loader();
    /// `given`, or the loader's own vkGetInstanceProcAddr. Errors: no_device.
    Result<PFN_vkGetInstanceProcAddr> open(PFN_vkGetInstanceProcAddr given);

    void* library = nullptr;
    /// set when objects had to be abandoned: the driver's threads may still run
    bool keep_open = false;
};

/// Errors: no_device, unsupported (loader below Vulkan 1.2, or `validate` without the layer).
Result<VkInstance> create_instance(PFN_vkGetInstanceProcAddr get, bool validate);
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

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

enum class DeviceType { discrete, integrated, virtual_gpu, software, other };
const char* to_string(DeviceType type);

/// What a device can do for us: supported *and* enabled. Algorithms plan from this and from nothing else, so a plan is
/// a pure function that tests can run without a GPU. Sizes are bytes unless the name says otherwise.
struct DeviceProfile {
    /// as the driver reports it
    std::string name;
    /// driver name and version, e.g. "llvmpipe Mesa 22.3.6"
    std::string driver;
    DeviceType type = DeviceType::other;
    std::uint32_t vendor_id = 0;
    /// VK_MAKE_API_VERSION; at least 1.2
    std::uint32_t api_version = 0;

    // Limits. The defaults are the least that Vulkan 1.2 promises.
    std::uint32_t max_workgroup_invocations = 128;
    std::array<std::uint32_t, 3> max_workgroup_size{128, 128, 64};
    std::array<std::uint32_t, 3> max_workgroup_count{65535, 65535, 65535};
    /// of one workgroup
    std::uint32_t shared_memory = 16384;
    /// of one storage-buffer binding
    std::uint64_t max_storage_range = 1ull << 27;
    /// of a storage-buffer binding's offset
    std::uint64_t storage_offset_alignment = 256;
    /// of one uniform-buffer binding
    std::uint64_t max_uniform_range = 16384;
    /// of a uniform-buffer binding's offset
    std::uint64_t uniform_offset_alignment = 256;
    /// one device-memory allocation
    std::uint64_t max_allocation = 1ull << 30;
    /// the largest device-local heap, less what others hold where the driver tells
    std::uint64_t device_memory = 0;
    std::uint32_t max_push_constants = 128;
    /// bound at once in one kernel
    std::uint32_t max_storage_buffers = 4;
    /// nanoseconds a tick; 0 if the queue has no timestamps
    double timestamp_period = 0;
    std::uint32_t timestamp_bits = 0;

    // Subgroups. `subgroup_size` is what a kernel gets unless it requires another between min and max.
    std::uint32_t subgroup_size = 1;
    std::uint32_t min_subgroup_size = 1;
    std::uint32_t max_subgroup_size = 1;
    /// a kernel may require a size and full subgroups
    bool subgroup_size_control = false;
    bool subgroup_vote = false;
    bool subgroup_ballot = false;
    bool subgroup_arithmetic = false;
    bool subgroup_shuffle = false;
    bool subgroup_shuffle_relative = false;

    // Optional features, each with a path without it.
    bool push_descriptors = false;
    bool int8 = false, int16 = false, int64 = false, float16 = false, float64 = false;
    bool storage_8bit = false, storage_16bit = false;
    /// on storage buffers
    bool int64_atomics = false;
    bool buffer_device_address = false;
    /// Vulkan memory model with device scope
    bool memory_model_device_scope = false;
    bool timeline_semaphores = false;
    /// VK_EXT_memory_budget
    bool memory_budget = false;

    // Quirks.
    /// An invocation stops silently after so many loop iterations in total; 0: no such limit. (lavapipe: 65,535)
    std::uint32_t max_loop_iterations = 0;
    /// A workgroup that waits on an earlier-started one sees it finish. False unless known from experience.
    bool cross_workgroup_progress = false;
};

/// Takes capabilities away from a profile, never adds: how a test plays a smaller device.
using Narrow = std::function<void(DeviceProfile&)>;

/// What a host should enable before it creates the device that vkalgo adopts: all of it is optional, and what is not
/// enabled is not used. `chain()` is valid while this object lives and is not moved.
class FeatureRequest {
public:
    /// Everything vkalgo can use of what `physical_device` supports. `get_instance_proc_addr` is the host's loader.
    static FeatureRequest supported(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                    VkPhysicalDevice physical_device);

    /// for VkDeviceCreateInfo::pNext
    const VkPhysicalDeviceFeatures2* chain();
    const std::vector<const char*>& extensions() const { return extensions_; }

private:
    friend struct ProfileReader;
    void link();

    VkPhysicalDeviceFeatures2 features_{};
    VkPhysicalDeviceVulkan11Features features11_{};
    VkPhysicalDeviceVulkan12Features features12_{};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_{};
    std::vector<const char*> extensions_;
    bool has_subgroup_size_ = false;
};

}  // namespace vkalgo

#pragma once

#include "result.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
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
    /// one buffer, whatever memory it has; max_allocation where the device does not say (below Vulkan 1.3 and without
    /// VK_KHR_maintenance4)
    std::uint64_t max_buffer = ~0ull;
    /// the largest device-local heap, less what other processes hold, if the driver says so
    std::uint64_t device_memory = 0;
    /// that run workgroups beside each other (streaming multiprocessors, compute units, a software device's threads);
    /// 0: not known. No limit: a plan sizes its grids by it.
    std::uint32_t processors = 0;
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
    /// subgroups of one workgroup whose kernel requires a size; 0: not known
    std::uint32_t max_workgroup_subgroups = 0;
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
    bool storage_image_extended_formats = false;
    bool storage_image_read_without_format = false, storage_image_write_without_format = false;
    /// VK_EXT_memory_budget
    bool memory_budget = false;
    /// VK_NV_cooperative_matrix, and of its shapes that of 16 x 16 x 16 f16 which a subgroup adds up as f32
    bool cooperative_matrix = false;

    // Quirks.
    /// An invocation stops silently after so many loop iterations in total; 0: no such limit. (lavapipe: 65,535)
    std::uint32_t max_loop_iterations = 0;
    /// A workgroup that waits on an earlier-started one sees it finish. False unless known from experience.
    bool cross_workgroup_progress = false;
    /// Under the Vulkan memory model an access of shared memory that is made visible to the workgroup acts as an
    /// execution barrier: wrong where subgroups go different ways. (llvmpipe)
    bool visibility_is_barrier = false;
    /// The driver allocates more than max_allocation at once, all memory there is. False unless known from experience.
    /// (NVIDIA's says 4 GiB - 2 MiB; on an H200 it allocated 130 GiB.)
    bool larger_allocations = false;

    /// Bytes of the largest buffer with memory of its own that can be made.
    std::uint64_t largest_buffer() const {
        const std::uint64_t memory = !larger_allocations ? max_allocation : device_memory;
        return max_buffer < memory ? max_buffer : memory;
    }
};

/// Takes capabilities away from a profile, never adds: how a test plays a smaller device.
using Narrow = std::function<void(DeviceProfile&)>;

/// What a host should enable before it creates the device that vkalgo adopts: all of it is optional, and what is not
/// enabled is not used. The chain, by itself or within the host's, is valid while this object lives and is not moved.
class FeatureRequest {
public:
    /// Everything vkalgo can use of what `physical_device` supports. `get_instance_proc_addr` is the host's loader.
    /// Errors: invalid_argument (a null handle), unsupported (a device below Vulkan 1.2), no_device (a loader that
    /// lacks functions), out_of_memory.
    static Result<FeatureRequest> supported(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                            VkPhysicalDevice physical_device);

    /// For VkDeviceCreateInfo::pNext of a host that enables nothing of its own.
    const VkPhysicalDeviceFeatures2* chain();
    /// Adds what is requested to the features that a host enables anyway: sets it in the structures of the host's chain
    /// that hold it, those of a Vulkan version or those of one feature, and appends the others. No structure stands
    /// twice afterwards, and none beside the one of the Vulkan version that took it in. Nothing is switched off.
    /// `features` is then for VkDeviceCreateInfo::pNext and HostDevice::enabled_features. Into one chain at a time.
    void merge_into(VkPhysicalDeviceFeatures2& features);

    /// Names of device extensions to enable; they live as long as the program.
    const std::vector<const char*>& extensions() const { return extensions_; }
    /// The host's extensions, and those requested that are not among them.
    std::vector<const char*> merged_extensions(std::span<const char* const> host) const;

private:
    friend struct ProfileReader;
    /// into a chain without VkPhysicalDeviceVulkan12Features
    void merge_separate_12(VkPhysicalDeviceFeatures2& features);

    /// what is requested, in the structures of the Vulkan versions
    VkPhysicalDeviceFeatures2 features_{};
    VkPhysicalDeviceVulkan11Features features11_{};
    VkPhysicalDeviceVulkan12Features features12_{};
    bool has_subgroup_size_ = false;
    bool has_cooperative_matrix_ = false;
    std::vector<const char*> extensions_;

    /// appended to a host's chain
    VkPhysicalDevice16BitStorageFeatures storage_16bit_{};
    VkPhysicalDevice8BitStorageFeatures storage_8bit_{};
    VkPhysicalDeviceShaderFloat16Int8Features float16_int8_{};
    VkPhysicalDeviceShaderAtomicInt64Features int64_atomics_{};
    VkPhysicalDeviceBufferDeviceAddressFeatures device_address_{};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline_semaphores_{};
    VkPhysicalDeviceVulkanMemoryModelFeatures memory_model_{};
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_{};
    VkPhysicalDeviceCooperativeMatrixFeaturesNV cooperative_matrix_{};
};

}  // namespace vkalgo

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

/// The supported *and* enabled capabilities of a device. Algorithms plan from this alone, so a plan is a pure function
/// that tests can run without a GPU. Sizes are in bytes unless the name says otherwise.
struct DeviceProfile {
    /// The name that the driver reports.
    std::string name;
    /// Driver name and version, e.g. "llvmpipe Mesa 22.3.6".
    std::string driver;
    DeviceType type = DeviceType::other;
    std::uint32_t vendor_id = 0;
    /// The Vulkan version in the form of VK_MAKE_API_VERSION; at least 1.2.
    std::uint32_t api_version = 0;

    // Limits. The defaults are the least that Vulkan 1.2 promises, where it promises anything.
    std::uint32_t max_workgroup_invocations = 128;
    std::array<std::uint32_t, 3> max_workgroup_size{128, 128, 64};
    std::array<std::uint32_t, 3> max_workgroup_count{65535, 65535, 65535};
    /// Bytes of shared memory that a workgroup may use.
    std::uint32_t shared_memory = 16384;
    /// The largest size of a storage-buffer binding.
    std::uint64_t max_storage_range = 1ull << 27;
    /// Required alignment of a storage-buffer binding's offset.
    std::uint64_t storage_offset_alignment = 256;
    /// The largest size of a uniform-buffer binding.
    std::uint64_t max_uniform_range = 16384;
    /// Required alignment of a uniform-buffer binding's offset.
    std::uint64_t uniform_offset_alignment = 256;
    /// The largest size of a device-memory allocation. Not above device_memory, whatever the driver reports.
    std::uint64_t max_allocation = 1ull << 30;
    /// The largest size of a buffer, whatever its memory. Equals max_allocation if the device does not report it (below
    /// Vulkan 1.3 and without VK_KHR_maintenance4).
    std::uint64_t max_buffer = ~0ull;
    /// The size of the largest device-local heap, minus what other processes use if the driver reports that.
    std::uint64_t device_memory = 0;
    /// The number of processors that run workgroups concurrently (streaming multiprocessors, compute units, a software
    /// device's threads). 0 means not known. It is not a limit: plans derive grid sizes from it.
    std::uint32_t processors = 0;
    std::uint32_t max_push_constants = 128;
    /// The most storage buffers that a kernel may bind.
    std::uint32_t max_storage_buffers = 4;
    /// Nanoseconds per tick. 0 if the queue has no timestamps.
    double timestamp_period = 0;
    std::uint32_t timestamp_bits = 0;

    // Subgroups. A kernel gets `subgroup_size` unless it requires another size between min and max.
    std::uint32_t subgroup_size = 1;
    std::uint32_t min_subgroup_size = 1;
    std::uint32_t max_subgroup_size = 1;
    /// Whether a kernel may require a subgroup size and full subgroups.
    bool subgroup_size_control = false;
    /// The most subgroups in a workgroup of a kernel that requires a subgroup size. 0 means not known.
    std::uint32_t max_workgroup_subgroups = 0;
    bool subgroup_vote = false;
    bool subgroup_ballot = false;
    bool subgroup_arithmetic = false;
    bool subgroup_shuffle = false;
    bool subgroup_shuffle_relative = false;

    // Optional features. Each has a fallback path.
    bool push_descriptors = false;
    bool int8 = false, int16 = false, int64 = false, float16 = false, float64 = false;
    bool storage_8bit = false, storage_16bit = false;
    /// Atomic operations on 64-bit integers in storage buffers.
    bool int64_atomics = false;
    bool buffer_device_address = false;
    /// Vulkan memory model with device scope.
    bool memory_model_device_scope = false;
    bool timeline_semaphores = false;
    bool storage_image_extended_formats = false;
    bool storage_image_read_without_format = false, storage_image_write_without_format = false;
    /// VK_EXT_memory_budget.
    bool memory_budget = false;
    /// VK_NV_cooperative_matrix with the shape 16 x 16 x 16 of f16, accumulated as f32, at subgroup scope.
    bool cooperative_matrix = false;

    // Quirks.
    /// An invocation stops silently after this many loop iterations in total. 0 means no such limit. (Mesa's llvmpipe:
    /// 65,535.)
    std::uint32_t max_loop_iterations = 0;
    /// A workgroup that waits for a workgroup started earlier makes progress. False unless known from experience.
    bool cross_workgroup_progress = false;
    /// Under the Vulkan memory model, a shared-memory access that is made visible to the workgroup acts as an execution
    /// barrier. Kernels whose subgroups take different branches are then wrong. (llvmpipe.)
    bool visibility_is_barrier = false;
    /// A kernel may compute wrong results if the length of an array in shared memory is computed from specialization
    /// constants. So the engine computes such lengths itself. (Reported for Qualcomm's driver of the Adreno 840:
    /// github.com/Tencent/ncnn, pull request 6972.)
    bool computed_lengths_fail = false;
    /// The driver can allocate more than max_allocation at once, up to all memory. False unless known from experience.
    /// (NVIDIA's driver reports 4 GiB - 2 MiB; on an H200 it allocated 130 GiB.)
    bool larger_allocations = false;

    /// Returns the alignment of the offset of a storage-buffer binding that a kernel accesses in vectors of 16 bytes.
    std::uint64_t vector_offset_alignment() const {
        return storage_offset_alignment > 16 ? storage_offset_alignment : 16;
    }

    /// Returns true if kernels may rely on the lanes of their subgroups in workgroups of `invocations` x 1 x 1: every
    /// subgroup has subgroup_size invocations, and none is missing. On a GPU this holds only for kernels that require
    /// required_subgroup_size(), since a driver may otherwise take another size or leave subgroups partly empty. The
    /// subgroups of software devices are full in any case. Where this is false, lanes must exchange values through
    /// shared memory.
    bool full_subgroups(std::uint32_t invocations) const {
        if (subgroup_size == 0 || (subgroup_size & (subgroup_size - 1)) != 0 || invocations % subgroup_size != 0) {
            return false;
        }
        const bool few = max_workgroup_subgroups == 0 || invocations / subgroup_size <= max_workgroup_subgroups;
        return subgroup_size_control ? few : type == DeviceType::software;
    }
    /// Returns KernelInfo::required_subgroup_size of the kernels that rely on full subgroups.
    std::uint32_t required_subgroup_size() const { return subgroup_size_control ? subgroup_size : 0; }

    /// Returns the bytes of the largest buffer with memory of its own that can be created.
    std::uint64_t largest_buffer() const {
        const std::uint64_t memory = !larger_allocations ? max_allocation : device_memory;
        return max_buffer < memory ? max_buffer : memory;
    }
};

/// A function that removes capabilities from a profile, and never adds any. Tests use it to simulate a smaller device.
using Narrow = std::function<void(DeviceProfile&)>;

/// The features that a host application should enable when it creates the device that vkalgo adopts. All are optional;
/// vkalgo does not use what is not enabled. The chain, alone or within the host's, is valid while this object lives and
/// is not moved.
class FeatureRequest {
public:
    /// Returns every supported feature of `physical_device` that vkalgo can use. `get_instance_proc_addr` is the host's
    /// loader. Errors: invalid_argument (a null handle), unsupported (a device below Vulkan 1.2), no_device (a loader
    /// that lacks functions), out_of_memory.
    static Result<FeatureRequest> supported(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                            VkPhysicalDevice physical_device);

    /// Returns the chain for VkDeviceCreateInfo::pNext of a host that enables nothing of its own.
    const VkPhysicalDeviceFeatures2* chain();
    /// Adds the requested features to those that a host enables anyway. Sets them in the structures of the host's chain
    /// that contain them (those of a Vulkan version or of a single feature) and appends the missing structures.
    /// Afterwards no structure occurs twice, and no feature has both its own structure and that of a Vulkan version. No
    /// feature is switched off. Use `features` for VkDeviceCreateInfo::pNext and HostDevice::enabled_features. Only one
    /// chain can use this object at a time.
    void merge_into(VkPhysicalDeviceFeatures2& features);

    /// Returns the names of the device extensions to enable. They are valid as long as the program runs.
    const std::vector<const char*>& extensions() const { return extensions_; }
    /// Returns the host's extensions followed by the requested ones that are missing from them.
    std::vector<const char*> merged_extensions(std::span<const char* const> host) const;

private:
    friend struct ProfileReader;
    /// Merges into a chain without VkPhysicalDeviceVulkan12Features.
    void merge_separate_12(VkPhysicalDeviceFeatures2& features);

    /// The requested features, in the structures of the Vulkan versions.
    VkPhysicalDeviceFeatures2 features_{};
    VkPhysicalDeviceVulkan11Features features11_{};
    VkPhysicalDeviceVulkan12Features features12_{};
    bool has_subgroup_size_ = false;
    bool has_cooperative_matrix_ = false;
    std::vector<const char*> extensions_;

    /// Structures that are appended to a host's chain.
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

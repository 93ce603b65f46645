#pragma once

#include "device_profile.hpp"
#include "result.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

struct DispatchTable;
class Kernel;
class KernelCache;
struct KernelInfo;

/// A device that a host application made. Vulkan cannot query what was enabled on a VkDevice, so the host states it
/// here. Everything named here must outlive the Context.
struct HostDevice {
    PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical_device = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    /// Used only by Runner. Recording needs no queue.
    VkQueue queue = VK_NULL_HANDLE;
    /// The family must support compute.
    std::uint32_t queue_family = 0;
    /// The version that was passed to vkCreateInstance; at least VK_API_VERSION_1_2.
    std::uint32_t api_version = 0;
    /// Device extensions.
    std::span<const char* const> enabled_extensions;
    /// The features as passed to vkCreateDevice, with their pNext chain. Null means no features.
    const VkPhysicalDeviceFeatures2* enabled_features = nullptr;
    /// The host's own cache, or VK_NULL_HANDLE.
    VkPipelineCache pipeline_cache = VK_NULL_HANDLE;
};

/// The parameters of Context::create.
struct ContextOptions {
    /// An index in the result of list_devices(), from 0, or a part of a device's name in upper or lower case. If empty,
    /// the first usable device of the best type is used. The order of the types is discrete, integrated, virtual, other
    /// and software.
    std::string device;
    /// Whether to enable the validation layer with synchronization validation. Its messages are counted and passed to
    /// `on_message`.
    bool validate = false;
    /// Called for every validation warning or error.
    std::function<void(std::string_view)> on_message;
    /// Simulates a smaller device. Capabilities that `narrow` removes are not enabled on the device either.
    Narrow narrow;
    /// Bytes of device memory that all buffers of this context may hold together. 0 means no limit.
    std::uint64_t memory_limit = 0;
    /// A file from which the pipeline cache is loaded and to which it is stored. Empty means no file.
    std::string pipeline_cache;
    /// Null means the system's loader (libvulkan.so.1).
    PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
};

/// A device, and whether Context::create could use it.
struct DeviceListing {
    DeviceProfile profile;
    bool usable = false;
    /// Why the device is not usable; empty if it is.
    std::string reason;
};

/// Returns the devices of this machine in the loader's order. Errors: no_device if the machine has no loader or no
/// driver.
Result<std::vector<DeviceListing>> list_devices(PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr);

/// An instance, a device and a queue, either created or adopted from a host. A Context cannot be copied or moved,
/// because objects made from it keep a reference to it; the context must outlive these objects. Several contexts may
/// coexist; threads that create or destroy one take turns. Thread-safe except for the destructor. Only Runner uses the
/// queue; it holds `queue_mutex` while it submits. A host that submits to the same queue from another thread must lock
/// `queue_mutex` too.
class Context {
public:
    /// Creates an instance, a device and a queue. Errors: no_device, unsupported (less than Vulkan 1.2, no compute
    /// queue, layers missing), invalid_argument (unknown device name).
    static Result<std::unique_ptr<Context>> create(const ContextOptions& options = {});
    /// Uses the host's instance and device, and never destroys them. Errors: invalid_argument (a null handle, a queue
    /// family without compute, an extension that is listed but not enabled), unsupported (less than Vulkan 1.2).
    static Result<std::unique_ptr<Context>> adopt(const HostDevice& host);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Returns what the device supports and what is enabled on it.
    const DeviceProfile& profile() const { return profile_; }
    /// Returns the table of Vulkan functions that every call of this context uses.
    const DispatchTable& table() const { return *table_; }
    /// Returns the writable table. Tests replace an entry of it to inject a fault.
    DispatchTable& table() { return *table_; }
    /// Returns the context's own instance or the host's.
    VkInstance instance() const { return instance_; }
    /// Returns the physical device in use.
    VkPhysicalDevice physical_device() const { return physical_device_; }
    /// Returns the context's own device or the host's.
    VkDevice device() const { return device_; }
    /// Returns the queue to which a Runner submits.
    VkQueue queue() const { return queue_; }
    /// Returns the queue family for which command buffers are made.
    std::uint32_t queue_family() const { return queue_family_; }
    /// Returns the pipeline cache, which may be null.
    VkPipelineCache pipeline_cache() const { return pipeline_cache_; }
    /// Returns the memory heaps and memory types of the device.
    const VkPhysicalDeviceMemoryProperties& memory_properties() const { return memory_properties_; }

    /// Returns the bytes of device memory that this context's buffers hold now.
    std::uint64_t memory_in_use() const { return memory_in_use_.load(); }
    /// Returns the most bytes that the buffers held at one time since creation or the last reset_peak_memory().
    std::uint64_t peak_memory() const { return peak_memory_.load(); }
    /// Sets peak_memory() to the bytes held now.
    void reset_peak_memory() { peak_memory_.store(memory_in_use_.load()); }
    /// Returns the bytes that all buffers together may hold. 0 means no limit.
    std::uint64_t memory_limit() const { return memory_limit_; }
    /// Returns the number of validation warnings and errors since creation. 0 without `validate`.
    std::uint64_t validation_messages() const { return validation_messages_.load(); }

    /// Returns the mutex that is locked during each submission to queue().
    std::mutex& queue_mutex() { return queue_mutex_; }

    /// Does what check_vk() does and, if `result` says that the device is lost, also records the loss.
    Result<void> check(VkResult result, const char* call);
    /// Returns an error after the device was lost or a run timed out. Nothing more can be made or run then.
    Result<void> alive() const;
    /// Records that the work of `fence` did not finish in time, so that its resources may still be in use. For Runner.
    /// May be called for several fences.
    void set_unfinished(VkFence fence);
    /// Returns whether a destructor may destroy its objects; false while unfinished work may still use them. The first
    /// call waits up to five seconds for each unfinished fence. Later calls only check whether the fences have
    /// finished.
    bool may_destroy();

    /// Returns a kernel of this context. A kernel is compiled once per module, constants and subgroup size, and then
    /// kept in a cache. If the cache has many kernels, it drops some of those that no one else holds. Thread-safe: two
    /// threads that ask for the same kernel compile it once. The name is not part of the key: a kernel keeps the name
    /// of the first request. Errors: those of Kernel::create.
    Result<std::shared_ptr<const Kernel>> kernel(const KernelInfo& info);
    /// Returns the kernels of `infos`, in the same order.
    Result<std::vector<std::shared_ptr<const Kernel>>> kernels(std::span<const KernelInfo> infos);
    /// Drops the kernels that only the cache holds.
    void trim_kernels();
    /// Returns the number of kernels that are being compiled now. A program can use it to show its user why it waits.
    /// (Some drivers, such as llvmpipe, compile at a kernel's first dispatch instead.)
    int kernels_compiling() const;

    /// Reserves `bytes` of the memory limit, for Buffer. Errors: too_large (beyond memory_limit).
    Result<void> book_memory(std::uint64_t bytes);
    /// Gives reserved bytes back, for Buffer's destructor.
    void return_memory(std::uint64_t bytes);

private:
    Context();
    friend struct ContextBuilder;

    std::unique_ptr<DispatchTable> table_;
    DeviceProfile profile_;
    VkPhysicalDeviceMemoryProperties memory_properties_{};
    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    std::uint32_t queue_family_ = 0;
    VkPipelineCache pipeline_cache_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    bool owns_device_ = false;
    bool owns_loader_ = false;
    std::string pipeline_cache_file_;
    std::uint64_t memory_limit_ = 0;
    std::function<void(std::string_view)> on_message_;
    std::atomic<std::uint64_t> memory_in_use_{0};
    std::atomic<std::uint64_t> peak_memory_{0};
    std::atomic<std::uint64_t> validation_messages_{0};
    std::atomic<bool> lost_{false};
    /// Work that did not finish in time and has not been seen to finish since.
    struct Unfinished {
        VkFence fence;
        bool waited_for;
    };
    std::atomic<bool> timed_out_{false};
    std::vector<Unfinished> unfinished_;
    std::mutex unfinished_mutex_;
    std::mutex queue_mutex_;
    std::mutex message_mutex_;
    std::unique_ptr<KernelCache> kernels_;
};

}  // namespace vkalgo

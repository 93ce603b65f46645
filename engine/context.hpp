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

/// A device that a host application made. A VkDevice cannot be asked what was enabled on it, so the host says so.
/// Everything named here must outlive the Context.
struct HostDevice {
    PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical_device = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    /// used by Runner only; recording needs no queue
    VkQueue queue = VK_NULL_HANDLE;
    /// must support compute
    std::uint32_t queue_family = 0;
    /// given to vkCreateInstance; at least VK_API_VERSION_1_2
    std::uint32_t api_version = 0;
    /// device extensions
    std::span<const char* const> enabled_extensions;
    /// as passed to vkCreateDevice, with its pNext chain; null: none
    const VkPhysicalDeviceFeatures2* enabled_features = nullptr;
    /// the host's own, or none
    VkPipelineCache pipeline_cache = VK_NULL_HANDLE;
};

/// What Context::create makes.
struct ContextOptions {
    /// index in `list_devices`, or part of a name; empty: the fastest real GPU, else software
    std::string device;
    /// validation and synchronization-validation layers on; messages are counted and handed on
    bool validate = false;
    /// called for every validation warning or error
    std::function<void(std::string_view)> on_message;
    /// plays a smaller device: what it takes away is not enabled either
    Narrow narrow;
    /// bytes of device memory that buffers of this context may hold together; 0: no limit
    std::uint64_t memory_limit = 0;
    /// a file to load from and store to; empty: none
    std::string pipeline_cache;
    /// null: the system's loader (libvulkan.so.1)
    PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
};

/// A device that Context::create could take.
struct DeviceListing {
    DeviceProfile profile;
    bool usable = false;
    /// why not, if not usable
    std::string reason;
};

/// The devices of this machine in the loader's order. Errors: no_device if there is no loader or no driver.
Result<std::vector<DeviceListing>> list_devices(PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr);

/// An instance, a device and a queue: created, or adopted from a host. Neither copied nor moved, so that everything
/// made from it may keep a reference; it must outlive what was made from it. Several may coexist; threads that create
/// or destroy one take turns. Thread-safe except for the destructor. The queue is used by Runner only, which holds
/// `queue_mutex` while it submits: a host that submits to the same queue from another thread locks it too.
class Context {
public:
    /// Errors: no_device, unsupported (less than Vulkan 1.2, no compute queue, layers missing), invalid_argument
    /// (unknown device name).
    static Result<std::unique_ptr<Context>> create(const ContextOptions& options = {});
    /// Creates no instance and no device and destroys none. Errors: invalid_argument (a null handle), unsupported.
    static Result<std::unique_ptr<Context>> adopt(const HostDevice& host);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// What the device supports and what is enabled on it.
    const DeviceProfile& profile() const { return profile_; }
    /// The Vulkan functions that every call of this context goes through.
    const DispatchTable& table() const { return *table_; }
    /// the seam where tests swap an entry to inject a fault
    DispatchTable& table() { return *table_; }
    /// The context's own or the host's.
    VkInstance instance() const { return instance_; }
    /// The device in use.
    VkPhysicalDevice physical_device() const { return physical_device_; }
    /// The context's own or the host's.
    VkDevice device() const { return device_; }
    /// Where a Runner submits.
    VkQueue queue() const { return queue_; }
    /// The family that command buffers are for.
    std::uint32_t queue_family() const { return queue_family_; }
    /// May be null.
    VkPipelineCache pipeline_cache() const { return pipeline_cache_; }
    /// Heaps and types of the device.
    const VkPhysicalDeviceMemoryProperties& memory_properties() const { return memory_properties_; }

    /// Bytes of device memory that this context's buffers hold now, and the most they ever held together.
    std::uint64_t memory_in_use() const { return memory_in_use_.load(); }
    /// The most bytes that buffers held at one time since reset_peak_memory().
    std::uint64_t peak_memory() const { return peak_memory_.load(); }
    /// Starts peak_memory() at what is held now.
    void reset_peak_memory() { peak_memory_.store(memory_in_use_.load()); }
    /// Bytes that all buffers together may hold; 0: no limit.
    std::uint64_t memory_limit() const { return memory_limit_; }
    /// Validation warnings and errors since creation; 0 unless `validate`.
    std::uint64_t validation_messages() const { return validation_messages_.load(); }

    /// Held during each submission to queue().
    std::mutex& queue_mutex() { return queue_mutex_; }

    /// check_vk that also remembers a lost device.
    Result<void> check(VkResult result, const char* call);
    /// An Error once the device was lost or a run timed out: nothing more can be made or run then.
    Result<void> alive() const;
    /// For Runner: the work behind `fence` did not finish in time; what it uses may still be in use. Several may be so.
    void set_unfinished(VkFence fence);
    /// For destructors: false while unfinished work may still touch what they would destroy (they then leave it be).
    /// Waits for each such fence for up to five seconds, once; later calls ask whether it has finished since.
    bool may_destroy();

    /// A kernel of this context: compiled once for the same module, constants and subgroup size, and kept while anybody
    /// holds it; idle ones are dropped when there are many. Thread-safe: two threads that ask for one kernel compile it
    /// once. The module decides, not the name, which is that of the first request. Errors: those of Kernel::create.
    Result<std::shared_ptr<const Kernel>> kernel(const KernelInfo& info);
    /// The kernels of `infos`, in their order.
    Result<std::vector<std::shared_ptr<const Kernel>>> kernels(std::span<const KernelInfo> infos);
    /// Drops the kernels that nobody else holds.
    void trim_kernels();
    /// How many kernels are being compiled at this moment, for a program that tells its user why it waits. (Some
    /// drivers compile at a kernel's first dispatch instead: llvmpipe does.)
    int kernels_compiling() const;

    /// For Buffer: books `bytes`, or says why not (too_large beyond memory_limit).
    Result<void> book_memory(std::uint64_t bytes);
    /// Called by Buffer when it is destroyed.
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
    /// Work that did not finish in time, and that nobody has seen finish since.
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

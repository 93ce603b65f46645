#include "engine/context.hpp"

#include "engine/dispatch_table.hpp"
#include "engine/kernel_cache.hpp"
#include "engine/loader.hpp"
#include "engine/pipeline_cache.hpp"

namespace vkalgo {

Context::Context() : table_(std::make_unique<DispatchTable>()), kernels_(std::make_unique<KernelCache>()) {}

Context::~Context() {
    kernels_->clear();
    if (!owns_device_) {
        return;
    }
    if (!may_destroy()) {
        // The device still runs the work that timed out. Destroying the device while its threads run would crash the
        // process.
        return;
    }
    if (pipeline_cache_ != VK_NULL_HANDLE) {
        if (!lost_) {
            store_pipeline_cache(*table_, device_, pipeline_cache_, pipeline_cache_file_);
        }
        table_->device.vkDestroyPipelineCache(device_, pipeline_cache_, nullptr);
    }
    const std::lock_guard lock(loader_mutex());
    if (device_ != VK_NULL_HANDLE) {
        table_->device.vkDestroyDevice(device_, nullptr);
    }
    if (messenger_ != VK_NULL_HANDLE) {
        table_->vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    }
    if (instance_ == VK_NULL_HANDLE || table_->vkDestroyInstance == nullptr) {
        return;
    }
    if (owns_loader_) {
        end_instance(instance_, table_->vkDestroyInstance);
    } else {
        table_->vkDestroyInstance(instance_, nullptr);
    }
}

Result<void> Context::check(VkResult result, const char* call) {
    if (result == VK_ERROR_DEVICE_LOST) {
        lost_ = true;
    }
    return check_vk(result, call);
}

Result<void> Context::alive() const {
    if (lost_) {
        return Error{ErrorCode::device_lost,
                     "the device stopped earlier and cannot be used any more; make a new context", ""};
    }
    if (timed_out_) {
        return Error{ErrorCode::device_lost,
                     "an earlier run timed out, so its context cannot be used any more; make a new context", ""};
    }
    return {};
}

void Context::set_unfinished(VkFence fence) {
    const std::lock_guard lock(unfinished_mutex_);
    timed_out_ = true;
    unfinished_.push_back({fence, false});
}

bool Context::may_destroy() {
    if (!timed_out_) {
        return true;
    }
    constexpr std::uint64_t kPatience = 5'000'000'000;
    const std::lock_guard lock(unfinished_mutex_);
    std::vector<Unfinished> still;
    for (const Unfinished& work : unfinished_) {
        const VkResult result = work.waited_for
                                    ? table_->device.vkGetFenceStatus(device_, work.fence)
                                    : table_->device.vkWaitForFences(device_, 1, &work.fence, VK_TRUE, kPatience);
        // A lost device executes nothing more, so its objects may be destroyed.
        if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) {
            still.push_back({work.fence, true});
        }
    }
    unfinished_ = std::move(still);
    return unfinished_.empty();
}

Result<std::shared_ptr<const Kernel>> Context::kernel(const KernelInfo& info) {
    return kernels_->get(*this, info);
}

Result<std::vector<std::shared_ptr<const Kernel>>> Context::kernels(std::span<const KernelInfo> infos) {
    std::vector<std::shared_ptr<const Kernel>> made;
    for (const KernelInfo& info : infos) {
        VKALGO_TRY(auto one, kernel(info));
        made.push_back(std::move(one));
    }
    return made;
}

void Context::trim_kernels() {
    kernels_->trim();
}

int Context::kernels_compiling() const {
    return kernels_->compiling();
}

Result<void> Context::book_memory(std::uint64_t bytes) {
    std::uint64_t held = memory_in_use_.load();
    do {
        const std::uint64_t left = memory_limit_ > held ? memory_limit_ - held : 0;
        if (memory_limit_ != 0 && bytes > left) {
            return Error{ErrorCode::too_large,
                         std::to_string(bytes) + " bytes of device memory are needed, but only " +
                             std::to_string(left) + " of the limit of " + std::to_string(memory_limit_) +
                             " bytes are left",
                         "memory_limit"};
        }
    } while (!memory_in_use_.compare_exchange_weak(held, held + bytes));
    const std::uint64_t now = held + bytes;
    std::uint64_t peak = peak_memory_.load();
    while (peak < now && !peak_memory_.compare_exchange_weak(peak, now)) {
    }
    return {};
}

void Context::return_memory(std::uint64_t bytes) {
    memory_in_use_ -= bytes;
}

}  // namespace vkalgo

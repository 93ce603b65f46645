#pragma once

#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/device_profile.hpp>
#include <vkalgo/engine/result.hpp>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <vulkan/vulkan.h>

// The renderer's own Vulkan: it links libvulkan, creates its instance and its device, and lends them to vkalgo.

/// Throws if the call failed. This renderer uses exceptions; vkalgo does not, so its errors are converted here.
inline void check(VkResult result, const char* call) {
    if (result != VK_SUCCESS) {
        throw std::runtime_error(std::string(call) + " failed: " + std::to_string(result));
    }
}

template <class T>
T value_of(vkalgo::Result<T> result) {
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

/// A Vulkan handle with the call that destroys it.
template <class Handle>
class Owned {
public:
    Owned() = default;
    Owned(Handle handle, std::function<void(Handle)> destroy) : handle_(handle), destroy_(std::move(destroy)) {}
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept {
        Owned dead(std::move(other));
        swap(dead);
        return *this;
    }
    ~Owned() {
        if (handle_ != VK_NULL_HANDLE) {
            destroy_(handle_);
        }
    }
    Handle get() const { return handle_; }
    const Handle* address() const { return &handle_; }

private:
    void swap(Owned& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(destroy_, other.destroy_);
    }
    Handle handle_ = VK_NULL_HANDLE;
    std::function<void(Handle)> destroy_;
};

class Device {
public:
    /// With validation, every warning and error of the validation layers, synchronization validation included, is
    /// printed and counted.
    Device(const char* application, bool validate);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    VkDevice device() const { return device_.get(); }
    VkQueue queue() const { return queue_; }
    std::uint32_t queue_family() const { return queue_family_; }
    const std::string& name() const { return name_; }
    std::uint64_t validation_messages() const { return messages_; }

    /// Returns the first memory type of `allowed` that has the properties `wanted`; throws if no type has them.
    std::uint32_t memory_type(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const;

    /// Returns the description of this device for vkalgo. Valid while the Device exists.
    vkalgo::HostDevice lend();

private:
    void make_instance(const char* name, bool validate);
    void choose();
    void make_device();

    static constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_2;

    Owned<VkInstance> instance_;
    Owned<VkDebugUtilsMessengerEXT> messenger_;
    VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
    Owned<VkDevice> device_;
    VkQueue queue_ = VK_NULL_HANDLE;
    std::uint32_t queue_family_ = 0;
    std::string name_;
    std::uint64_t messages_ = 0;
    /// The enabled features; HostDevice points into it.
    vkalgo::FeatureRequest features_;
};

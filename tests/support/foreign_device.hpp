#pragma once

#include "engine/dispatch_table.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>
#include <vector>

namespace vkalgo::test {

/// The features that a foreign device enables.
struct ForeignOptions {
    /// A chain of structures, or null.
    const VkPhysicalDeviceFeatures2* features = nullptr;
    std::vector<const char*> extensions;
    /// If true, all features and extensions that vkalgo can use and the device has (FeatureRequest::supported) are
    /// enabled instead of `features` and `extensions`.
    bool everything = false;
    std::uint32_t api_version = VK_API_VERSION_1_2;
};

/// An instance, a device and a queue created by hand, as a host application would, under validation. A message fails
/// the test when the object is destroyed.
class ForeignDevice {
public:
    explicit ForeignDevice(const ForeignOptions& options = {});
    ForeignDevice(const ForeignDevice&) = delete;
    ForeignDevice& operator=(const ForeignDevice&) = delete;
    ~ForeignDevice();

    /// Returns the argument of Context::adopt; valid during this object's lifetime.
    HostDevice host() const;
    Messages& messages() { return messages_; }
    DispatchTable& table() { return table_; }
    VkInstance instance() const { return instance_; }
    VkPhysicalDevice physical_device() const { return physical_device_; }
    VkDevice device() const { return device_; }
    VkQueue queue() const { return queue_; }
    std::uint32_t queue_family() const { return queue_family_; }

    /// Records into a command buffer of the host's own pool, submits it on the host's queue and waits.
    void run(const std::function<void(VkCommandBuffer)>& record);

private:
    void make_instance();
    void make_messenger();
    void choose_device();
    void make_device();

    ForeignOptions options_;
    FeatureRequest request_;
    const VkPhysicalDeviceFeatures2* features_ = nullptr;
    Messages messages_;
    void* library_ = nullptr;
    DispatchTable table_;
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    std::uint32_t queue_family_ = 0;
    VkCommandPool pool_ = VK_NULL_HANDLE;
};

}  // namespace vkalgo::test

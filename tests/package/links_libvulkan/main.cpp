// A host that links libvulkan, makes its own instance and device by direct calls, and lends them to a
// static vkalgo. Were volk's function pointers among vkalgo's symbols, vkCreateInstance below would be a
// call into a pointer variable.
#include "../lcs.hpp"
#include <vkalgo/engine/device_profile.hpp>

#include <vulkan/vulkan.h>

int main() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo instance_info{};
    instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance_info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    expect(vkCreateInstance(&instance_info, nullptr, &instance) == VK_SUCCESS, "libvulkan makes an instance");

    std::uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    expect(vkEnumeratePhysicalDevices(instance, &count, &physical) >= VK_SUCCESS && count == 1, "there is a device");

    std::uint32_t families = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
    std::vector<VkQueueFamilyProperties> properties(families);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, properties.data());
    std::uint32_t family = 0;
    while (family < families && !(properties[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
        ++family;
    }
    expect(family < families, "the device has a compute queue");

    auto request = value_of(vkalgo::FeatureRequest::supported(&vkGetInstanceProcAddr, instance, physical), "features");
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue_info{};
    queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue_info.queueFamilyIndex = family;
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkDeviceCreateInfo device_info{};
    device_info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device_info.pNext = request.chain();
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue_info;
    device_info.enabledExtensionCount = static_cast<std::uint32_t>(request.extensions().size());
    device_info.ppEnabledExtensionNames = request.extensions().data();
    VkDevice device = VK_NULL_HANDLE;
    expect(vkCreateDevice(physical, &device_info, nullptr, &device) == VK_SUCCESS, "libvulkan makes a device");
    VkQueue queue = VK_NULL_HANDLE;
    vkGetDeviceQueue(device, family, 0, &queue);

    {
        vkalgo::HostDevice host;
        host.get_instance_proc_addr = &vkGetInstanceProcAddr;
        host.instance = instance;
        host.physical_device = physical;
        host.device = device;
        host.queue = queue;
        host.queue_family = family;
        host.api_version = VK_API_VERSION_1_2;
        host.enabled_extensions = request.extensions();
        host.enabled_features = request.chain();
        const auto context = value_of(vkalgo::Context::adopt(host), "adopt");
        round_trip(*context);
        lcs(*context);
    }
    // vkalgo is gone; the host's own calls still reach the driver, and the device is still the host's.
    expect(vkDeviceWaitIdle(device) == VK_SUCCESS, "the host's device outlives vkalgo");
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
    std::puts("ok");
}

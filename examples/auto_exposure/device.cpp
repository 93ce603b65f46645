#include "device.hpp"

#include <cstdio>
#include <vector>

namespace {

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* count) {
    ++*static_cast<std::uint64_t*>(count);
    std::fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

/// Returns a queue family with graphics and compute, or -1 if no family has both.
int drawing_family(VkPhysicalDevice device) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    constexpr VkQueueFlags kWanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (std::uint32_t k = 0; k < count; ++k) {
        if ((families[k].queueFlags & kWanted) == kWanted) {
            return static_cast<int>(k);
        }
    }
    return -1;
}

}  // namespace

Device::Device(const char* application, bool validate) {
    make_instance(application, validate);
    choose();
    make_device();
}

Device::~Device() {
    if (device() != VK_NULL_HANDLE) {
        vkDeviceWaitIdle(device());
    }
}

void Device::make_instance(const char* name, bool validate) {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = name;
    application.apiVersion = kApiVersion;
    const VkValidationFeatureEnableEXT synchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = &synchronization;
    VkDebugUtilsMessengerCreateInfoEXT messages{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messages.pNext = &features;  // Validates vkCreateInstance and vkDestroyInstance too
    messages.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messages.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messages.pfnUserCallback = on_message;
    messages.pUserData = &messages_;

    const char* const layer = "VK_LAYER_KHRONOS_validation";
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (validate) {
        info.pNext = &messages;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    VkInstance instance = VK_NULL_HANDLE;
    check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
    instance_ = {instance, [](VkInstance dead) { vkDestroyInstance(dead, nullptr); }};
    if (!validate) {
        return;
    }
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"));
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"));
    messages.pNext = nullptr;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    check(create(instance, &messages, nullptr, &messenger), "vkCreateDebugUtilsMessengerEXT");
    messenger_ = {messenger, [=](VkDebugUtilsMessengerEXT dead) { destroy(instance, dead, nullptr); }};
}

void Device::choose() {
    std::uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance_.get(), &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance_.get(), &count, devices.data());
    int best_rank = -1;
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties{};
        vkGetPhysicalDeviceProperties(device, &properties);
        const int family = drawing_family(device);
        const int rank = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU     ? 3
                         : properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ? 2
                         : properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU            ? 0
                                                                                           : 1;
        if (family >= 0 && properties.apiVersion >= kApiVersion && rank > best_rank) {
            best_rank = rank;
            physical_device_ = device;
            queue_family_ = static_cast<std::uint32_t>(family);
            name_ = properties.deviceName;
        }
    }
    if (best_rank < 0) {
        throw std::runtime_error("no device here has Vulkan 1.2 and a queue for graphics and compute");
    }
}

void Device::make_device() {
    const float priority = 1.0F;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = queue_family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;

    // vkalgo reports the features of this device that it can use. All of them are optional; this renderer itself needs
    // nothing beyond Vulkan 1.2, so it creates the device with the request as it is.
    features_ = value_of(vkalgo::FeatureRequest::supported(vkGetInstanceProcAddr, instance_.get(), physical_device_));
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = features_.chain();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(features_.extensions().size());
    info.ppEnabledExtensionNames = features_.extensions().data();
    VkDevice device = VK_NULL_HANDLE;
    check(vkCreateDevice(physical_device_, &info, nullptr, &device), "vkCreateDevice");
    device_ = {device, [](VkDevice dead) { vkDestroyDevice(dead, nullptr); }};
    vkGetDeviceQueue(device, queue_family_, 0, &queue_);
}

std::uint32_t Device::memory_type(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical_device_, &memory);
    for (std::uint32_t k = 0; k < memory.memoryTypeCount; ++k) {
        if ((allowed >> k & 1U) != 0 && (memory.memoryTypes[k].propertyFlags & wanted) == wanted) {
            return k;
        }
    }
    throw std::runtime_error("this device has no memory type with the properties that a resource needs");
}

vkalgo::HostDevice Device::lend() {
    vkalgo::HostDevice host;
    host.get_instance_proc_addr = vkGetInstanceProcAddr;
    host.instance = instance_.get();
    host.physical_device = physical_device_;
    host.device = device_.get();
    host.queue = queue_;
    host.queue_family = queue_family_;
    host.api_version = kApiVersion;
    // Vulkan cannot query what was enabled on a VkDevice, so vkalgo must be given it.
    host.enabled_extensions = features_.extensions();
    host.enabled_features = features_.chain();
    return host;
}

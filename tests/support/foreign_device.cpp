#include "tests/support/foreign_device.hpp"

#include <dlfcn.h>

namespace vkalgo::test {
namespace {

void must(VkResult result, const char* call) {
    take(check_vk(result, call), call);
}

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
    static_cast<Messages*>(user)->add(data->pMessage == nullptr ? "" : data->pMessage);
    return VK_FALSE;
}

}  // namespace

ForeignDevice::ForeignDevice(const ForeignOptions& options) : options_(options) {
    make_instance();
    if (validating()) {
        make_messenger();
    }
    choose_device();
    make_device();
}

ForeignDevice::~ForeignDevice() {
    table_.device.vkDestroyCommandPool(device_, pool_, nullptr);
    table_.device.vkDestroyDevice(device_, nullptr);
    if (messenger_ != VK_NULL_HANDLE) {
        table_.vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    }
    table_.vkDestroyInstance(instance_, nullptr);
    dlclose(library_);
    for (const std::string& text : messages_.taken()) {
        ADD_FAILURE() << "validation of the host's device: " << text;
    }
}

void ForeignDevice::make_instance() {
    library_ = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    const auto get = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(get(VK_NULL_HANDLE, "vkCreateInstance"));
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = options_.api_version;
    const VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT validation{};
    validation.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
    validation.enabledValidationFeatureCount = 1;
    validation.pEnabledValidationFeatures = &enable;
    const char* const layer = "VK_LAYER_KHRONOS_validation";
    const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (validating()) {
        info.pNext = &validation;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = extensions;
    }
    must(create(&info, nullptr, &instance_), "vkCreateInstance");
    take(load_instance_table(table_, get, instance_), "load_instance_table");
}

void ForeignDevice::make_messenger() {
    VkDebugUtilsMessengerCreateInfoEXT info{};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = on_message;
    info.pUserData = &messages_;
    must(table_.vkCreateDebugUtilsMessengerEXT(instance_, &info, nullptr, &messenger_),
         "vkCreateDebugUtilsMessengerEXT");
}

void ForeignDevice::choose_device() {
    std::uint32_t count = 0;
    must(table_.vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> devices(count);
    must(table_.vkEnumeratePhysicalDevices(instance_, &count, devices.data()), "vkEnumeratePhysicalDevices");
    // Chooses, by its name, the device on which the contexts of the tests run.
    const auto context = take(Context::create(test_options()), "Context::create");
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties2 properties{};
        properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        table_.vkGetPhysicalDeviceProperties2(device, &properties);
        if (context->profile().name == properties.properties.deviceName) {
            physical_device_ = device;
            break;
        }
    }
    queue_family_ = context->queue_family();
}

void ForeignDevice::make_device() {
    features_ = options_.features;
    if (options_.everything) {
        request_ = take(FeatureRequest::supported(table_.vkGetInstanceProcAddr, instance_, physical_device_));
        features_ = request_.chain();
        options_.extensions = request_.extensions();
    }
    const float priority = 1.0F;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = queue_family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = features_;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(options_.extensions.size());
    info.ppEnabledExtensionNames = options_.extensions.data();
    must(table_.vkCreateDevice(physical_device_, &info, nullptr, &device_), "vkCreateDevice");
    load_device_table(table_, device_);
    table_.device.vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = queue_family_;
    must(table_.device.vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

HostDevice ForeignDevice::host() const {
    HostDevice host;
    host.get_instance_proc_addr = table_.vkGetInstanceProcAddr;
    host.instance = instance_;
    host.physical_device = physical_device_;
    host.device = device_;
    host.queue = queue_;
    host.queue_family = queue_family_;
    host.api_version = options_.api_version;
    host.enabled_extensions = options_.extensions;
    host.enabled_features = features_;
    return host;
}

void ForeignDevice::run(const std::function<void(VkCommandBuffer)>& record) {
    const VolkDeviceTable& vk = table_.device;
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = pool_;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    must(vk.vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    must(vk.vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    record(commands);
    must(vk.vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    must(vk.vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vk.vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
    vk.vkFreeCommandBuffers(device_, pool_, 1, &commands);
}

}  // namespace vkalgo::test

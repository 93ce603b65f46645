#include "tests/support/fault_injector.hpp"

#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <dlfcn.h>

namespace vkalgo::test {
namespace {

FaultInjector* active = nullptr;
void* library = nullptr;
PFN_vkGetInstanceProcAddr real_get_instance = nullptr;
PFN_vkGetDeviceProcAddr real_get_device = nullptr;

/// The functions whose VkResult vkalgo checks, and those that destroy objects. Each has the type of the object that it
/// makes or destroys; an empty type: it makes and destroys none.
/// vkSetDebugUtilsObjectNameEXT is not among them: vkalgo ignores its errors, since an unnamed object works too.
#define VKALGO_HOOKED(X)                                    \
    X(vkCreateInstance, "instance")                         \
    X(vkDestroyInstance, "instance")                        \
    X(vkEnumerateInstanceVersion, "")                       \
    X(vkEnumerateInstanceLayerProperties, "")               \
    X(vkEnumeratePhysicalDevices, "")                       \
    X(vkEnumerateDeviceExtensionProperties, "")             \
    X(vkGetPhysicalDeviceCooperativeMatrixPropertiesNV, "") \
    X(vkCreateDebugUtilsMessengerEXT, "messenger")          \
    X(vkDestroyDebugUtilsMessengerEXT, "messenger")         \
    X(vkCreateDevice, "device")                             \
    X(vkDestroyDevice, "device")                            \
    X(vkCreateBuffer, "buffer")                             \
    X(vkDestroyBuffer, "buffer")                            \
    X(vkAllocateMemory, "memory")                           \
    X(vkFreeMemory, "memory")                               \
    X(vkBindBufferMemory, "")                               \
    X(vkMapMemory, "")                                      \
    X(vkCreateDescriptorSetLayout, "set layout")            \
    X(vkDestroyDescriptorSetLayout, "set layout")           \
    X(vkCreatePipelineLayout, "pipeline layout")            \
    X(vkDestroyPipelineLayout, "pipeline layout")           \
    X(vkCreateShaderModule, "shader module")                \
    X(vkDestroyShaderModule, "shader module")               \
    X(vkCreateComputePipelines, "pipeline")                 \
    X(vkDestroyPipeline, "pipeline")                        \
    X(vkCreatePipelineCache, "pipeline cache")              \
    X(vkDestroyPipelineCache, "pipeline cache")             \
    X(vkGetPipelineCacheData, "")                           \
    X(vkCreateQueryPool, "query pool")                      \
    X(vkDestroyQueryPool, "query pool")                     \
    X(vkGetQueryPoolResults, "")                            \
    X(vkCreateDescriptorPool, "descriptor pool")            \
    X(vkDestroyDescriptorPool, "descriptor pool")           \
    X(vkResetDescriptorPool, "")                            \
    X(vkAllocateDescriptorSets, "")                         \
    X(vkCreateCommandPool, "command pool")                  \
    X(vkDestroyCommandPool, "command pool")                 \
    X(vkAllocateCommandBuffers, "")                         \
    X(vkResetCommandBuffer, "")                             \
    X(vkBeginCommandBuffer, "")                             \
    X(vkEndCommandBuffer, "")                               \
    X(vkCreateFence, "fence")                               \
    X(vkDestroyFence, "fence")                              \
    X(vkResetFences, "")                                    \
    X(vkWaitForFences, "")                                  \
    X(vkGetFenceStatus, "")                                 \
    X(vkQueueSubmit, "")

template <class Tag, class Function>
struct Hook;

template <class Tag, class Return, class... Arguments>
struct Hook<Tag, Return(VKAPI_PTR*)(Arguments...)> {
    static inline Return(VKAPI_PTR* real)(Arguments...) = nullptr;

    static VKAPI_ATTR Return VKAPI_CALL call(Arguments... arguments) {
        if constexpr (std::is_void_v<Return>) {
            active->count(Tag::type, -1);
            real(arguments...);
        } else {
            VkResult planned = VK_SUCCESS;
            if (active->fails(Tag::name, planned)) {
                if (std::strcmp(Tag::name, "vkWaitForFences") == 0) {
                    (void)real(arguments...);
                }
                return planned;
            }
            const VkResult result = real(arguments...);
            if (result == VK_SUCCESS && *Tag::type != '\0') {
                active->count(Tag::type, 1);
            }
            return result;
        }
    }

    /// Returns our function as a replacement of `found`, or null if `found` is null.
    static PFN_vkVoidFunction wrap(PFN_vkVoidFunction found) {
        real = reinterpret_cast<Return(VKAPI_PTR*)(Arguments...)>(found);
        return found == nullptr ? nullptr : reinterpret_cast<PFN_vkVoidFunction>(&call);
    }
};

#define VKALGO_TAG(function, kind)                                      \
    struct Tag_##function {                                             \
        [[maybe_unused]] static constexpr const char* name = #function; \
        static constexpr const char* type = kind;                       \
    };
VKALGO_HOOKED(VKALGO_TAG)

PFN_vkVoidFunction hook(const char* name, PFN_vkVoidFunction found) {
#define VKALGO_WRAP(function, kind)                               \
    if (std::strcmp(name, #function) == 0) {                      \
        return Hook<Tag_##function, PFN_##function>::wrap(found); \
    }
    VKALGO_HOOKED(VKALGO_WRAP)
    return found;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char* name) {
    return hook(name, real_get_device(device, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance(VkInstance instance, const char* name) {
    const PFN_vkVoidFunction found = real_get_instance(instance, name);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
        real_get_device = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&get_device);
    }
    return hook(name, found);
}

}  // namespace

FaultInjector::FaultInjector() {
    active = this;
    library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    real_get_instance = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
}

FaultInjector::~FaultInjector() {
    active = nullptr;
    dlclose(library);
}

PFN_vkGetInstanceProcAddr FaultInjector::entry() const {
    return &get_instance;
}

void FaultInjector::fail_call(std::uint64_t call, VkResult result) {
    calls_ = 0;
    fail_at_ = call;
    fail_with_ = result;
    fail_name_.clear();
    failed_.clear();
}

void FaultInjector::fail_function(const std::string& name, VkResult result) {
    fail_call(0, result);
    fail_name_ = name;
}

bool FaultInjector::fails(const char* name, VkResult& result) {
    ++calls_;
    if (calls_ != fail_at_ && (fail_name_.empty() || fail_name_ != name)) {
        return false;
    }
    fail_name_.clear();
    failed_ = name;
    result = fail_with_;
    return true;
}

void FaultInjector::count(const char* type, int change) {
    if ((live_[type] += change) == 0) {
        live_.erase(type);
    }
}

std::string FaultInjector::live_words() const {
    std::string words;
    for (const auto& [type, number] : live_) {
        words += std::to_string(number) + " " + type + " ";
    }
    return words;
}

}  // namespace vkalgo::test

#include "engine/loader.hpp"

#include "engine/driver_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>

namespace vkalgo {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

template <class Function>
Function global(PFN_vkGetInstanceProcAddr get, const char* name) {
    return reinterpret_cast<Function>(get(VK_NULL_HANDLE, name));
}

Result<bool> has_layer(PFN_vkGetInstanceProcAddr get, const char* wanted) {
    const auto enumerate = global<PFN_vkEnumerateInstanceLayerProperties>(get, "vkEnumerateInstanceLayerProperties");
    if (enumerate == nullptr) {
        return false;
    }
    for (;;) {
        std::uint32_t count = 0;
        VKALGO_CHECK(check_vk(enumerate(&count, nullptr), "vkEnumerateInstanceLayerProperties"));
        std::vector<VkLayerProperties> layers(count);
        const VkResult result = enumerate(&count, layers.data());
        if (result == VK_INCOMPLETE) {
            continue;
        }
        VKALGO_CHECK(check_vk(result, "vkEnumerateInstanceLayerProperties"));
        layers.resize(count);
        for (const VkLayerProperties& layer : layers) {
            if (std::strcmp(layer.layerName, wanted) == 0) {
                return true;
            }
        }
        return false;
    }
}

/// Returns false if the loader cannot list its extensions.
bool has_extension(PFN_vkGetInstanceProcAddr get, const char* wanted) {
    const auto enumerate =
        global<PFN_vkEnumerateInstanceExtensionProperties>(get, "vkEnumerateInstanceExtensionProperties");
    std::uint32_t count = 0;
    if (enumerate == nullptr || enumerate(nullptr, &count, nullptr) != VK_SUCCESS) {
        return false;
    }
    std::vector<VkExtensionProperties> extensions(count);
    if (enumerate(nullptr, &count, extensions.data()) < VK_SUCCESS) {
        return false;
    }
    extensions.resize(count);
    return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, wanted) == 0;
    });
}

Result<void> check_loader_version(PFN_vkGetInstanceProcAddr get) {
    std::uint32_t version = VK_API_VERSION_1_0;
    const auto enumerate = global<PFN_vkEnumerateInstanceVersion>(get, "vkEnumerateInstanceVersion");
    if (enumerate != nullptr) {
        VKALGO_CHECK(check_vk(enumerate(&version), "vkEnumerateInstanceVersion"));
    }
    if (version < VK_API_VERSION_1_2) {
        return Error{ErrorCode::unsupported,
                     "the Vulkan loader is older than version 1.2; install a newer loader (Debian: libvulkan1)",
                     "vkEnumerateInstanceVersion"};
    }
    return {};
}

/// Returns "; NAME is 'VALUE' and HOW", or an empty text if the environment variable is not set or empty.
std::string looked_at(const char* name, const char* how) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? "" : std::string("; ") + name + " is '" + value + "' and " + how;
}

}  // namespace

std::mutex& loader_mutex() {
    static std::mutex mutex;
    return mutex;
}

Result<PFN_vkGetInstanceProcAddr> open_loader() {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* reason = dlerror();
        return Error{ErrorCode::no_device,
                     std::string("the Vulkan loader libvulkan.so.1 does not load: ") +
                         (reason == nullptr ? "no reason given" : reason) +
                         looked_at("LD_LIBRARY_PATH", "is searched first") +
                         "; on Debian: apt install libvulkan1 mesa-vulkan-drivers",
                     "dlopen"};
    }
    const auto get = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
    if (get == nullptr) {
        return Error{ErrorCode::no_device,
                     "libvulkan.so.1 has no vkGetInstanceProcAddr; reinstall the library (Debian: libvulkan1)",
                     "dlsym"};
    }
    return get;
}

void end_instance(VkInstance instance, PFN_vkDestroyInstance destroy) {
    static VkInstance left = VK_NULL_HANDLE;
    static PFN_vkDestroyInstance destroy_left = nullptr;
    if (left != VK_NULL_HANDLE) {
        destroy_left(left, nullptr);
    }
    left = instance;
    destroy_left = destroy;
}

Result<VkInstance> create_instance(PFN_vkGetInstanceProcAddr get, bool validate) {
    VKALGO_CHECK(check_loader_version(get));
    const auto create = global<PFN_vkCreateInstance>(get, "vkCreateInstance");
    if (create == nullptr) {
        return Error{ErrorCode::no_device, "the Vulkan loader has no vkCreateInstance", "vkGetInstanceProcAddr"};
    }
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pEngineName = "vkalgo";
    application.apiVersion = VK_API_VERSION_1_3;  // The highest version that vkalgo uses; 1.2 drivers work too
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;

    const VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    VkValidationFeaturesEXT validation{};
    validation.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
    validation.enabledValidationFeatureCount = 1;
    validation.pEnabledValidationFeatures = &enable;
    std::vector<const char*> extensions;
    // Without this flag, loaders hide devices that implement only a part of Vulkan (MoltenVK). If the loader cannot
    // list its extensions, as when a driver file is damaged, vkCreateInstance says why.
    if (has_extension(get, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
        info.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
        extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    }
    if (validate) {
        VKALGO_TRY(const bool found, has_layer(get, kValidationLayer));
        if (!found) {
            return Error{ErrorCode::unsupported,
                         "the layer VK_LAYER_KHRONOS_validation is missing" +
                             looked_at("VK_LAYER_PATH", "replaces the usual folders of layers") +
                             "; on Debian: apt install vulkan-validationlayers",
                         "vkEnumerateInstanceLayerProperties"};
        }
        info.pNext = &validation;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    }
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    VkInstance instance = VK_NULL_HANDLE;
    const VkResult result = create(&info, nullptr, &instance);
    if (auto made = check_vk(result, "vkCreateInstance"); !made) {
        const bool for_drivers = result == VK_ERROR_INCOMPATIBLE_DRIVER || result == VK_ERROR_OUT_OF_HOST_MEMORY;
        return for_drivers ? explain_missing_driver(made.error()) : made.error();
    }
    return instance;
}

Result<std::vector<VkPhysicalDevice>> enumerate_devices(const DispatchTable& table, VkInstance instance) {
    for (;;) {
        std::uint32_t count = 0;
        std::vector<VkPhysicalDevice> devices;
        VkResult result = table.vkEnumeratePhysicalDevices(instance, &count, nullptr);
        if (result == VK_SUCCESS) {
            devices.resize(count);
            result = table.vkEnumeratePhysicalDevices(instance, &count, devices.data());
        }
        if (result == VK_INCOMPLETE) {
            continue;
        }
        if (auto read = check_vk(result, "vkEnumeratePhysicalDevices"); !read) {
            // A loader returns this result if no driver finds a device.
            return result == VK_ERROR_INITIALIZATION_FAILED ? explain_missing_driver(read.error()) : read.error();
        }
        devices.resize(count);
        return devices;
    }
}

Result<std::vector<Candidate>> read_candidates(const DispatchTable& table, VkInstance instance) {
    VKALGO_TRY(const std::vector<VkPhysicalDevice> devices, enumerate_devices(table, instance));
    std::vector<Candidate> candidates;
    for (VkPhysicalDevice device : devices) {
        Candidate candidate;
        candidate.device = device;
        // One faulty driver must not hide the others.
        if (auto facts = read_facts(table, device); facts) {
            candidate.facts = std::move(facts).value();
        } else if (facts.error().code == ErrorCode::out_of_memory) {
            return facts.error();
        } else {
            candidate.listing.reason = facts.error().message;
        }
        const int family = candidate.facts.compute_family();
        candidate.queue_family = family < 0 ? 0 : static_cast<std::uint32_t>(family);
        candidate.listing.profile = ProfileReader::supported(candidate.facts, candidate.queue_family);
        if (!candidate.listing.reason.empty()) {
            candidate.listing.profile.name = "a device that cannot be read";
        } else if (candidate.facts.properties.apiVersion < VK_API_VERSION_1_2) {
            candidate.listing.reason = "its driver does not support Vulkan 1.2";
        } else if (family < 0) {
            candidate.listing.reason = "it has no compute queue";
        }
        candidate.listing.usable = candidate.listing.reason.empty();
        candidates.push_back(std::move(candidate));
    }
    if (candidates.empty()) {
        return explain_missing_driver(Error{ErrorCode::no_device, {}, "vkEnumeratePhysicalDevices"});
    }
    return candidates;
}

}  // namespace vkalgo

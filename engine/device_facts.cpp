#include "engine/device_facts.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo {
namespace {

Result<std::vector<VkExtensionProperties>> read_extensions(const DispatchTable& table, VkPhysicalDevice device) {
    std::vector<VkExtensionProperties> extensions;
    // The list may grow after its length was queried, for example if a layer is loaded. Then it is queried again.
    for (;;) {
        std::uint32_t count = 0;
        VKALGO_CHECK(check_vk(table.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr),
                              "vkEnumerateDeviceExtensionProperties"));
        extensions.resize(count);
        const VkResult result = table.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data());
        if (result == VK_INCOMPLETE) {
            continue;
        }
        VKALGO_CHECK(check_vk(result, "vkEnumerateDeviceExtensionProperties"));
        extensions.resize(count);
        return extensions;
    }
}

Result<std::vector<VkCooperativeMatrixPropertiesNV>> read_cooperative_matrices(const DispatchTable& table,
                                                                               VkPhysicalDevice device) {
    std::uint32_t count = 0;
    VKALGO_CHECK(check_vk(table.vkGetPhysicalDeviceCooperativeMatrixPropertiesNV(device, &count, nullptr),
                          "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV"));
    std::vector<VkCooperativeMatrixPropertiesNV> shapes(count);
    for (VkCooperativeMatrixPropertiesNV& shape : shapes) {
        shape.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_NV;
    }
    VKALGO_CHECK(check_vk(table.vkGetPhysicalDeviceCooperativeMatrixPropertiesNV(device, &count, shapes.data()),
                          "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV"));
    shapes.resize(count);
    return shapes;
}

void read_memory(const DispatchTable& table, VkPhysicalDevice device, DeviceFacts& facts) {
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{};
    budget.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT;
    VkPhysicalDeviceMemoryProperties2 memory{};
    memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
    const bool has_budget = facts.has_extension(VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
    memory.pNext = has_budget ? &budget : nullptr;
    table.vkGetPhysicalDeviceMemoryProperties2(device, &memory);
    facts.memory = memory.memoryProperties;
    for (std::uint32_t heap = 0; heap < facts.memory.memoryHeapCount; ++heap) {
        if ((facts.memory.memoryHeaps[heap].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) == 0) {
            continue;
        }
        std::uint64_t bytes = facts.memory.memoryHeaps[heap].size;
        if (has_budget && budget.heapBudget[heap] != 0) {
            bytes = std::min<std::uint64_t>(bytes, budget.heapBudget[heap]);
        }
        facts.device_memory = std::max(facts.device_memory, bytes);
    }
}

}  // namespace

bool DeviceFacts::has_extension(const char* name) const {
    return std::any_of(extensions.begin(), extensions.end(),
                       [&](const VkExtensionProperties& known) { return std::strcmp(known.extensionName, name) == 0; });
}

int DeviceFacts::compute_family() const {
    int best = -1;
    for (std::size_t i = 0; i < queue_families.size(); ++i) {
        const VkQueueFamilyProperties& family = queue_families[i];
        if ((family.queueFlags & VK_QUEUE_COMPUTE_BIT) == 0 || family.queueCount == 0) {
            continue;
        }
        // A family with timestamps is preferred, since without them runs cannot be measured on the device.
        if (best < 0 || (queue_families[static_cast<std::size_t>(best)].timestampValidBits == 0 &&
                         family.timestampValidBits != 0)) {
            best = static_cast<int>(i);
        }
    }
    return best;
}

Result<DeviceFacts> read_facts(const DispatchTable& table, VkPhysicalDevice device) {
    DeviceFacts facts;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    table.vkGetPhysicalDeviceProperties2(device, &properties);
    facts.properties = properties.properties;
    if (facts.properties.apiVersion < VK_API_VERSION_1_2) {
        return facts;
    }
    VKALGO_TRY(facts.extensions, read_extensions(table, device));
    const bool size_control = facts.properties.apiVersion >= VK_API_VERSION_1_3 ||
                              facts.has_extension(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    const bool sm_builtins = facts.has_extension(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME);
    const bool shader_core = facts.has_extension(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME);
    const bool maintenance4 =
        facts.properties.apiVersion >= VK_API_VERSION_1_3 || facts.has_extension(VK_KHR_MAINTENANCE_4_EXTENSION_NAME);
    const bool push_descriptors = facts.has_extension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);

    facts.properties11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    facts.properties12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    facts.subgroup_size.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
    facts.maintenance4.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES;
    facts.sm_builtins.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
    facts.shader_core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD;
    facts.push_descriptor.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR;
    properties.pNext = &facts.properties11;
    facts.properties11.pNext = &facts.properties12;
    void** tail = &facts.properties12.pNext;
    const auto append = [&](auto& block) {
        *tail = &block;
        tail = &block.pNext;
    };
    if (size_control) {
        append(facts.subgroup_size);
    }
    if (push_descriptors) {
        append(facts.push_descriptor);
    }
    if (maintenance4) {
        append(facts.maintenance4);
    }
    if (sm_builtins) {
        append(facts.sm_builtins);
    }
    if (shader_core) {
        append(facts.shader_core);
    }
    table.vkGetPhysicalDeviceProperties2(device, &properties);

    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    facts.features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    facts.features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    facts.subgroup_size_features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    features.pNext = &facts.features11;
    facts.features11.pNext = &facts.features12;
    facts.cooperative_matrix_features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV;
    const bool cooperative_matrix = facts.has_extension(VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME) &&
                                    table.vkGetPhysicalDeviceCooperativeMatrixPropertiesNV != nullptr;
    facts.features12.pNext = size_control ? &facts.subgroup_size_features : nullptr;
    void** const end = size_control ? &facts.subgroup_size_features.pNext : &facts.features12.pNext;
    *end = cooperative_matrix ? &facts.cooperative_matrix_features : nullptr;
    table.vkGetPhysicalDeviceFeatures2(device, &features);
    facts.features = features.features;
    if (cooperative_matrix) {
        VKALGO_TRY(facts.cooperative_matrices, read_cooperative_matrices(table, device));
    }

    read_memory(table, device, facts);
    std::uint32_t families = 0;
    table.vkGetPhysicalDeviceQueueFamilyProperties(device, &families, nullptr);
    facts.queue_families.resize(families);
    table.vkGetPhysicalDeviceQueueFamilyProperties(device, &families, facts.queue_families.data());
    // The chains point into this object, which is about to be moved.
    facts.properties11.pNext = facts.properties12.pNext = facts.subgroup_size.pNext = facts.push_descriptor.pNext =
        facts.maintenance4.pNext = facts.sm_builtins.pNext = facts.shader_core.pNext = nullptr;
    facts.features11.pNext = facts.features12.pNext = facts.subgroup_size_features.pNext =
        facts.cooperative_matrix_features.pNext = nullptr;
    return facts;
}

}  // namespace vkalgo

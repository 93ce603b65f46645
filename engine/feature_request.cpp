#include "engine/device_facts.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo {
namespace {

/// The features that a host enabled, collected from every structure that can state them.
struct Enabled {
    VkPhysicalDeviceFeatures core{};
    bool storage_16bit = false;
    bool storage_8bit = false;
    bool float16 = false;
    bool int8 = false;
    bool int64_atomics = false;
    bool device_address = false;
    bool timeline_semaphores = false;
    bool memory_model = false;
    bool memory_model_device_scope = false;
    bool subgroup_size_control = false;
    bool full_subgroups = false;
    bool cooperative_matrix = false;

    void add(const VkBaseInStructure* block);
};

template <class Block>
const Block& as(const VkBaseInStructure* block) {
    return *reinterpret_cast<const Block*>(block);
}

void Enabled::add(const VkBaseInStructure* block) {
    switch (block->sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2:
            core = as<VkPhysicalDeviceFeatures2>(block).features;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
            storage_16bit |= as<VkPhysicalDeviceVulkan11Features>(block).storageBuffer16BitAccess != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES: {
            const auto& features = as<VkPhysicalDeviceVulkan12Features>(block);
            storage_8bit |= features.storageBuffer8BitAccess != 0;
            float16 |= features.shaderFloat16 != 0;
            int8 |= features.shaderInt8 != 0;
            int64_atomics |= features.shaderBufferInt64Atomics != 0;
            device_address |= features.bufferDeviceAddress != 0;
            timeline_semaphores |= features.timelineSemaphore != 0;
            memory_model |= features.vulkanMemoryModel != 0;
            memory_model_device_scope |= features.vulkanMemoryModelDeviceScope != 0;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES: {
            const auto& features = as<VkPhysicalDeviceVulkan13Features>(block);
            subgroup_size_control |= features.subgroupSizeControl != 0;
            full_subgroups |= features.computeFullSubgroups != 0;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES:
            storage_16bit |= as<VkPhysicalDevice16BitStorageFeatures>(block).storageBuffer16BitAccess != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES:
            storage_8bit |= as<VkPhysicalDevice8BitStorageFeatures>(block).storageBuffer8BitAccess != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES:
            float16 |= as<VkPhysicalDeviceShaderFloat16Int8Features>(block).shaderFloat16 != 0;
            int8 |= as<VkPhysicalDeviceShaderFloat16Int8Features>(block).shaderInt8 != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES:
            int64_atomics |= as<VkPhysicalDeviceShaderAtomicInt64Features>(block).shaderBufferInt64Atomics != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES:
            device_address |= as<VkPhysicalDeviceBufferDeviceAddressFeatures>(block).bufferDeviceAddress != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES:
            timeline_semaphores |= as<VkPhysicalDeviceTimelineSemaphoreFeatures>(block).timelineSemaphore != 0;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES: {
            const auto& features = as<VkPhysicalDeviceVulkanMemoryModelFeatures>(block);
            memory_model |= features.vulkanMemoryModel != 0;
            memory_model_device_scope |= features.vulkanMemoryModelDeviceScope != 0;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES: {
            const auto& features = as<VkPhysicalDeviceSubgroupSizeControlFeatures>(block);
            subgroup_size_control |= features.subgroupSizeControl != 0;
            full_subgroups |= features.computeFullSubgroups != 0;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV:
            cooperative_matrix |= as<VkPhysicalDeviceCooperativeMatrixFeaturesNV>(block).cooperativeMatrix != 0;
            break;
        default:
            break;
    }
}

}  // namespace

void ProfileReader::keep_enabled(DeviceProfile& profile, std::uint32_t api_version,
                                 const VkPhysicalDeviceFeatures2* enabled, std::span<const char* const> extensions) {
    Enabled on;
    for (auto block = reinterpret_cast<const VkBaseInStructure*>(enabled); block != nullptr; block = block->pNext) {
        on.add(block);
    }
    const auto has = [&](const char* name) {
        for (const char* extension : extensions) {
            if (extension != nullptr && std::strcmp(extension, name) == 0) {
                return true;
            }
        }
        return false;
    };
    profile.api_version = api_version < profile.api_version ? api_version : profile.api_version;
    profile.int8 &= on.int8;
    profile.int16 &= on.core.shaderInt16 != 0;
    profile.int64 &= on.core.shaderInt64 != 0;
    profile.float16 &= on.float16;
    profile.float64 &= on.core.shaderFloat64 != 0;
    profile.storage_image_extended_formats &= on.core.shaderStorageImageExtendedFormats != 0;
    profile.storage_image_read_without_format &= on.core.shaderStorageImageReadWithoutFormat != 0;
    profile.storage_image_write_without_format &= on.core.shaderStorageImageWriteWithoutFormat != 0;
    profile.storage_8bit &= on.storage_8bit;
    profile.storage_16bit &= on.storage_16bit;
    profile.int64_atomics &= on.int64_atomics;
    profile.buffer_device_address &= on.device_address;
    profile.timeline_semaphores &= on.timeline_semaphores;
    profile.memory_model_device_scope &= on.memory_model && on.memory_model_device_scope;
    profile.push_descriptors &= has(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    profile.subgroup_size_control &=
        on.subgroup_size_control && on.full_subgroups &&
        (profile.api_version >= VK_API_VERSION_1_3 || has(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME));
    profile.cooperative_matrix &= on.cooperative_matrix && has(VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME);
    if (!profile.subgroup_size_control) {
        profile.min_subgroup_size = profile.max_subgroup_size = profile.subgroup_size;
    }
}

FeatureRequest ProfileReader::request(const DeviceProfile& profile, const DeviceFacts& facts) {
    // A device that implements only a part of Vulkan (MoltenVK) has this extension and must be created with it. vkalgo
    // uses nothing that such a device may lack. The name is defined only in the header of provisional extensions.
    constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";
    FeatureRequest request;
    request.features_.features.shaderInt16 = profile.int16;
    request.features_.features.shaderInt64 = profile.int64;
    request.features_.features.shaderFloat64 = profile.float64;
    request.features_.features.shaderStorageImageExtendedFormats = profile.storage_image_extended_formats;
    request.features_.features.shaderStorageImageReadWithoutFormat = profile.storage_image_read_without_format;
    request.features_.features.shaderStorageImageWriteWithoutFormat = profile.storage_image_write_without_format;
    request.features11_.storageBuffer16BitAccess = profile.storage_16bit;
    request.features12_.shaderInt8 = profile.int8;
    request.features12_.shaderFloat16 = profile.float16;
    request.features12_.storageBuffer8BitAccess = profile.storage_8bit;
    request.features12_.shaderBufferInt64Atomics = profile.int64_atomics;
    request.features12_.bufferDeviceAddress = profile.buffer_device_address;
    request.features12_.timelineSemaphore = profile.timeline_semaphores;
    request.features12_.vulkanMemoryModel = profile.memory_model_device_scope;
    request.features12_.vulkanMemoryModelDeviceScope = profile.memory_model_device_scope;
    if (facts.has_extension(kPortabilitySubset)) {
        request.extensions_.push_back(kPortabilitySubset);
    }
    if (profile.push_descriptors) {
        request.extensions_.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    }
    if (profile.cooperative_matrix) {
        request.has_cooperative_matrix_ = true;
        request.extensions_.push_back(VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME);
    }
    if (profile.subgroup_size_control) {
        request.has_subgroup_size_ = true;
        // This extension is part of Vulkan 1.3. A request for it does no harm there, and is required if the instance
        // asked for Vulkan 1.2 only.
        if (facts.has_extension(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) {
            request.extensions_.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
        }
    }
    return request;
}

Result<FeatureRequest> FeatureRequest::supported(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                                 VkPhysicalDevice physical_device) {
    if (get_instance_proc_addr == nullptr || instance == VK_NULL_HANDLE || physical_device == VK_NULL_HANDLE) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the host gave no ") + (get_instance_proc_addr == nullptr ? "vkGetInstanceProcAddr"
                                                         : instance == VK_NULL_HANDLE      ? "instance"
                                                                                           : "physical device"),
                     "FeatureRequest"};
    }
    DispatchTable table;
    VKALGO_CHECK(load_instance_table(table, get_instance_proc_addr, instance));
    VKALGO_TRY(const DeviceFacts facts, read_facts(table, physical_device));
    if (facts.properties.apiVersion < VK_API_VERSION_1_2) {
        return Error{ErrorCode::unsupported, "the device does not support Vulkan 1.2", "physical_device"};
    }
    return ProfileReader::request(ProfileReader::supported(facts, 0), facts);
}

namespace {

template <class Block>
Block* find(VkPhysicalDeviceFeatures2& chain, VkStructureType type) {
    for (auto* block = static_cast<VkBaseOutStructure*>(chain.pNext); block != nullptr; block = block->pNext) {
        if (block->sType == type) {
            return reinterpret_cast<Block*>(block);
        }
    }
    return nullptr;
}

/// Returns the host's structure of this type, or appends `own` to the chain and returns it.
template <class Block>
Block& find_or_append(VkPhysicalDeviceFeatures2& chain, VkStructureType type, Block& own) {
    if (Block* const given = find<Block>(chain, type); given != nullptr) {
        return *given;
    }
    own = {};
    own.sType = type;
    void** tail = &chain.pNext;
    while (*tail != nullptr) {
        tail = reinterpret_cast<void**>(&static_cast<VkBaseOutStructure*>(*tail)->pNext);
    }
    *tail = &own;
    return own;
}

}  // namespace

void FeatureRequest::merge_into(VkPhysicalDeviceFeatures2& features) {
    const auto add = [](VkBool32& to, VkBool32 wanted) {
        to = to != VK_FALSE || wanted != VK_FALSE ? VK_TRUE : VK_FALSE;
    };
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    for (const auto member :
         {&VkPhysicalDeviceFeatures::shaderInt16, &VkPhysicalDeviceFeatures::shaderInt64,
          &VkPhysicalDeviceFeatures::shaderFloat64, &VkPhysicalDeviceFeatures::shaderStorageImageExtendedFormats,
          &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat,
          &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat}) {
        add(features.features.*member, features_.features.*member);
    }

    if (auto* all =
            find<VkPhysicalDeviceVulkan11Features>(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES)) {
        add(all->storageBuffer16BitAccess, features11_.storageBuffer16BitAccess);
    } else if (features11_.storageBuffer16BitAccess) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, storage_16bit_)
            .storageBuffer16BitAccess = VK_TRUE;
    }

    if (auto* all =
            find<VkPhysicalDeviceVulkan12Features>(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)) {
        for (const auto member :
             {&VkPhysicalDeviceVulkan12Features::shaderInt8, &VkPhysicalDeviceVulkan12Features::shaderFloat16,
              &VkPhysicalDeviceVulkan12Features::storageBuffer8BitAccess,
              &VkPhysicalDeviceVulkan12Features::shaderBufferInt64Atomics,
              &VkPhysicalDeviceVulkan12Features::bufferDeviceAddress,
              &VkPhysicalDeviceVulkan12Features::timelineSemaphore,
              &VkPhysicalDeviceVulkan12Features::vulkanMemoryModel,
              &VkPhysicalDeviceVulkan12Features::vulkanMemoryModelDeviceScope}) {
            add(all->*member, features12_.*member);
        }
    } else {
        merge_separate_12(features);
    }

    if (has_cooperative_matrix_) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV, cooperative_matrix_)
            .cooperativeMatrix = VK_TRUE;
    }
    if (!has_subgroup_size_) {
        return;
    }
    if (auto* all =
            find<VkPhysicalDeviceVulkan13Features>(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)) {
        all->subgroupSizeControl = all->computeFullSubgroups = VK_TRUE;
    } else {
        auto& one =
            find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, subgroup_size_);
        one.subgroupSizeControl = one.computeFullSubgroups = VK_TRUE;
    }
}

void FeatureRequest::merge_separate_12(VkPhysicalDeviceFeatures2& features) {
    if (features12_.storageBuffer8BitAccess) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, storage_8bit_)
            .storageBuffer8BitAccess = VK_TRUE;
    }
    if (features12_.shaderFloat16 || features12_.shaderInt8) {
        auto& one =
            find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, float16_int8_);
        one.shaderFloat16 |= features12_.shaderFloat16;
        one.shaderInt8 |= features12_.shaderInt8;
    }
    if (features12_.shaderBufferInt64Atomics) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, int64_atomics_)
            .shaderBufferInt64Atomics = VK_TRUE;
    }
    // The structure of the older extension and the core structure exclude each other. A chain with the older one is
    // left as it is.
    const bool older = find<VkBaseOutStructure>(
                           features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_EXT) != nullptr;
    if (features12_.bufferDeviceAddress && !older) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, device_address_)
            .bufferDeviceAddress = VK_TRUE;
    }
    if (features12_.timelineSemaphore) {
        find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, timeline_semaphores_)
            .timelineSemaphore = VK_TRUE;
    }
    if (features12_.vulkanMemoryModel) {
        auto& one =
            find_or_append(features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, memory_model_);
        one.vulkanMemoryModel = one.vulkanMemoryModelDeviceScope = VK_TRUE;
    }
}

std::vector<const char*> FeatureRequest::merged_extensions(std::span<const char* const> host) const {
    std::vector<const char*> merged(host.begin(), host.end());
    for (const char* const wanted : extensions_) {
        const bool there = std::any_of(host.begin(), host.end(), [&](const char* given) {
            return given != nullptr && std::strcmp(given, wanted) == 0;
        });
        if (!there) {
            merged.push_back(wanted);
        }
    }
    return merged;
}

const VkPhysicalDeviceFeatures2* FeatureRequest::chain() {
    features_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features_.pNext = &features11_;
    features11_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features11_.pNext = &features12_;
    features12_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features12_.pNext = has_subgroup_size_ ? &subgroup_size_ : nullptr;
    subgroup_size_ = {};
    subgroup_size_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    subgroup_size_.subgroupSizeControl = subgroup_size_.computeFullSubgroups = VK_TRUE;
    if (has_cooperative_matrix_) {
        cooperative_matrix_ = {};
        cooperative_matrix_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV;
        cooperative_matrix_.cooperativeMatrix = VK_TRUE;
        (has_subgroup_size_ ? subgroup_size_.pNext : features12_.pNext) = &cooperative_matrix_;
    }
    return &features_;
}

}  // namespace vkalgo

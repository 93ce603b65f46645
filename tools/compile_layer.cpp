// A Vulkan layer for drivers that compile kernels but have no hardware: Mesa's RADV, if RADV_FORCE_FAMILY names a GPU.
// Memory is host memory. Commands, submissions and waits succeed and do nothing, so a program goes on with memory as it
// is. Each compute pipeline is compiled with its statistics. The layer appends them to the file $VKALGO_STATISTICS, one
// line per pipeline: NAME, a tab, and "STATISTIC=VALUE; ...", or "refused RESULT" if the driver refuses the pipeline.
// The layer has the name of the validation layer, since vkalgo's --validate enables that layer and names kernels.
// tools/compile_for_amd.sh compiles this file and uses it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

namespace {

std::mutex guard;
PFN_vkGetInstanceProcAddr next_instance_proc = nullptr;
PFN_vkGetDeviceProcAddr next_device_proc = nullptr;
VkInstance the_instance = VK_NULL_HANDLE;
PFN_vkGetPhysicalDeviceMemoryProperties next_memory = nullptr;
std::map<VkPipeline, std::string> statistics;
std::map<void*, VkDeviceSize> sizes;

template <class Function>
Function next(VkDevice device, const char* name) {
    return reinterpret_cast<Function>(next_device_proc(device, name));
}

void report(const std::string& name, const std::string& text) {
    const char* const path = std::getenv("VKALGO_STATISTICS");
    if (std::FILE* const file = path != nullptr ? std::fopen(path, "a") : nullptr) {
        std::fprintf(file, "%s\t%s\n", name.c_str(), text.c_str());
        std::fclose(file);
    }
}

template <class Chain>
Chain* link_of(const void* chain, VkStructureType type) {
    for (auto* next = static_cast<const VkBaseInStructure*>(chain); next != nullptr; next = next->pNext) {
        auto* const link = reinterpret_cast<const Chain*>(next);
        if (next->sType == type && link->function == VK_LAYER_LINK_INFO) {
            return const_cast<Chain*>(link);
        }
    }
    return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                               VkInstance* instance) {
    auto* const link = link_of<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (link == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    next_instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(next_instance_proc(nullptr, "vkCreateInstance"));
    const VkResult result = create(info, allocator, instance);
    the_instance = *instance;
    next_memory = reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties>(
        next_instance_proc(*instance, "vkGetPhysicalDeviceMemoryProperties"));
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* device) {
    auto* const link = link_of<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (link == nullptr) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetInstanceProcAddr instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables{};
    executables.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR;
    executables.pNext = const_cast<void*>(info->pNext);
    executables.pipelineExecutableInfo = VK_TRUE;
    std::vector<const char*> extensions(info->ppEnabledExtensionNames,
                                        info->ppEnabledExtensionNames + info->enabledExtensionCount);
    extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    VkDeviceCreateInfo more = *info;
    more.pNext = &executables;
    more.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    more.ppEnabledExtensionNames = extensions.data();
    const auto create = reinterpret_cast<PFN_vkCreateDevice>(instance_proc(the_instance, "vkCreateDevice"));
    return create(physical, &more, allocator, device);
}

std::string statistics_of(VkDevice device, VkPipeline pipeline) {
    const auto properties =
        next<PFN_vkGetPipelineExecutablePropertiesKHR>(device, "vkGetPipelineExecutablePropertiesKHR");
    const auto values = next<PFN_vkGetPipelineExecutableStatisticsKHR>(device, "vkGetPipelineExecutableStatisticsKHR");
    VkPipelineInfoKHR of{VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, nullptr, pipeline};
    std::uint32_t executables = 0;
    properties(device, &of, &executables, nullptr);
    std::string text;
    for (std::uint32_t executable = 0; executable < executables; ++executable) {
        VkPipelineExecutableInfoKHR which{VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, nullptr, pipeline,
                                          executable};
        std::uint32_t count = 0;
        values(device, &which, &count, nullptr);
        std::vector<VkPipelineExecutableStatisticKHR> all(count);
        for (auto& one : all) {
            one = {};
            one.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
        }
        values(device, &which, &count, all.data());
        for (const auto& one : all) {
            text += text.empty() ? "" : "; ";
            text += std::string(one.name) + "=" + std::to_string(one.value.u64);
        }
    }
    return text;
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                                const VkComputePipelineCreateInfo* infos,
                                                const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
    const auto create = next<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines");
    std::vector<VkComputePipelineCreateInfo> more(infos, infos + count);
    for (auto& info : more) {
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    }
    const VkResult result = create(device, cache, count, more.data(), allocator, pipelines);
    for (std::uint32_t k = 0; k < count; ++k) {
        if (result != VK_SUCCESS) {
            report("?", "refused " + std::to_string(result));
        } else {
            const std::scoped_lock lock(guard);
            statistics[pipelines[k]] = statistics_of(device, pipelines[k]);
        }
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL name_object(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
    if (info->objectType == VK_OBJECT_TYPE_PIPELINE) {
        const std::scoped_lock lock(guard);
        const auto found = statistics.find(reinterpret_cast<VkPipeline>(info->objectHandle));
        if (found != statistics.end()) {
            report(info->pObjectName, found->second);
            statistics.erase(found);
        }
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_messenger(VkInstance, const VkDebugUtilsMessengerCreateInfoEXT*,
                                                const VkAllocationCallbacks*, VkDebugUtilsMessengerEXT* messenger) {
    *messenger = reinterpret_cast<VkDebugUtilsMessengerEXT>(std::uintptr_t{16});
    return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL destroy_messenger(VkInstance, VkDebugUtilsMessengerEXT, const VkAllocationCallbacks*) {}

VKAPI_ATTR void VKAPI_CALL memory(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties* properties) {
    next_memory(physical, properties);
    properties->memoryHeapCount = 1;
    properties->memoryHeaps[0] = {VkDeviceSize{16} << 30, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    properties->memoryTypeCount = 1;
    properties->memoryTypes[0] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                  0};
}
VKAPI_ATTR void VKAPI_CALL memory2(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties2* properties) {
    memory(physical, &properties->memoryProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL create_fence(VkDevice, const VkFenceCreateInfo*, const VkAllocationCallbacks*,
                                            VkFence* fence) {
    *fence = reinterpret_cast<VkFence>(std::uintptr_t{16});
    return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL destroy_fence(VkDevice, VkFence, const VkAllocationCallbacks*) {}
VKAPI_ATTR VkResult VKAPI_CALL reset_fences(VkDevice, std::uint32_t, const VkFence*) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL fence_status(VkDevice, VkFence) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL wait_fences(VkDevice, std::uint32_t, const VkFence*, VkBool32, std::uint64_t) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue, std::uint32_t, const VkSubmitInfo*, VkFence) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL wait_idle(VkDevice) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL queue_idle(VkQueue) {
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks*,
                                        VkDeviceMemory* result) {
    // Pages that nobody touches take no memory.
    void* const at =
        mmap(nullptr, info->allocationSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    const std::scoped_lock lock(guard);
    sizes[at] = info->allocationSize;
    *result = reinterpret_cast<VkDeviceMemory>(at);
    return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks*) {
    const std::scoped_lock lock(guard);
    if (const auto found = sizes.find(reinterpret_cast<void*>(memory)); found != sizes.end()) {
        munmap(found->first, found->second);
        sizes.erase(found);
    }
}
VKAPI_ATTR VkResult VKAPI_CALL map_memory(VkDevice, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize,
                                          VkMemoryMapFlags, void** data) {
    *data = reinterpret_cast<char*>(memory) + offset;
    return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL requirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* needed) {
    next<PFN_vkGetBufferMemoryRequirements>(device, "vkGetBufferMemoryRequirements")(device, buffer, needed);
    needed->memoryTypeBits = 1;
}
VKAPI_ATTR VkDeviceAddress VKAPI_CALL address(VkDevice, const VkBufferDeviceAddressInfo*) {
    return 1 << 20;
}
/// Stands for commands and updates, whose arguments nobody reads.
void nothing() {}
VkResult success() {
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL query_results(VkDevice, VkQueryPool, std::uint32_t, std::uint32_t, std::size_t size,
                                             void* data, VkDeviceSize, VkQueryResultFlags) {
    std::memset(data, 1, size);
    return VK_SUCCESS;
}

PFN_vkVoidFunction own(const char* name);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char* name) {
    const PFN_vkVoidFunction mine = own(name);
    return mine != nullptr ? mine : next_device_proc(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_proc(VkInstance instance, const char* name) {
    const PFN_vkVoidFunction mine = own(name);
    return mine != nullptr || next_instance_proc == nullptr ? mine : next_instance_proc(instance, name);
}

struct Entry {
    const char* name;
    PFN_vkVoidFunction function;
};

template <class Function>
PFN_vkVoidFunction plain(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction own(const char* name) {
    if (std::strncmp(name, "vkCmd", 5) == 0) {
        return plain(nothing);
    }
    static const Entry entries[] = {
        {"vkGetInstanceProcAddr", plain(instance_proc)},
        {"vkGetDeviceProcAddr", plain(device_proc)},
        {"vkCreateInstance", plain(create_instance)},
        {"vkCreateDevice", plain(create_device)},
        {"vkGetPhysicalDeviceMemoryProperties", plain(memory)},
        {"vkGetPhysicalDeviceMemoryProperties2", plain(memory2)},
        {"vkCreateDebugUtilsMessengerEXT", plain(create_messenger)},
        {"vkDestroyDebugUtilsMessengerEXT", plain(destroy_messenger)},
        {"vkSetDebugUtilsObjectNameEXT", plain(name_object)},
        {"vkCreateComputePipelines", plain(create_pipelines)},
        {"vkCreateFence", plain(create_fence)},
        {"vkDestroyFence", plain(destroy_fence)},
        {"vkResetFences", plain(reset_fences)},
        {"vkGetFenceStatus", plain(fence_status)},
        {"vkWaitForFences", plain(wait_fences)},
        {"vkQueueSubmit", plain(submit)},
        {"vkQueueWaitIdle", plain(queue_idle)},
        {"vkDeviceWaitIdle", plain(wait_idle)},
        {"vkGetQueryPoolResults", plain(query_results)},
        {"vkAllocateMemory", plain(allocate)},
        {"vkFreeMemory", plain(free_memory)},
        {"vkMapMemory", plain(map_memory)},
        {"vkUnmapMemory", plain(nothing)},
        {"vkFlushMappedMemoryRanges", plain(success)},
        {"vkInvalidateMappedMemoryRanges", plain(success)},
        {"vkBindBufferMemory", plain(success)},
        {"vkGetBufferMemoryRequirements", plain(requirements)},
        {"vkGetBufferDeviceAddress", plain(address)},
        {"vkUpdateDescriptorSets", plain(nothing)},
        {"vkBeginCommandBuffer", plain(success)},
        {"vkEndCommandBuffer", plain(success)},
        {"vkResetCommandBuffer", plain(success)},
    };
    for (const Entry& entry : entries) {
        if (std::strcmp(entry.name, name) == 0) {
            return entry.function;
        }
    }
    return nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) VkResult vkNegotiateLoaderLayerInterfaceVersion(
    VkNegotiateLayerInterface* offered) {
    offered->loaderLayerInterfaceVersion = 2;
    offered->pfnGetInstanceProcAddr = instance_proc;
    offered->pfnGetDeviceProcAddr = device_proc;
    offered->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}

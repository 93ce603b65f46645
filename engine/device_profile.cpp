#include "engine/device_profile.hpp"

#include "engine/device_facts.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo {
namespace {

DeviceType type_of(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return DeviceType::discrete;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return DeviceType::integrated;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return DeviceType::virtual_gpu;
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return DeviceType::software;
        default:
            return DeviceType::other;
    }
}

void read_limits(DeviceProfile& profile, const DeviceFacts& facts) {
    const VkPhysicalDeviceLimits& limits = facts.properties.limits;
    profile.max_workgroup_invocations = limits.maxComputeWorkGroupInvocations;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        profile.max_workgroup_size[axis] = limits.maxComputeWorkGroupSize[axis];
        profile.max_workgroup_count[axis] = limits.maxComputeWorkGroupCount[axis];
    }
    profile.shared_memory = limits.maxComputeSharedMemorySize;
    profile.max_storage_range = limits.maxStorageBufferRange;
    profile.storage_offset_alignment = limits.minStorageBufferOffsetAlignment;
    profile.max_uniform_range = limits.maxUniformBufferRange;
    profile.uniform_offset_alignment = limits.minUniformBufferOffsetAlignment;
    // Some drivers, for example Khronos' mock driver, report 0 for the two limits below. Such a limit gets the value of
    // the field that is set before it.
    const auto stated = [](std::uint64_t limit, std::uint64_t otherwise) { return limit != 0 ? limit : otherwise; };
    profile.device_memory = facts.device_memory;
    profile.max_allocation = stated(facts.properties11.maxMemoryAllocationSize, profile.device_memory);
    if (profile.device_memory != 0) {
        // The limit of some drivers is above the size of the heap (github.com/GPUOpen-Drivers/AMDVLK, issue 413).
        profile.max_allocation = std::min(profile.max_allocation, profile.device_memory);
    }
    profile.max_buffer = stated(facts.maintenance4.maxBufferSize, profile.max_allocation);
    profile.max_push_constants = limits.maxPushConstantsSize;
    profile.max_storage_buffers =
        std::min(limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers);
}

void read_subgroups(DeviceProfile& profile, const DeviceFacts& facts) {
    if (facts.properties11.subgroupSize == 0) {
        return;  // Some drivers, for example of Mali-G72, report 0. Then each invocation is a subgroup of its own
    }
    profile.subgroup_size = profile.min_subgroup_size = profile.max_subgroup_size = facts.properties11.subgroupSize;
    if ((facts.properties11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0) {
        const VkSubgroupFeatureFlags operations = facts.properties11.subgroupSupportedOperations;
        profile.subgroup_vote = (operations & VK_SUBGROUP_FEATURE_VOTE_BIT) != 0;
        profile.subgroup_ballot = (operations & VK_SUBGROUP_FEATURE_BALLOT_BIT) != 0;
        profile.subgroup_arithmetic = (operations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0;
        profile.subgroup_shuffle = (operations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT) != 0;
        profile.subgroup_shuffle_relative = (operations & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT) != 0;
    }
    const auto& features = facts.subgroup_size_features;
    const auto& sizes = facts.subgroup_size;
    const bool within = sizes.minSubgroupSize != 0 && sizes.minSubgroupSize <= profile.subgroup_size &&
                        profile.subgroup_size <= sizes.maxSubgroupSize;
    if (features.subgroupSizeControl && features.computeFullSubgroups && within &&
        (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0) {
        profile.subgroup_size_control = true;
        profile.max_workgroup_subgroups = sizes.maxComputeWorkgroupSubgroups;
        profile.min_subgroup_size = sizes.minSubgroupSize;
        profile.max_subgroup_size = sizes.maxSubgroupSize;
    }
}

/// Returns whether a subgroup can multiply 16 x 16 x 16 f16 matrices and accumulate them as f32.
bool has_f16_matrices(const DeviceFacts& facts) {
    return std::any_of(facts.cooperative_matrices.begin(), facts.cooperative_matrices.end(), [](const auto& shape) {
        return shape.MSize == 16 && shape.NSize == 16 && shape.KSize == 16 &&
               shape.AType == VK_COMPONENT_TYPE_FLOAT16_NV && shape.BType == VK_COMPONENT_TYPE_FLOAT16_NV &&
               shape.CType == VK_COMPONENT_TYPE_FLOAT32_NV && shape.DType == VK_COMPONENT_TYPE_FLOAT32_NV &&
               shape.scope == VK_SCOPE_SUBGROUP_NV;
    });
}

void read_features(DeviceProfile& profile, const DeviceFacts& facts) {
    profile.push_descriptors = facts.has_extension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    if (profile.push_descriptors) {
        profile.max_storage_buffers = std::min(profile.max_storage_buffers, facts.push_descriptor.maxPushDescriptors);
    }
    profile.int8 = facts.features12.shaderInt8;
    profile.int16 = facts.features.shaderInt16;
    profile.int64 = facts.features.shaderInt64;
    profile.float16 = facts.features12.shaderFloat16;
    profile.float64 = facts.features.shaderFloat64;
    profile.storage_8bit = facts.features12.storageBuffer8BitAccess;
    profile.storage_16bit = facts.features11.storageBuffer16BitAccess;
    profile.int64_atomics = facts.features12.shaderBufferInt64Atomics;
    profile.buffer_device_address = facts.features12.bufferDeviceAddress;
    profile.timeline_semaphores = facts.features12.timelineSemaphore;
    profile.storage_image_extended_formats = facts.features.shaderStorageImageExtendedFormats;
    profile.storage_image_read_without_format = facts.features.shaderStorageImageReadWithoutFormat;
    profile.storage_image_write_without_format = facts.features.shaderStorageImageWriteWithoutFormat;
    profile.memory_model_device_scope =
        facts.features12.vulkanMemoryModel && facts.features12.vulkanMemoryModelDeviceScope;
    profile.memory_budget = facts.has_extension(VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
    profile.cooperative_matrix =
        facts.cooperative_matrix_features.cooperativeMatrix != VK_FALSE && has_f16_matrices(facts);
}

/// Makes each invocation a subgroup of its own.
void remove_subgroups(DeviceProfile& profile) {
    profile.subgroup_size = profile.min_subgroup_size = profile.max_subgroup_size = 1;
    profile.subgroup_size_control = false;
    profile.max_workgroup_subgroups = 0;
    profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
    profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
}

void set_quirks(DeviceProfile& profile, const DeviceFacts& facts) {
    constexpr std::uint32_t kNvidia = 0x10de, kAmd = 0x1002;
    // On AMD's GPUs MoltenVK reports subgroups of 64 invocations where Metal runs groups of 32. Exchanges beyond lane
    // 31 are then wrong (github.com/KhronosGroup/MoltenVK, issues 2750 and 2756). So subgroups are not used there.
    if (facts.properties12.driverID == VK_DRIVER_ID_MOLTENVK && profile.vendor_id == kAmd) {
        remove_subgroups(profile);
    }
    // Mesa's llvmpipe ends an invocation, without an error, after this many iterations of all its loops together.
    if (facts.properties12.driverID == VK_DRIVER_ID_MESA_LLVMPIPE) {
        profile.max_loop_iterations = 65535;
        // Under the Vulkan memory model, glslang makes every shared-memory access visible. If the subgroups of a kernel
        // make different numbers of accesses, Mesa 22.3 then computes wrong results. Without the memory model the
        // results are right.
        profile.visibility_is_barrier = true;
    }
    profile.computed_lengths_fail = facts.properties12.driverID == VK_DRIVER_ID_QUALCOMM_PROPRIETARY;
    profile.larger_allocations = facts.properties12.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    profile.cross_workgroup_progress = profile.vendor_id == kNvidia && profile.type == DeviceType::discrete;
}

}  // namespace

const char* to_string(DeviceType type) {
    switch (type) {
        case DeviceType::discrete:
            return "discrete";
        case DeviceType::integrated:
            return "integrated";
        case DeviceType::virtual_gpu:
            return "virtual";
        case DeviceType::software:
            return "software";
        case DeviceType::other:
            return "other";
    }
    return "other";
}

DeviceProfile ProfileReader::supported(const DeviceFacts& facts, std::uint32_t queue_family) {
    DeviceProfile profile;
    profile.name = facts.properties.deviceName;
    profile.type = type_of(facts.properties.deviceType);
    profile.vendor_id = facts.properties.vendorID;
    profile.api_version = facts.properties.apiVersion;
    if (profile.api_version < VK_API_VERSION_1_2) {
        return profile;
    }
    profile.driver = facts.properties12.driverName;
    if (facts.properties12.driverInfo[0] != '\0') {
        profile.driver += std::string(" ") + facts.properties12.driverInfo;
    }
    read_limits(profile, facts);
    read_subgroups(profile, facts);
    read_features(profile, facts);
    profile.processors = facts.processors();
    if (queue_family < facts.queue_families.size()) {
        profile.timestamp_bits = facts.queue_families[queue_family].timestampValidBits;
        profile.timestamp_period = profile.timestamp_bits == 0 ? 0.0 : double{facts.properties.limits.timestampPeriod};
    }
    set_quirks(profile, facts);
    return profile;
}

DeviceProfile ProfileReader::clamp(const DeviceProfile& wanted, const DeviceProfile& have) {
    DeviceProfile out = have;  // Name, driver, type and subgroup size are the device's own
    const auto least = [&](auto member) { out.*member = std::min(wanted.*member, have.*member); };
    const auto both = [&](bool DeviceProfile::*member) { out.*member = wanted.*member && have.*member; };
    least(&DeviceProfile::api_version);
    least(&DeviceProfile::max_workgroup_invocations);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        out.max_workgroup_size[axis] = std::min(wanted.max_workgroup_size[axis], have.max_workgroup_size[axis]);
        out.max_workgroup_count[axis] = std::min(wanted.max_workgroup_count[axis], have.max_workgroup_count[axis]);
    }
    least(&DeviceProfile::shared_memory);
    least(&DeviceProfile::max_storage_range);
    // Alignments are powers of two, so the larger one is a multiple of the device's own.
    out.storage_offset_alignment = std::max(wanted.storage_offset_alignment, have.storage_offset_alignment);
    least(&DeviceProfile::max_uniform_range);
    out.uniform_offset_alignment = std::max(wanted.uniform_offset_alignment, have.uniform_offset_alignment);
    least(&DeviceProfile::max_allocation);
    least(&DeviceProfile::max_buffer);
    // A caller that lowers max_allocation wants the lower limit to be respected.
    out.larger_allocations =
        wanted.larger_allocations && have.larger_allocations && wanted.max_allocation >= have.max_allocation;
    least(&DeviceProfile::device_memory);
    if (out.device_memory != 0) {
        out.max_allocation = std::min(out.max_allocation, out.device_memory);
    }
    least(&DeviceProfile::max_push_constants);
    out.processors = wanted.processors;
    least(&DeviceProfile::max_storage_buffers);
    if (wanted.timestamp_bits == 0 || wanted.timestamp_period == 0) {
        out.timestamp_bits = 0;
        out.timestamp_period = 0;
    }
    for (auto member : {&DeviceProfile::subgroup_size_control,
                        &DeviceProfile::subgroup_vote,
                        &DeviceProfile::subgroup_ballot,
                        &DeviceProfile::subgroup_arithmetic,
                        &DeviceProfile::subgroup_shuffle,
                        &DeviceProfile::subgroup_shuffle_relative,
                        &DeviceProfile::push_descriptors,
                        &DeviceProfile::int8,
                        &DeviceProfile::int16,
                        &DeviceProfile::int64,
                        &DeviceProfile::float16,
                        &DeviceProfile::float64,
                        &DeviceProfile::storage_8bit,
                        &DeviceProfile::storage_16bit,
                        &DeviceProfile::int64_atomics,
                        &DeviceProfile::buffer_device_address,
                        &DeviceProfile::memory_model_device_scope,
                        &DeviceProfile::storage_image_extended_formats,
                        &DeviceProfile::storage_image_read_without_format,
                        &DeviceProfile::storage_image_write_without_format,
                        &DeviceProfile::timeline_semaphores,
                        &DeviceProfile::memory_budget,
                        &DeviceProfile::cooperative_matrix,
                        &DeviceProfile::cross_workgroup_progress}) {
        both(member);
    }
    if (wanted.max_workgroup_subgroups != 0 && have.max_workgroup_subgroups != 0) {
        least(&DeviceProfile::max_workgroup_subgroups);
    }
    if (out.subgroup_size_control) {
        out.min_subgroup_size = std::clamp(wanted.min_subgroup_size, have.min_subgroup_size, have.max_subgroup_size);
        out.max_subgroup_size = std::clamp(wanted.max_subgroup_size, out.min_subgroup_size, have.max_subgroup_size);
    } else {
        out.min_subgroup_size = out.max_subgroup_size = out.subgroup_size;
    }
    out.computed_lengths_fail = wanted.computed_lengths_fail || have.computed_lengths_fail;
    if (wanted.max_loop_iterations != 0 &&
        (have.max_loop_iterations == 0 || wanted.max_loop_iterations < have.max_loop_iterations)) {
        out.max_loop_iterations = wanted.max_loop_iterations;
    }
    return out;
}

}  // namespace vkalgo

#include "engine/kernel_needs.hpp"

#include "engine/spirv_limits.hpp"

#include <algorithm>
#include <string>

namespace vkalgo {
namespace {

/// A capability of the SPIR-V specification (section 3.31) that a kernel may declare. All others are rejected, since it
/// is not known what they require of the device.
struct KnownCapability {
    std::uint32_t capability;
    /// Null if every Vulkan 1.2 device with a compute queue has the capability.
    bool DeviceProfile::*feature;
    const char* words;
};
constexpr KnownCapability kKnownCapabilities[] = {
    {0, nullptr, "Matrix"},
    {1, nullptr, "Shader"},
    {9, &DeviceProfile::float16, "16-bit floating point"},
    {10, &DeviceProfile::float64, "64-bit floating point"},
    {11, &DeviceProfile::int64, "64-bit integers"},
    {12, &DeviceProfile::int64_atomics, "64-bit atomics on storage buffers"},
    {22, &DeviceProfile::int16, "16-bit integers"},
    {39, &DeviceProfile::int8, "8-bit integers"},
    {43, nullptr, "Sampled1D"},
    {44, nullptr, "Image1D"},
    {49, &DeviceProfile::storage_image_extended_formats, "storage images of extended formats"},
    {50, nullptr, "ImageQuery"},
    {55, &DeviceProfile::storage_image_read_without_format, "reads of storage images without a format"},
    {56, &DeviceProfile::storage_image_write_without_format, "writes of storage images without a format"},
    {61, nullptr, "GroupNonUniform"},
    {62, &DeviceProfile::subgroup_vote, "subgroup votes"},
    {63, &DeviceProfile::subgroup_arithmetic, "subgroup arithmetic"},
    {64, &DeviceProfile::subgroup_ballot, "subgroup ballots"},
    {65, &DeviceProfile::subgroup_shuffle, "subgroup shuffles"},
    {66, &DeviceProfile::subgroup_shuffle_relative, "relative subgroup shuffles"},
    {4433, &DeviceProfile::storage_16bit, "16-bit storage"},
    {4448, &DeviceProfile::storage_8bit, "8-bit storage"},
    {5345, &DeviceProfile::memory_model_device_scope, "the Vulkan memory model"},
    {5346, &DeviceProfile::memory_model_device_scope, "the Vulkan memory model with device scope"},
    {5347, &DeviceProfile::buffer_device_address, "buffer device addresses"},
    {5357, &DeviceProfile::cooperative_matrix, "cooperative matrices"},
};

Error lacks(const KernelInfo& info, const std::string& what) {
    return {ErrorCode::unsupported, "kernel '" + std::string(info.name) + "' needs " + what, info.name};
}

Result<void> check_capabilities(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info) {
    for (const std::uint32_t capability : module.capabilities) {
        const auto known = std::find_if(std::begin(kKnownCapabilities), std::end(kKnownCapabilities),
                                        [&](const KnownCapability& one) { return one.capability == capability; });
        if (known == std::end(kKnownCapabilities)) {
            return lacks(info, "SPIR-V capability " + std::to_string(capability) + ", which vkalgo does not know");
        }
        if (known->feature != nullptr && !(profile.*known->feature)) {
            return lacks(info, std::string(known->words) + ", which the device lacks or which is not enabled");
        }
    }
    return {};
}

Result<void> check_bindings(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info) {
    std::uint32_t buffers = 0;
    for (const ModuleBinding& binding : module.bindings) {
        buffers += binding.kind == BindingKind::storage_buffer ? 1 : 0;
    }
    if (buffers > profile.max_storage_buffers) {
        return lacks(info, std::to_string(buffers) + " storage buffers, but the device binds at most " +
                               std::to_string(profile.max_storage_buffers));
    }
    if (module.push_constants > profile.max_push_constants) {
        return lacks(info, std::to_string(module.push_constants) + " bytes of push constants, but the device has " +
                               std::to_string(profile.max_push_constants));
    }
    return {};
}

Result<void> check_constants(const KernelInfo& info) {
    for (std::size_t i = 0; i < info.constants.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (info.constants[i].id == info.constants[j].id) {
                return Error{ErrorCode::invalid_argument,
                             "kernel '" + std::string(info.name) + "': specialization constant " +
                                 std::to_string(info.constants[i].id) + " is given twice",
                             "constants"};
            }
        }
    }
    return {};
}

/// Checks subgroup sizes. `invocations` is the number of invocations of a workgroup, `width` the workgroup's size along
/// x. Both are 0 if not known.
Result<void> check_subgroups(const DeviceProfile& profile, const KernelInfo& info, std::uint64_t invocations,
                             std::uint32_t width) {
    const std::uint32_t size = info.required_subgroup_size;
    if (size == 0) {
        return {};
    }
    if (!profile.subgroup_size_control || (size & (size - 1)) != 0 || size < profile.min_subgroup_size ||
        size > profile.max_subgroup_size) {
        return lacks(info,
                     "subgroups of " + std::to_string(size) + ", but " +
                         (profile.subgroup_size_control
                              ? "the device allows powers of two from " + std::to_string(profile.min_subgroup_size) +
                                    " to " + std::to_string(profile.max_subgroup_size)
                              : "the device has no control of the size, or it is not enabled"));
    }
    if (profile.max_workgroup_subgroups != 0 && invocations > std::uint64_t{size} * profile.max_workgroup_subgroups) {
        return lacks(info, "workgroups of " + std::to_string(invocations) + " invocations in subgroups of " +
                               std::to_string(size) + ", but the device allows at most " +
                               std::to_string(profile.max_workgroup_subgroups) +
                               " subgroups per workgroup if their size is required");
    }
    if (width % size != 0) {
        return lacks(info, "full subgroups of " + std::to_string(size) + ", but its workgroups are " +
                               std::to_string(width) + " invocations wide, which is not a multiple of this size");
    }
    return {};
}

Result<void> check_workgroup(const DeviceProfile& profile, const KernelInfo& info) {
    auto read = read_workgroup_need(info.spirv, info.constants);
    if (!read) {
        Error error = std::move(read).error();
        error.message = "kernel '" + std::string(info.name) + "': " + error.message;
        return error;
    }
    const WorkgroupNeed& need = *read;
    if (need.shared_bytes && *need.shared_bytes > profile.shared_memory) {
        return lacks(info, std::to_string(*need.shared_bytes) + " bytes of shared memory, but the device has " +
                               std::to_string(profile.shared_memory));
    }
    if (!need.size) {
        return check_subgroups(profile, info, 0, 0);
    }
    const auto [x, y, z] = *need.size;
    // If each factor is within its limit, the product is below 2^64.
    const bool within = x != 0 && y != 0 && z != 0 && x <= profile.max_workgroup_size[0] &&
                        y <= profile.max_workgroup_size[1] && z <= profile.max_workgroup_size[2];
    const std::uint64_t invocations = within ? std::uint64_t{x} * y * z : 0;
    if (!within || invocations > profile.max_workgroup_invocations) {
        const auto& most = profile.max_workgroup_size;
        return lacks(info, "workgroups of " + std::to_string(x) + " x " + std::to_string(y) + " x " +
                               std::to_string(z) + " invocations, but the device has at most " +
                               std::to_string(most[0]) + " x " + std::to_string(most[1]) + " x " +
                               std::to_string(most[2]) + " and " + std::to_string(profile.max_workgroup_invocations) +
                               " in all, and each side must be at least 1");
    }
    return check_subgroups(profile, info, invocations, x);
}

}  // namespace

Result<void> check_needs(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info) {
    VKALGO_CHECK(check_capabilities(profile, module, info));
    VKALGO_CHECK(check_bindings(profile, module, info));
    VKALGO_CHECK(check_constants(info));
    return check_workgroup(profile, info);
}

}  // namespace vkalgo

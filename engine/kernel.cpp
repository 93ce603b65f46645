#include "engine/kernel.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <cstddef>
#include <utility>

namespace vkalgo {
namespace {

struct CapabilityNeed {
    /// SPIR-V specification, section 3.31
    std::uint32_t capability;
    bool DeviceProfile::*feature;
    const char* words;
};
constexpr CapabilityNeed kNeeds[] = {
    {9, &DeviceProfile::float16, "16-bit floating point"},
    {10, &DeviceProfile::float64, "64-bit floating point"},
    {11, &DeviceProfile::int64, "64-bit integers"},
    {12, &DeviceProfile::int64_atomics, "64-bit atomics on storage buffers"},
    {22, &DeviceProfile::int16, "16-bit integers"},
    {39, &DeviceProfile::int8, "8-bit integers"},
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
};

Result<void> check_needs(const DeviceProfile& profile, const ModuleInterface& module, const KernelInfo& info) {
    const auto lacks = [&](const std::string& what) {
        return Error{ErrorCode::unsupported, "kernel '" + std::string(info.name) + "' needs " + what, info.name};
    };
    for (std::uint32_t capability : module.capabilities) {
        for (const CapabilityNeed& need : kNeeds) {
            if (need.capability == capability && !(profile.*need.feature)) {
                return lacks(std::string(need.words) + ", which the device lacks or which is not enabled");
            }
        }
    }
    std::uint32_t buffers = 0;
    for (const ModuleBinding& binding : module.bindings) {
        buffers += binding.kind == BindingKind::storage_buffer ? 1 : 0;
    }
    if (buffers > profile.max_storage_buffers) {
        return lacks(std::to_string(buffers) + " storage buffers; the device binds at most " +
                     std::to_string(profile.max_storage_buffers));
    }
    if (module.push_constants > profile.max_push_constants) {
        return lacks(std::to_string(module.push_constants) + " bytes of push constants; the device has " +
                     std::to_string(profile.max_push_constants));
    }
    const std::uint32_t size = info.required_subgroup_size;
    if (size != 0 && (!profile.subgroup_size_control || (size & (size - 1)) != 0 || size < profile.min_subgroup_size ||
                      size > profile.max_subgroup_size)) {
        return lacks("subgroups of " + std::to_string(size) + ", which cannot be required of the device");
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

Result<VkDescriptorSetLayout> make_set_layout(Context& context, const ModuleInterface& module) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < module.bindings.size(); ++i) {
        if (module.bindings[i]) {
            bindings.push_back({i, descriptor_type(module.bindings[i].kind), 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
        }
    }
    VkDescriptorSetLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    if (context.profile().push_descriptors) {
        info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    }
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    VKALGO_CHECK(
        context.check(context.table().device.vkCreateDescriptorSetLayout(context.device(), &info, nullptr, &layout),
                      "vkCreateDescriptorSetLayout"));
    return layout;
}

Result<VkPipelineLayout> make_layout(Context& context, VkDescriptorSetLayout set, std::uint32_t push_constants) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_constants};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &set;
    info.pushConstantRangeCount = push_constants != 0 ? 1 : 0;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VKALGO_CHECK(context.check(context.table().device.vkCreatePipelineLayout(context.device(), &info, nullptr, &layout),
                               "vkCreatePipelineLayout"));
    return layout;
}

Result<VkPipeline> make_pipeline(Context& context, VkPipelineLayout layout, const KernelInfo& info) {
    const VolkDeviceTable& vk = context.table().device;
    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = info.spirv.size_bytes();
    module_info.pCode = info.spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    VKALGO_CHECK(context.check(vk.vkCreateShaderModule(context.device(), &module_info, nullptr, &module),
                               "vkCreateShaderModule"));

    std::vector<VkSpecializationMapEntry> entries;
    for (std::uint32_t i = 0; i < info.constants.size(); ++i) {
        const auto first = static_cast<std::uint32_t>(i * sizeof(SpecializationConstant));
        entries.push_back({info.constants[i].id,
                           first + static_cast<std::uint32_t>(offsetof(SpecializationConstant, word)),
                           sizeof(std::uint32_t)});
    }
    VkSpecializationInfo constants{};
    constants.mapEntryCount = static_cast<std::uint32_t>(entries.size());
    constants.pMapEntries = entries.data();
    constants.dataSize = info.constants.size() * sizeof(SpecializationConstant);
    constants.pData = info.constants.data();

    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup{};
    subgroup.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
    subgroup.requiredSubgroupSize = info.required_subgroup_size;

    VkComputePipelineCreateInfo create{};
    create.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    create.layout = layout;
    create.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    create.stage.module = module;
    create.stage.pName = "main";
    create.stage.pSpecializationInfo = entries.empty() ? nullptr : &constants;
    if (info.required_subgroup_size != 0) {
        create.stage.pNext = &subgroup;
        create.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    }
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result =
        vk.vkCreateComputePipelines(context.device(), context.pipeline_cache(), 1, &create, nullptr, &pipeline);
    vk.vkDestroyShaderModule(context.device(), module, nullptr);
    VKALGO_CHECK(context.check(result, "vkCreateComputePipelines"));
    return pipeline;
}

}  // namespace

Result<Kernel> Kernel::create(Context& context, const KernelInfo& info) {
    VKALGO_CHECK(context.alive());
    const auto named = [&](Error error) {
        error.message = "kernel '" + std::string(info.name) + "': " + error.message;
        return error;
    };
    auto module = read_interface(info.spirv);
    if (!module) {
        return named(std::move(module).error());
    }
    VKALGO_CHECK(check_needs(context.profile(), *module, info));
    VKALGO_CHECK(check_constants(info));

    Kernel kernel;  // its destructor undoes what was done when a step fails
    kernel.name_ = info.name;
    kernel.module_ = std::move(*module);
    Handles& handles = *kernel.handles_;
    handles.context = &context;
    auto set_layout = make_set_layout(context, kernel.module_);
    if (!set_layout) {
        return named(std::move(set_layout).error());
    }
    handles.set_layout = *set_layout;
    auto layout = make_layout(context, handles.set_layout, kernel.module_.push_constants);
    if (!layout) {
        return named(std::move(layout).error());
    }
    handles.layout = *layout;
    auto pipeline = make_pipeline(context, handles.layout, info);
    if (!pipeline) {
        return named(std::move(pipeline).error());
    }
    handles.pipeline = *pipeline;
    name_object(context.table(), context.device(), VK_OBJECT_TYPE_PIPELINE,
                reinterpret_cast<std::uint64_t>(handles.pipeline), info.name);
    return kernel;
}

void Kernel::Handles::destroy() noexcept {
    if (context == nullptr || !context->may_destroy()) {
        return;
    }
    const VolkDeviceTable& vk = context->table().device;
    if (pipeline != VK_NULL_HANDLE) {
        vk.vkDestroyPipeline(context->device(), pipeline, nullptr);
    }
    if (layout != VK_NULL_HANDLE) {
        vk.vkDestroyPipelineLayout(context->device(), layout, nullptr);
    }
    if (set_layout != VK_NULL_HANDLE) {
        vk.vkDestroyDescriptorSetLayout(context->device(), set_layout, nullptr);
    }
}

}  // namespace vkalgo

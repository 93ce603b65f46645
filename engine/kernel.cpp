#include "engine/kernel.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/kernel_needs.hpp"
#include "engine/spirv_limits.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace vkalgo {
namespace {

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
    std::span<const std::uint32_t> words = info.spirv;
    std::vector<std::uint32_t> plain;
    if (context.profile().computed_lengths_fail) {
        VKALGO_TRY(plain, with_plain_lengths(info.spirv, info.constants));
        words = plain;
    }
    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = words.size_bytes();
    module_info.pCode = words.data();
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

    Kernel kernel;  // Its destructor undoes the completed steps if a later step fails
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

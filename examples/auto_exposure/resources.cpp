#include "resources.hpp"

namespace {

Owned<VkDeviceMemory> allocate(const Device& device, const VkMemoryRequirements& need, VkMemoryPropertyFlags wanted) {
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = need.size;
    info.memoryTypeIndex = device.memory_type(need.memoryTypeBits, wanted);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(vkAllocateMemory(device.device(), &info, nullptr, &memory), "vkAllocateMemory");
    return {memory, [at = device.device()](VkDeviceMemory dead) { vkFreeMemory(at, dead, nullptr); }};
}

Owned<VkShaderModule> shader(const Device& device, std::span<const std::uint32_t> spirv) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = spirv.size_bytes();
    info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device.device(), &info, nullptr, &module), "vkCreateShaderModule");
    return {module, [at = device.device()](VkShaderModule dead) { vkDestroyShaderModule(at, dead, nullptr); }};
}

VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which, const Owned<VkShaderModule>& module) {
    VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = which;
    info.module = module.get();
    info.pName = "main";
    return info;
}

Owned<VkPipelineLayout> pipeline_layout(const Device& device, VkShaderStageFlags stages, std::uint32_t push_bytes,
                                        const VkDescriptorSetLayout* set) {
    const VkPushConstantRange range{stages, 0, push_bytes};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = set == nullptr ? 0 : 1;
    info.pSetLayouts = set;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    check(vkCreatePipelineLayout(device.device(), &info, nullptr, &layout), "vkCreatePipelineLayout");
    return {layout, [at = device.device()](VkPipelineLayout dead) { vkDestroyPipelineLayout(at, dead, nullptr); }};
}

Owned<VkPipeline> own(const Device& device, VkPipeline pipeline) {
    return {pipeline, [at = device.device()](VkPipeline dead) { vkDestroyPipeline(at, dead, nullptr); }};
}

}  // namespace

HostBuffer::HostBuffer(const Device& device, std::uint64_t size, VkBufferUsageFlags usage, Where where) : bytes(size) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = usage;
    VkBuffer made = VK_NULL_HANDLE;
    check(vkCreateBuffer(device.device(), &info, nullptr, &made), "vkCreateBuffer");
    buffer = {made, [at = device.device()](VkBuffer dead) { vkDestroyBuffer(at, dead, nullptr); }};
    VkMemoryRequirements need{};
    vkGetBufferMemoryRequirements(device.device(), made, &need);
    memory =
        allocate(device, need,
                 where == Where::device ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
                                        : VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(device.device(), made, memory.get(), 0), "vkBindBufferMemory");
    if (where == Where::host) {
        void* pointer = nullptr;
        check(vkMapMemory(device.device(), memory.get(), 0, VK_WHOLE_SIZE, 0, &pointer), "vkMapMemory");
        mapped = static_cast<const std::byte*>(pointer);
    }
}

SceneImage::SceneImage(const Device& device, VkExtent2D extent) : size(extent) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = kFormat;
    info.extent = {size.width, size.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    VkImage made = VK_NULL_HANDLE;
    check(vkCreateImage(device.device(), &info, nullptr, &made), "vkCreateImage");
    image = {made, [at = device.device()](VkImage dead) { vkDestroyImage(at, dead, nullptr); }};
    VkMemoryRequirements need{};
    vkGetImageMemoryRequirements(device.device(), made, &need);
    memory = allocate(device, need, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    check(vkBindImageMemory(device.device(), made, memory.get(), 0), "vkBindImageMemory");

    VkImageViewCreateInfo view_info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view_info.image = made;
    view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view_info.format = kFormat;
    view_info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageView seen = VK_NULL_HANDLE;
    check(vkCreateImageView(device.device(), &view_info, nullptr, &seen), "vkCreateImageView");
    view = {seen, [at = device.device()](VkImageView dead) { vkDestroyImageView(at, dead, nullptr); }};
}

void ScenePass::make_render_pass(const Device& device, bool clear) {
    VkAttachmentDescription target{};
    target.format = SceneImage::kFormat;
    target.samples = VK_SAMPLE_COUNT_1_BIT;
    target.loadOp = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    target.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    target.finalLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const VkAttachmentReference colour{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    // The following compute passes read what was drawn.
    const VkSubpassDependency after{0,
                                    VK_SUBPASS_EXTERNAL,
                                    VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                    VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                    VK_ACCESS_SHADER_READ_BIT,
                                    0};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = 1;
    info.pAttachments = &target;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 1;
    info.pDependencies = &after;
    VkRenderPass made = VK_NULL_HANDLE;
    check(vkCreateRenderPass(device.device(), &info, nullptr, &made), "vkCreateRenderPass");
    render_pass = {made, [at = device.device()](VkRenderPass dead) { vkDestroyRenderPass(at, dead, nullptr); }};
}

ScenePass::ScenePass(const Device& device, const ScenePassInfo& info) {
    make_render_pass(device, info.transparent);
    layout = pipeline_layout(device, info.push_stages, info.push_bytes,
                             info.set == nullptr ? nullptr : info.set->layout.address());
    const auto vertex = shader(device, info.vertex);
    const auto fragment = shader(device, info.fragment);
    const VkPipelineShaderStageCreateInfo stages[] = {stage(VK_SHADER_STAGE_VERTEX_BIT, vertex),
                                                      stage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)};
    const VkPipelineVertexInputStateCreateInfo no_vertices{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = info.topology;
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.polygonMode = VK_POLYGON_MODE_FILL;
    raster.lineWidth = 1.0F;
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineColorBlendAttachmentState all{};
    all.colorWriteMask = 0xF;
    all.blendEnable = info.transparent ? VK_TRUE : VK_FALSE;
    all.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    all.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    all.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    all.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = 1;
    blend.pAttachments = &all;
    const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = dynamic_states;
    VkGraphicsPipelineCreateInfo drawing{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    drawing.stageCount = 2;
    drawing.pStages = stages;
    drawing.pVertexInputState = &no_vertices;
    drawing.pInputAssemblyState = &assembly;
    drawing.pViewportState = &viewport;
    drawing.pRasterizationState = &raster;
    drawing.pMultisampleState = &samples;
    drawing.pColorBlendState = &blend;
    drawing.pDynamicState = &dynamic;
    drawing.layout = layout.get();
    drawing.renderPass = render_pass.get();
    VkPipeline graphics = VK_NULL_HANDLE;
    check(vkCreateGraphicsPipelines(device.device(), VK_NULL_HANDLE, 1, &drawing, nullptr, &graphics),
          "vkCreateGraphicsPipelines");
    pipeline = own(device, graphics);
}

Owned<VkFramebuffer> ScenePass::framebuffer(const Device& device, const SceneImage& target, VkExtent2D size) const {
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = render_pass.get();
    info.attachmentCount = 1;
    info.pAttachments = target.view.address();
    info.width = size.width;
    info.height = size.height;
    info.layers = 1;
    VkFramebuffer made = VK_NULL_HANDLE;
    check(vkCreateFramebuffer(device.device(), &info, nullptr, &made), "vkCreateFramebuffer");
    return {made, [at = device.device()](VkFramebuffer dead) { vkDestroyFramebuffer(at, dead, nullptr); }};
}

void ScenePass::begin(VkCommandBuffer commands, VkFramebuffer target, VkExtent2D size, VkClearColorValue clear) const {
    VkClearValue value{};
    value.color = clear;
    VkRenderPassBeginInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    pass.renderPass = render_pass.get();
    pass.framebuffer = target;
    pass.renderArea.extent = size;
    pass.clearValueCount = 1;
    pass.pClearValues = &value;
    const VkViewport viewport{0, 0, static_cast<float>(size.width), static_cast<float>(size.height), 0, 1};
    const VkRect2D scissor{{0, 0}, size};
    vkCmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &scissor);
}

SetLayout::SetLayout(const Device& device, VkShaderStageFlags stages, std::vector<VkDescriptorType> binding_types)
    : types(std::move(binding_types)) {
    VkSamplerCreateInfo plain{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};  // Texels are fetched without filtering
    VkSampler made_sampler = VK_NULL_HANDLE;
    check(vkCreateSampler(device.device(), &plain, nullptr, &made_sampler), "vkCreateSampler");
    sampler = {made_sampler, [at = device.device()](VkSampler dead) { vkDestroySampler(at, dead, nullptr); }};

    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t k = 0; k < types.size(); ++k) {
        bindings.push_back({k, types[k], 1, stages, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout made = VK_NULL_HANDLE;
    check(vkCreateDescriptorSetLayout(device.device(), &info, nullptr, &made), "vkCreateDescriptorSetLayout");
    layout = {made,
              [at = device.device()](VkDescriptorSetLayout dead) { vkDestroyDescriptorSetLayout(at, dead, nullptr); }};
}

VkDescriptorSet SetLayout::bind(const Device& device, VkDescriptorPool pool,
                                std::initializer_list<Resource> resources) const {
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = layout.address();
    VkDescriptorSet set = VK_NULL_HANDLE;
    check(vkAllocateDescriptorSets(device.device(), &info, &set), "vkAllocateDescriptorSets");
    std::uint32_t binding = 0;
    for (const Resource& resource : resources) {
        VkDescriptorBufferInfo buffer{};
        VkDescriptorImageInfo image{};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = 1;
        write.descriptorType = types[binding];
        if (const auto* view = std::get_if<VkImageView>(&resource)) {
            image = {sampler.get(), *view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
            write.pImageInfo = &image;
        } else {
            buffer = {std::get<VkBuffer>(resource), 0, VK_WHOLE_SIZE};
            write.pBufferInfo = &buffer;
        }
        vkUpdateDescriptorSets(device.device(), 1, &write, 0, nullptr);
        ++binding;
    }
    return set;
}

ComputePass::ComputePass(const Device& device, std::span<const std::uint32_t> spirv,
                         std::vector<VkDescriptorType> types, std::uint32_t push_bytes)
    : sets(device, VK_SHADER_STAGE_COMPUTE_BIT, std::move(types)),
      layout(pipeline_layout(device, VK_SHADER_STAGE_COMPUTE_BIT, push_bytes, sets.layout.address())) {
    const auto module = shader(device, spirv);
    VkComputePipelineCreateInfo compute{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    compute.stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, module);
    compute.layout = layout.get();
    VkPipeline made = VK_NULL_HANDLE;
    check(vkCreateComputePipelines(device.device(), VK_NULL_HANDLE, 1, &compute, nullptr, &made),
          "vkCreateComputePipelines");
    pipeline = own(device, made);
}

void barrier(VkCommandBuffer commands, const HostBuffer& buffer, vkalgo::StageAccess from, vkalgo::StageAccess to) {
    VkBufferMemoryBarrier part{VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER};
    part.srcAccessMask = from.folded().access;
    part.dstAccessMask = to.folded().access;
    part.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    part.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    part.buffer = buffer.buffer.get();
    part.size = VK_WHOLE_SIZE;
    vkCmdPipelineBarrier(commands, from.folded().stages, to.folded().stages, 0, 0, nullptr, 1, &part, 0, nullptr);
}

void barrier(VkCommandBuffer commands, vkalgo::StageAccess from, vkalgo::StageAccess to) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = from.folded().access;
    memory.dstAccessMask = to.folded().access;
    vkCmdPipelineBarrier(commands, from.folded().stages, to.folded().stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

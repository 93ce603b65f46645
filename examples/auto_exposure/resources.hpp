#pragma once

#include "device.hpp"
#include <vkalgo/engine/buffer.hpp>
#include <vkalgo/engine/image.hpp>
#include <vkalgo/engine/recorder.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

// A renderer's buffers, images and passes, as small as possible. vkalgo does not create them; its types only describe
// them. The example sorted_particles uses them too.

/// The memory of a buffer; `host` is mapped, to be read back.
enum class Where { device, host };

struct HostBuffer {
    HostBuffer() = default;
    HostBuffer(const Device& device, std::uint64_t bytes, VkBufferUsageFlags usage, Where where = Where::device);

    /// Returns all that vkalgo needs to know about the buffer.
    vkalgo::BufferView view() const { return {buffer.get(), 0, bytes}; }

    Owned<VkDeviceMemory> memory;  // Declared before the buffer, so that the memory is freed after it
    Owned<VkBuffer> buffer;
    std::uint64_t bytes = 0;
    const std::byte* mapped = nullptr;
};

/// A colour target of 16-bit floats, whose texels later passes fetch.
struct SceneImage {
    SceneImage(const Device& device, VkExtent2D extent);

    static constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    VkExtent2D size;
    Owned<VkDeviceMemory> memory;
    Owned<VkImage> image;
    Owned<VkImageView> view;

    /// Returns all that vkalgo needs to know about the image.
    vkalgo::ImageView sampled() const {
        return {.image = image.get(),
                .view = view.get(),
                .layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                .format = kFormat,
                .extent = {size.width, size.height, 1}};
    }
};

/// The descriptors of a pass: binding k of set 0 has the type `types[k]`.
struct SetLayout {
    SetLayout(const Device& device, VkShaderStageFlags stages, std::vector<VkDescriptorType> types);

    using Resource = std::variant<VkBuffer, VkImageView>;
    VkDescriptorSet bind(const Device& device, VkDescriptorPool pool, std::initializer_list<Resource> resources) const;

    std::vector<VkDescriptorType> types;
    Owned<VkSampler> sampler;
    Owned<VkDescriptorSetLayout> layout;
};

struct ScenePassInfo {
    std::span<const std::uint32_t> vertex;
    std::span<const std::uint32_t> fragment;
    /// Stages that read the push constants.
    VkShaderStageFlags push_stages = VK_SHADER_STAGE_FRAGMENT_BIT;
    std::uint32_t push_bytes = 0;
    /// Layout of the pass's descriptor set; null if the pass has none.
    const SetLayout* set = nullptr;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    /// Whether the target is cleared and drawn over by alpha blending. Otherwise the pass draws every pixel.
    bool transparent = false;
};

/// A pass that draws into a SceneImage, without vertex buffers.
struct ScenePass {
    ScenePass(const Device& device, const ScenePassInfo& info);

    Owned<VkFramebuffer> framebuffer(const Device& device, const SceneImage& target, VkExtent2D size) const;
    /// Begins the pass over the whole target and binds its pipeline.
    void begin(VkCommandBuffer commands, VkFramebuffer target, VkExtent2D size, VkClearColorValue clear = {}) const;

    Owned<VkRenderPass> render_pass;
    Owned<VkPipelineLayout> layout;
    Owned<VkPipeline> pipeline;

private:
    void make_render_pass(const Device& device, bool clear);
};

/// A compute pass of the renderer.
struct ComputePass {
    ComputePass(const Device& device, std::span<const std::uint32_t> spirv, std::vector<VkDescriptorType> types,
                std::uint32_t push_bytes);

    template <class Push>
    void record(VkCommandBuffer commands, VkDescriptorSet set, const Push& push, std::uint32_t x,
                std::uint32_t y = 1) const {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &set, 0, nullptr);
        vkCmdPushConstants(commands, layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(Push), &push);
        vkCmdDispatch(commands, x, y, 1);
    }

    SetLayout sets;
    Owned<VkPipelineLayout> layout;
    Owned<VkPipeline> pipeline;
};

/// Records a barrier between two of the renderer's own passes, for one buffer.
void barrier(VkCommandBuffer commands, const HostBuffer& buffer, vkalgo::StageAccess from, vkalgo::StageAccess to);
/// Records a barrier between two of the renderer's own passes, for all memory.
void barrier(VkCommandBuffer commands, vkalgo::StageAccess from, vkalgo::StageAccess to);

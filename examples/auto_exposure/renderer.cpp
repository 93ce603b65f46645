#include "renderer.hpp"

#include "exposure_comp.h"
#include "scene_frag.h"
#include "scene_vert.h"
#include "tonemap_comp.h"

#include <algorithm>

namespace {

constexpr VkDescriptorType kImage = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType kBuffer = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
constexpr VkBufferUsageFlags kSource = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
constexpr VkBufferUsageFlags kTarget = VK_BUFFER_USAGE_TRANSFER_DST_BIT;

constexpr vkalgo::StageAccess kComputeWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr vkalgo::StageAccess kComputeRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr vkalgo::StageAccess kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vkalgo::StageAccess kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr vkalgo::StageAccess kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

/// Returns the options of the metering: the logarithm of the luminance. Darker and brighter pixels are counted in the
/// first and last bin.
vkalgo::ImageHistogramOptions metering() {
    return {.bins = EXPOSURE_BINS,
            .range = vkalgo::HistogramRange{EXPOSURE_LOWEST, EXPOSURE_LOWEST + EXPOSURE_RANGE},
            .channel = vkalgo::ImageChannel::luminance,
            .log2 = true,
            .clamp = true};
}

/// Returns the camera, which looks into the room, then turns and moves to the window.
ScenePush camera(float time, float aspect) {
    const auto ease = [time](float from, float to, float begin, float end) {
        const float t = std::clamp((time - begin) / (end - begin), 0.0F, 1.0F);
        return from + (to - from) * t * t * (3.0F - 2.0F * t);
    };
    return {.eye_x = ease(-0.35F, 2.25F, 0.35F, 1.0F),
            .eye_y = 1.5F,
            .eye_z = ease(2.5F, -1.1F, 0.0F, 0.95F),
            .yaw = ease(0.03F, 1.52F, 0.05F, 0.85F),
            .pitch = ease(-0.17F, 0.03F, 0.2F, 0.9F),
            .aspect = aspect};
}

}  // namespace

Renderer::Renderer(Device& device, const RendererOptions& options)
    : device_(device),
      options_(options),
      context_(value_of(vkalgo::Context::adopt(device.lend()))),
      histogram_(value_of(vkalgo::ImageHistogram::create(*context_, metering()))),
      scene_pass_(device, {.vertex = scene_vert, .fragment = scene_frag, .push_bytes = sizeof(ScenePush)}),
      exposure_pass_(device, exposure_comp, {kBuffer, kBuffer, kBuffer}, sizeof(ExposurePush)),
      tone_pass_(device, tonemap_comp, {kImage, kBuffer, kBuffer, kBuffer}, sizeof(TonePush)),
      exposure_(device, sizeof(Exposure), kStorage | kSource),
      exposures_(device, sizeof(Exposure) * options.frames, kTarget, Where::host),
      kept_(options.frames) {
    for (auto& slot : slots_) {
        slot = std::make_unique<Slot>(*this, *context_);
    }
}

Renderer::~Renderer() {
    vkDeviceWaitIdle(device_.device());
}

Renderer::Slot::Slot(const Renderer& renderer, vkalgo::Context& context)
    : scene(renderer.device_, renderer.options_.size),
      framebuffer(renderer.scene_pass_.framebuffer(renderer.device_, scene, renderer.options_.size)),
      counts(renderer.device_, (EXPOSURE_BINS + 1) * sizeof(std::uint32_t), vkalgo::Histogram::kCountsUsage | kSource),
      fixed_picture(renderer.device_, renderer.pixels() * 4ULL, kStorage | kSource),
      adapted_picture(renderer.device_, renderer.pixels() * 4ULL, kStorage | kSource),
      descriptor_pool(::descriptor_pool(renderer.device_, 2, {{kImage, 1}, {kBuffer, 6}})),
      arena(context),
      frame(renderer.device_) {
    const Device& device = renderer.device_;
    const VkDescriptorPool pool = descriptor_pool.get();
    const VkBuffer exposure = renderer.exposure_.buffer.get();
    exposure_set = renderer.exposure_pass_.sets.bind(device, pool, {counts.buffer.get(), exposure, exposure});
    tone_set = renderer.tone_pass_.sets.bind(
        device, pool, {scene.view.get(), exposure, fixed_picture.buffer.get(), adapted_picture.buffer.get()});
}

void Renderer::draw(std::uint32_t frame, bool keep_pictures) {
    Slot& slot = *slots_[frame % slots_.size()];
    // The device has finished with the sets of two frames ago.
    slot.frame.begin(device_, [&] { value_of(slot.arena.reset()); });
    draw_scene(slot, frame);
    meter(slot);
    expose(slot, frame);
    keep(slot, frame, keep_pictures);
    slot.frame.submit(device_);
}

void Renderer::draw_scene(const Slot& slot, std::uint32_t frame) const {
    const VkExtent2D size = options_.size;
    const float time = options_.frames < 2 ? 0.0F : static_cast<float>(frame) / static_cast<float>(options_.frames - 1);
    const ScenePush push = camera(time, static_cast<float>(size.width) / static_cast<float>(size.height));
    scene_pass_.begin(slot.frame.commands, slot.framebuffer.get(), size);
    vkCmdPushConstants(slot.frame.commands, scene_pass_.layout.get(), VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(push),
                       &push);
    vkCmdDraw(slot.frame.commands, 3, 1, 0, 0);
    vkCmdEndRenderPass(slot.frame.commands);
}

void Renderer::meter(Slot& slot) const {
    // vkalgo continues in this command buffer. It counts the image in place: the render pass left the image in the
    // layout that the view names. A recorder without a tracker begins after everything before it, and records the
    // barriers that its own accesses need. Buffers that are read after it must be handed over.
    vkalgo::Recorder recorder(*context_, slot.frame.commands, slot.arena);
    value_of(histogram_.record(recorder,
                               {.image = slot.scene.sampled(), .size = options_.size, .counts = slot.counts.view()}));
    recorder.hand_over(slot.counts.view(),
                       {kComputeRead.stages | kCopyRead.stages, kComputeRead.access | kCopyRead.access});
    value_of(recorder.status());
}

void Renderer::expose(const Slot& slot, std::uint32_t frame) const {
    // All frames share one exposure buffer, so the previous frame, which may still be running, reads and writes it too.
    const vkalgo::StageAccess before{kComputeWrite.stages | kCopyRead.stages, kComputeWrite.access};
    const vkalgo::StageAccess now{kComputeRead.stages, kComputeRead.access | kComputeWrite.access};
    barrier(slot.frame.commands, exposure_, before, now);
    const ExposurePush metering_push{pixels(), frame == 0 ? 1U : 0U, seconds_per_frame()};
    exposure_pass_.record(slot.frame.commands, slot.exposure_set, metering_push, 1);

    barrier(slot.frame.commands, exposure_, kComputeWrite, kComputeRead);
    const VkExtent2D size = options_.size;
    const TonePush tone_push{size.width, size.height, options_.fixed_exposure};
    tone_pass_.record(slot.frame.commands, slot.tone_set, tone_push, groups(size.width, 8), groups(size.height, 8));
}

void Renderer::keep(const Slot& slot, std::uint32_t frame, bool keep_pictures) {
    barrier(slot.frame.commands, kComputeWrite, kCopyRead);
    const auto copy = [&](const HostBuffer& from, std::optional<HostBuffer>& to) {
        to.emplace(device_, from.bytes, kTarget, Where::host);
        const VkBufferCopy all{0, 0, from.bytes};
        vkCmdCopyBuffer(slot.frame.commands, from.buffer.get(), to->buffer.get(), 1, &all);
    };
    Kept& kept = kept_[frame];
    if (keep_pictures) {
        copy(slot.fixed_picture, kept.fixed_picture);
        copy(slot.adapted_picture, kept.adapted_picture);
    }
    if (options_.keep_metering) {
        kept.scene = copy_of_scene(slot);
        copy(slot.counts, kept.counts);
    }
    const VkBufferCopy exposure{0, frame * sizeof(Exposure), sizeof(Exposure)};
    vkCmdCopyBuffer(slot.frame.commands, exposure_.buffer.get(), exposures_.buffer.get(), 1, &exposure);
    barrier(slot.frame.commands, kCopyWrite, kHostRead);
}

HostBuffer Renderer::copy_of_scene(const Slot& slot) const {
    HostBuffer copy(device_, pixels() * 8ULL, kTarget, Where::host);
    // The scene may stay in this layout: the next frame that uses it draws over all of it, whatever its layout.
    VkImageMemoryBarrier read{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    read.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    read.oldLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    read.newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    read.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    read.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    read.image = slot.scene.image.get();
    read.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdPipelineBarrier(slot.frame.commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &read);
    VkBufferImageCopy all{};
    all.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    all.imageExtent = {options_.size.width, options_.size.height, 1};
    vkCmdCopyImageToBuffer(slot.frame.commands, read.image, read.newLayout, copy.buffer.get(), 1, &all);
    return copy;
}

void Renderer::finish() {
    check(vkQueueWaitIdle(device_.queue()), "vkQueueWaitIdle");
}

namespace {

template <class T>
std::span<const T> elements(const HostBuffer& buffer, std::size_t count) {
    return {reinterpret_cast<const T*>(buffer.mapped), count};
}

}  // namespace

Pictures Renderer::pictures(std::uint32_t frame) const {
    const Kept& kept = kept_.at(frame);
    return {elements<std::byte>(kept.fixed_picture.value(), pixels() * 4ULL),
            elements<std::byte>(kept.adapted_picture.value(), pixels() * 4ULL)};
}

Exposure Renderer::exposure(std::uint32_t frame) const {
    return elements<Exposure>(exposures_, options_.frames)[frame];
}

std::span<const std::uint16_t> Renderer::scene(std::uint32_t frame) const {
    return elements<std::uint16_t>(kept_.at(frame).scene.value(), pixels() * std::size_t{4});
}

std::span<const std::uint32_t> Renderer::counts(std::uint32_t frame) const {
    return elements<std::uint32_t>(kept_.at(frame).counts.value(), EXPOSURE_BINS + 1);
}

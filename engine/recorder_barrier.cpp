// Part of Recorder: records the barriers that the tracker requires, and queue-family ownership transfers.
#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/recorder.hpp"

namespace vkalgo {
namespace {

/// All accesses that vkalgo may make to acquired resources.
constexpr StageAccess kOwnBuffer{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT |
                                     VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                                 VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT |
                                     VK_ACCESS_2_UNIFORM_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT |
                                     VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT};
constexpr StageAccess kOwnImage{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT};

VkBufferMemoryBarrier ownership(const BufferView& view, std::uint32_t from, std::uint32_t to) {
    VkBufferMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
    barrier.srcQueueFamilyIndex = from;
    barrier.dstQueueFamilyIndex = to;
    barrier.buffer = view.buffer;
    barrier.offset = view.offset;
    barrier.size = view.size;
    return barrier;
}

VkImageMemoryBarrier ownership(const ImageView& image, std::uint32_t from, std::uint32_t to) {
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.oldLayout = image.layout;
    barrier.newLayout = image.layout;
    barrier.srcQueueFamilyIndex = from;
    barrier.dstQueueFamilyIndex = to;
    barrier.image = image.image;
    barrier.subresourceRange = image.range;
    return barrier;
}

bool there(const BufferView& view) {
    return view && view.size != 0;
}
bool there(const ImageView& image) {
    return image.image != VK_NULL_HANDLE;
}

}  // namespace

void Recorder::record(const std::optional<MemoryBarrier>& barrier) {
    if (!barrier) {
        return;
    }
    ++barriers_;
    if (dry()) {
        return;
    }
    const FoldedAccess from = barrier->from.folded();
    const FoldedAccess to = barrier->to.folded();
    VkMemoryBarrier memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = from.access;
    memory.dstAccessMask = to.access;
    context_.table().device.vkCmdPipelineBarrier(commands_, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0,
                                                 nullptr);
}

void Recorder::transfer(StageAccess from, StageAccess to, const VkBufferMemoryBarrier* buffer,
                        const VkImageMemoryBarrier* image) {
    ++barriers_;
    if (dry()) {
        return;
    }
    // A release has no second scope. An acquire has no first scope if its caller names no stages. But Vulkan requires a
    // stage.
    const VkPipelineStageFlags before =
        from.stages != 0 ? from.folded().stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
    const VkPipelineStageFlags after =
        to.stages != 0 ? to.folded().stages : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT};
    context_.table().device.vkCmdPipelineBarrier(commands_, before, after, 0, 0, nullptr, buffer != nullptr ? 1 : 0,
                                                 buffer, image != nullptr ? 1 : 0, image);
}

void Recorder::assume(const BufferView& view, StageAccess by, std::uint32_t from_family) {
    if (!status_ || !there(view)) {
        return;
    }
    if (from_family == VK_QUEUE_FAMILY_IGNORED || from_family == context_.queue_family()) {
        hazards_.assume(view, by);
        return;
    }
    VkBufferMemoryBarrier barrier = ownership(view, from_family, context_.queue_family());
    barrier.dstAccessMask = kOwnBuffer.folded().access;
    transfer(by, kOwnBuffer, &barrier, nullptr);
    hazards_.acquired(view, kOwnBuffer);
}

void Recorder::assume(const ImageView& image, StageAccess by, std::uint32_t from_family) {
    if (!status_ || !there(image)) {
        return;
    }
    if (from_family == VK_QUEUE_FAMILY_IGNORED || from_family == context_.queue_family()) {
        hazards_.assume(image, by);
        return;
    }
    VkImageMemoryBarrier barrier = ownership(image, from_family, context_.queue_family());
    barrier.dstAccessMask = kOwnImage.folded().access;
    transfer(by, kOwnImage, nullptr, &barrier);
    hazards_.acquired(image, kOwnImage);
}

void Recorder::hand_over(const BufferView& view, StageAccess to, std::uint32_t to_family) {
    if (!status_ || !there(view)) {
        return;
    }
    if (to_family == VK_QUEUE_FAMILY_IGNORED || to_family == context_.queue_family()) {
        record(hazards_.hand_over(view, to));
        return;
    }
    const StageAccess from = hazards_.last(view);
    VkBufferMemoryBarrier barrier = ownership(view, context_.queue_family(), to_family);
    barrier.srcAccessMask = StageAccess{0, writes_of(from.access)}.folded().access;
    transfer(from, {}, &barrier, nullptr);
}

void Recorder::hand_over(const ImageView& image, StageAccess to, std::uint32_t to_family) {
    if (!status_ || !there(image)) {
        return;
    }
    if (to_family == VK_QUEUE_FAMILY_IGNORED || to_family == context_.queue_family()) {
        record(hazards_.hand_over(image, to));
        return;
    }
    const StageAccess from = hazards_.last(image);
    VkImageMemoryBarrier barrier = ownership(image, context_.queue_family(), to_family);
    barrier.srcAccessMask = StageAccess{0, writes_of(from.access)}.folded().access;
    transfer(from, {}, nullptr, &barrier);
}

}  // namespace vkalgo

#include "tests/support/general_image.hpp"

#include "engine/buffer.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>

namespace vkalgo::test {
namespace {

std::uint32_t memory_type(const Context& context, std::uint32_t types) {
    const VkPhysicalDeviceMemoryProperties& memory = context.memory_properties();
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const bool local = (memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
        if ((types >> i & 1) != 0 && local) {
            return i;
        }
    }
    return 0;
}

VkBufferImageCopy whole(const GeneralImageInfo& info) {
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {info.width, info.height, 1};
    return copy;
}

}  // namespace

GeneralImage::GeneralImage(Runner& runner, const GeneralImageInfo& info)
    : runner_(runner), context_(runner.context()), info_(info) {
    const VolkDeviceTable& vk = context_.table().device;
    VkImageCreateInfo create{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    create.imageType = VK_IMAGE_TYPE_2D;
    create.format = info.format;
    create.extent = {info.width, info.height, 1};
    create.mipLevels = info.levels;
    create.arrayLayers = info.layers;
    create.samples = VK_SAMPLE_COUNT_1_BIT;
    create.usage = info.usage;
    take(check_vk(vk.vkCreateImage(context_.device(), &create, nullptr, &image_), "vkCreateImage"));
    VkMemoryRequirements needs{};
    vk.vkGetImageMemoryRequirements(context_.device(), image_, &needs);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = memory_type(context_, needs.memoryTypeBits);
    take(check_vk(vk.vkAllocateMemory(context_.device(), &allocate, nullptr, &memory_), "vkAllocateMemory"));
    take(check_vk(vk.vkBindImageMemory(context_.device(), image_, memory_, 0), "vkBindImageMemory"));
    VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    take(check_vk(vk.vkCreateSampler(context_.device(), &sampler, nullptr, &sampler_), "vkCreateSampler"));
    take(runner_.run([&](Recorder& recorder) -> Result<void> {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.image = image_;
        barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                    VK_REMAINING_ARRAY_LAYERS};
        context_.table().device.vkCmdPipelineBarrier(recorder.commands(), VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                                     VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr, 0, nullptr, 1,
                                                     &barrier);
        return {};
    }));
}

GeneralImage::~GeneralImage() {
    const VolkDeviceTable& vk = context_.table().device;
    for (VkImageView view : views_) {
        vk.vkDestroyImageView(context_.device(), view, nullptr);
    }
    vk.vkDestroySampler(context_.device(), sampler_, nullptr);
    vk.vkDestroyImage(context_.device(), image_, nullptr);
    vk.vkFreeMemory(context_.device(), memory_, nullptr);
}

ImageView GeneralImage::view(std::uint32_t level, std::uint32_t layer) {
    VkImageViewCreateInfo create{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    create.image = image_;
    create.viewType = VK_IMAGE_VIEW_TYPE_2D;
    create.format = info_.format;
    create.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, layer, 1};
    VkImageView view = VK_NULL_HANDLE;
    take(check_vk(context_.table().device.vkCreateImageView(context_.device(), &create, nullptr, &view),
                  "vkCreateImageView"));
    views_.push_back(view);
    return {.image = image_,
            .view = view,
            .layout = VK_IMAGE_LAYOUT_GENERAL,
            .sampler = sampler_,
            .range = create.subresourceRange,
            .format = info_.format,
            .extent = {std::max(info_.width >> level, 1U), std::max(info_.height >> level, 1U), 1}};
}

void GeneralImage::upload(std::span<const std::byte> texels) {
    const Buffer staging = take(runner_.upload_new(texels, "texels"));
    take(runner_.run([&](Recorder& recorder) -> Result<void> {
        const VkBufferImageCopy copy = whole(info_);
        context_.table().device.vkCmdCopyBufferToImage(recorder.commands(), staging.view().buffer, image_,
                                                       VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
        return {};
    }));
}

std::vector<std::byte> GeneralImage::download(std::uint64_t bytes) {
    const Buffer staging = take(Buffer::create(context_, {.size = bytes}));
    take(runner_.run([&](Recorder& recorder) -> Result<void> {
        const VkBufferImageCopy copy = whole(info_);
        context_.table().device.vkCmdCopyImageToBuffer(recorder.commands(), image_, VK_IMAGE_LAYOUT_GENERAL,
                                                       staging.view().buffer, 1, &copy);
        return {};
    }));
    return read_back<std::byte>(runner_, staging.view().slice(0, bytes));
}

}  // namespace vkalgo::test

#include "tests/support/test_image.hpp"

#include "engine/dispatch_table.hpp"

namespace vkalgo::test {
namespace {

void must(VkResult result, const char* call) {
    if (result != VK_SUCCESS) {
        throw std::runtime_error(std::string(call) + " failed");
    }
}

std::uint32_t device_memory_type(const Context& context, std::uint32_t allowed) {
    const VkPhysicalDeviceMemoryProperties& memory = context.memory_properties();
    for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
        const bool local = (memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
        if (local && (allowed >> type & 1) != 0) {
            return type;
        }
    }
    throw std::runtime_error("no memory for an image");
}

}  // namespace

TestImage::TestImage(Runner& runner, VkFormat format, VkExtent3D size, std::span<const std::byte> texels,
                     VkImageType type)
    : context_(runner.context()), format_(format), size_(size) {
    const VolkDeviceTable& vk = context_.table().device;
    const VkDevice device = context_.device();
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = type;
    info.format = format;
    info.extent = size;
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    must(vk.vkCreateImage(device, &info, nullptr, &image_), "vkCreateImage");
    VkMemoryRequirements needs;
    vk.vkGetImageMemoryRequirements(device, image_, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = device_memory_type(context_, needs.memoryTypeBits);
    must(vk.vkAllocateMemory(device, &allocation, nullptr, &memory_), "vkAllocateMemory");
    must(vk.vkBindImageMemory(device, image_, memory_, 0), "vkBindImageMemory");
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image_;
    view.viewType = type == VK_IMAGE_TYPE_3D ? VK_IMAGE_VIEW_TYPE_3D : VK_IMAGE_VIEW_TYPE_2D;
    view.format = format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    must(vk.vkCreateImageView(device, &view, nullptr, &view_), "vkCreateImageView");

    const Buffer source = take(runner.upload_new(texels, "texels"), "texels");
    take(runner.run([&](Recorder& recorder) -> Result<void> {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.image = image_;
        barrier.subresourceRange = view.subresourceRange;
        barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        vk.vkCmdPipelineBarrier(recorder.commands(), VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                0, 0, nullptr, 0, nullptr, 1, &barrier);
        VkBufferImageCopy region{};
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.imageExtent = info.extent;
        vk.vkCmdCopyBufferToImage(recorder.commands(), source.view().buffer, image_,
                                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
        barrier.oldLayout = barrier.newLayout;
        barrier.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
        vk.vkCmdPipelineBarrier(recorder.commands(), VK_PIPELINE_STAGE_TRANSFER_BIT,
                                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
        return {};
    }),
         "image");
}

TestImage::~TestImage() {
    const VolkDeviceTable& vk = context_.table().device;
    vk.vkDestroyImageView(context_.device(), view_, nullptr);
    vk.vkDestroyImage(context_.device(), image_, nullptr);
    vk.vkFreeMemory(context_.device(), memory_, nullptr);
}

}  // namespace vkalgo::test

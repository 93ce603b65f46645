#pragma once

#include "engine/context.hpp"
#include "engine/image.hpp"
#include "engine/runner.hpp"

#include <cstdint>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo::test {

struct GeneralImageInfo {
    std::uint32_t width = 16;
    std::uint32_t height = 16;
    std::uint32_t levels = 1;
    std::uint32_t layers = 1;
    VkFormat format = VK_FORMAT_R32_UINT;
    VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                              VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
};

/// A 2-D colour image as a host could have it, in layout GENERAL, with a nearest sampler.
class GeneralImage {
public:
    GeneralImage(Runner& runner, const GeneralImageInfo& info = {});
    GeneralImage(const GeneralImage&) = delete;
    GeneralImage& operator=(const GeneralImage&) = delete;
    ~GeneralImage();

    /// Returns a view of one level of one layer.
    ImageView view(std::uint32_t level = 0, std::uint32_t layer = 0);
    VkImage image() const { return image_; }
    /// Writes the texels of level 0, layer 0, tightly packed.
    void upload(std::span<const std::byte> texels);
    std::vector<std::byte> download(std::uint64_t bytes);

private:
    Runner& runner_;
    Context& context_;
    GeneralImageInfo info_;
    VkImage image_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkSampler sampler_ = VK_NULL_HANDLE;
    std::vector<VkImageView> views_;
};

}  // namespace vkalgo::test

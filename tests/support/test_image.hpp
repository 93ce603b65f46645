#pragma once

#include "engine/image.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstddef>
#include <span>

#include <vulkan/vulkan_core.h>

namespace vkalgo::test {

/// An image with texels, in SHADER_READ_ONLY_OPTIMAL, for sampling.
class TestImage {
public:
    /// Creates the image. `texels`: row by row, slice by slice, packed. `type`: 2-D or 3-D.
    TestImage(Runner& runner, VkFormat format, VkExtent3D size, std::span<const std::byte> texels,
              VkImageType type = VK_IMAGE_TYPE_2D);
    TestImage(const TestImage&) = delete;
    TestImage& operator=(const TestImage&) = delete;
    ~TestImage();

    ImageView view() const {
        ImageView seen;
        seen.image = image_;
        seen.view = view_;
        seen.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        seen.format = format_;
        seen.extent = size_;
        return seen;
    }

private:
    Context& context_;
    VkFormat format_;
    VkExtent3D size_;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkImage image_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE;
};

}  // namespace vkalgo::test

#pragma once

#include "algorithms/volume/volume_bits.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstddef>
#include <span>

#include <vulkan/vulkan_core.h>

namespace vkalgo::test {

/// A 3-D image with texels, in SHADER_READ_ONLY_OPTIMAL, for sampling.
class VolumeImage {
public:
    /// `texels`: row by row, slice by slice, packed.
    VolumeImage(Runner& runner, VkFormat format, const VolumeShape& size, std::span<const std::byte> texels);
    VolumeImage(const VolumeImage&) = delete;
    VolumeImage& operator=(const VolumeImage&) = delete;
    ~VolumeImage();

    ImageView view() const {
        ImageView seen;
        seen.image = image_;
        seen.view = view_;
        seen.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        return seen;
    }

private:
    Context& context_;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkImage image_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE;
};

}  // namespace vkalgo::test

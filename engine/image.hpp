#pragma once

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// An image that someone else owns, as a kernel binds it. Algorithms take no other form of image. vkalgo changes no
/// layouts: the image must be in `layout` when the recorded commands run.
struct ImageView {
    VkImage image = VK_NULL_HANDLE;
    /// Null if only a sampler is bound.
    VkImageView view = VK_NULL_HANDLE;
    /// SHADER_READ_ONLY_OPTIMAL or GENERAL for a sampled image; GENERAL for a storage image.
    VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;
    /// For combined image samplers and for samplers.
    VkSampler sampler = VK_NULL_HANDLE;
    /// The subresources that `view` shows. Hazards are tracked by aspect, mip level and array layer.
    VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};

    explicit operator bool() const { return view != VK_NULL_HANDLE || sampler != VK_NULL_HANDLE; }
};

}  // namespace vkalgo

#pragma once

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// An image that someone else owns, as a kernel binds it. Algorithms take no other form of image. vkalgo changes no
/// layouts: the image must be in `layout` when the recorded commands run.
struct ImageView {
    VkImage image = VK_NULL_HANDLE;
    /// Null if only a sampler is bound.
    VkImageView view = VK_NULL_HANDLE;
    /// SHADER_READ_ONLY_OPTIMAL or GENERAL for a sampled image (or another layout for which can_be_sampled() is true);
    /// GENERAL or SHARED_PRESENT_KHR for a storage image. The recorder refuses other layouts.
    VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;
    /// The sampler; needed for a combined image sampler or a sampler.
    VkSampler sampler = VK_NULL_HANDLE;
    /// The subresources that `view` shows. Hazards are tracked by aspect, mip level and array layer.
    VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    /// The format of `view`. It is stated here since Vulkan has no query for it. Algorithms that check the format
    /// require it.
    VkFormat format = VK_FORMAT_UNDEFINED;
    /// Size in texels of the first mip level that `view` shows. Algorithms that check the size require it.
    VkExtent3D extent = {};

    explicit operator bool() const { return view != VK_NULL_HANDLE || sampler != VK_NULL_HANDLE; }
};

/// Returns whether a kernel can sample an image that is in this layout.
constexpr bool can_be_sampled(VkImageLayout layout) {
    switch (layout) {
        case VK_IMAGE_LAYOUT_GENERAL:
        case VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL:
        case VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL:
        case VK_IMAGE_LAYOUT_SHARED_PRESENT_KHR:
        case VK_IMAGE_LAYOUT_ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT:
            return true;
        default:
            return false;
    }
}

}  // namespace vkalgo

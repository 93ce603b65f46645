#include "algorithms/sampled_image.hpp"

#include "algorithms/invalid.hpp"

#include <string>

namespace vkalgo {

namespace {

std::string name_of_layout(VkImageLayout layout) {
    switch (layout) {
        case VK_IMAGE_LAYOUT_UNDEFINED:
            return "UNDEFINED";
        case VK_IMAGE_LAYOUT_PREINITIALIZED:
            return "PREINITIALIZED";
        case VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL:
            return "TRANSFER_SRC_OPTIMAL";
        case VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL:
            return "TRANSFER_DST_OPTIMAL";
        case VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL:
            return "COLOR_ATTACHMENT_OPTIMAL";
        case VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL:
            return "DEPTH_STENCIL_ATTACHMENT_OPTIMAL";
        case VK_IMAGE_LAYOUT_PRESENT_SRC_KHR:
            return "PRESENT_SRC_KHR";
        default:
            return "VkImageLayout " + std::to_string(static_cast<int>(layout));
    }
}

}  // namespace

std::optional<ElementType> sampled_type(VkFormat format, VkImageAspectFlags aspects) {
    switch (format) {
        case VK_FORMAT_UNDEFINED:
        case VK_FORMAT_R64_UINT:
        case VK_FORMAT_R64_SINT:
        case VK_FORMAT_R64_SFLOAT:
        case VK_FORMAT_R64G64_UINT:
        case VK_FORMAT_R64G64_SINT:
        case VK_FORMAT_R64G64_SFLOAT:
        case VK_FORMAT_R64G64B64_UINT:
        case VK_FORMAT_R64G64B64_SINT:
        case VK_FORMAT_R64G64B64_SFLOAT:
        case VK_FORMAT_R64G64B64A64_UINT:
        case VK_FORMAT_R64G64B64A64_SINT:
        case VK_FORMAT_R64G64B64A64_SFLOAT:
            return std::nullopt;
        case VK_FORMAT_R8_UINT:
        case VK_FORMAT_R8G8_UINT:
        case VK_FORMAT_R8G8B8_UINT:
        case VK_FORMAT_B8G8R8_UINT:
        case VK_FORMAT_R8G8B8A8_UINT:
        case VK_FORMAT_B8G8R8A8_UINT:
        case VK_FORMAT_A8B8G8R8_UINT_PACK32:
        case VK_FORMAT_A2R10G10B10_UINT_PACK32:
        case VK_FORMAT_A2B10G10R10_UINT_PACK32:
        case VK_FORMAT_R16_UINT:
        case VK_FORMAT_R16G16_UINT:
        case VK_FORMAT_R16G16B16_UINT:
        case VK_FORMAT_R16G16B16A16_UINT:
        case VK_FORMAT_R32_UINT:
        case VK_FORMAT_R32G32_UINT:
        case VK_FORMAT_R32G32B32_UINT:
        case VK_FORMAT_R32G32B32A32_UINT:
        case VK_FORMAT_S8_UINT:
            return ElementType::u32;
        case VK_FORMAT_R8_SINT:
        case VK_FORMAT_R8G8_SINT:
        case VK_FORMAT_R8G8B8_SINT:
        case VK_FORMAT_B8G8R8_SINT:
        case VK_FORMAT_R8G8B8A8_SINT:
        case VK_FORMAT_B8G8R8A8_SINT:
        case VK_FORMAT_A8B8G8R8_SINT_PACK32:
        case VK_FORMAT_A2R10G10B10_SINT_PACK32:
        case VK_FORMAT_A2B10G10R10_SINT_PACK32:
        case VK_FORMAT_R16_SINT:
        case VK_FORMAT_R16G16_SINT:
        case VK_FORMAT_R16G16B16_SINT:
        case VK_FORMAT_R16G16B16A16_SINT:
        case VK_FORMAT_R32_SINT:
        case VK_FORMAT_R32G32_SINT:
        case VK_FORMAT_R32G32B32_SINT:
        case VK_FORMAT_R32G32B32A32_SINT:
            return ElementType::i32;
        case VK_FORMAT_D16_UNORM_S8_UINT:
        case VK_FORMAT_D24_UNORM_S8_UINT:
        case VK_FORMAT_D32_SFLOAT_S8_UINT:
            return (aspects & VK_IMAGE_ASPECT_STENCIL_BIT) != 0 ? ElementType::u32 : ElementType::f32;
        default:
            return ElementType::f32;
    }
}

Result<void> check_sampled_image(const ImageView& image, ElementType type, std::string_view object) {
    if (image.image == VK_NULL_HANDLE || image.view == VK_NULL_HANDLE) {
        return invalid("the image or its view is missing; set `image` and `view` of the ImageView", "image");
    }
    if (!can_be_sampled(image.layout)) {
        return invalid("the image is in layout " + name_of_layout(image.layout) +
                           ", which shaders cannot read; change it to SHADER_READ_ONLY_OPTIMAL or GENERAL by a "
                           "barrier, and give the new layout as `layout`",
                       "image");
    }
    if (image.format == VK_FORMAT_UNDEFINED || image.extent.width == 0 || image.extent.height == 0) {
        return invalid("the view's format or its size is missing; set `format` and `extent` of the ImageView", "image");
    }
    const std::optional<ElementType> read = sampled_type(image.format, image.range.aspectMask);
    if (read != type) {
        const std::string number = "VkFormat " + std::to_string(static_cast<int>(image.format));
        return invalid(!read ? number +
                                   " has 64 bits per channel, which no kernel of vkalgo reads; "
                                   "give a view of another format"
                             : "a shader reads " + std::string(to_string(*read)) + " from the view's format (" +
                                   number + "), but this " + std::string(object) + " is of " + to_string(type) +
                                   "; create the " + std::string(object) + " with `type` " + to_string(*read),
                       "image");
    }
    return {};
}

}  // namespace vkalgo

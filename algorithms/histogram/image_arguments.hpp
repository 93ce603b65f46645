// Internal to algorithms/histogram/: checks of the image of an ImageHistogram.
#pragma once

#include "algorithms/element_type.hpp"
#include "engine/image.hpp"
#include "engine/result.hpp"

#include <optional>

#include <vulkan/vulkan_core.h>

namespace vkalgo::histogram_detail {

/// Returns the type of the numbers that a shader reads from a format: u32 for UINT and stencils, i32 for SINT, f32 for
/// all other formats; nullopt for formats of 64 bits per channel, and if no format is given.
std::optional<ElementType> sampled_type(VkFormat format, VkImageAspectFlags aspects);

/// Checks that texels of `type` can be read from the image in its layout, and that the region is inside the image.
/// Errors: invalid_argument, whose `where` is "image" or "size".
Result<void> check_image(const ImageView& image, ElementType type, VkOffset2D offset, VkExtent2D size);

}  // namespace vkalgo::histogram_detail

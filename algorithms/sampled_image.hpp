// Internal to algorithms/: checks of images that kernels read.
#pragma once

#include "algorithms/element_type.hpp"
#include "engine/image.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string_view>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// Returns the type of the numbers that a shader reads from a format: u32 for UINT formats and the stencil aspect, i32
/// for SINT formats, f32 for all others. Returns nullopt for formats of 64 bits per channel and for
/// VK_FORMAT_UNDEFINED.
std::optional<ElementType> sampled_type(VkFormat format, VkImageAspectFlags aspects);

/// Checks that an object for texels of `type` can read the image in its layout. `object` names the object in messages:
/// "histogram". Errors: invalid_argument, "image": a missing image, view, format or extent; a layout in which shaders
/// cannot read; a format from which shaders read another type.
Result<void> check_sampled_image(const ImageView& image, ElementType type, std::string_view object);

}  // namespace vkalgo

// Internal to algorithms/: checks of images that kernels read.
#pragma once

#include "algorithms/element_type.hpp"
#include "engine/image.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string_view>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// Returns the type of the numbers that a shader reads from a format: u32 for UINT and stencils, i32 for SINT, f32 for
/// all other formats; nullopt for formats of 64 bits per channel, and if no format is given.
std::optional<ElementType> sampled_type(VkFormat format, VkImageAspectFlags aspects);

/// Checks that an object for texels of `type` can read the image in its layout. `object` names the object in messages:
/// "histogram". Errors: invalid_argument, whose `where` is "image".
Result<void> check_sampled_image(const ImageView& image, ElementType type, std::string_view object);

}  // namespace vkalgo

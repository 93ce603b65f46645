#pragma once

#include "result.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

enum class Access : std::uint8_t { none = 0, read = 1, write = 2, read_write = 3 };

/// What a binding of a kernel is.
enum class BindingKind : std::uint8_t {
    /// a number that the module does not use
    none,
    storage_buffer,
    uniform_buffer,
    /// an image without a sampler (texture2D)
    sampled_image,
    combined_image_sampler,
    storage_image,
    sampler,
};
const char* to_string(BindingKind kind);
/// Of a kind other than none.
VkDescriptorType descriptor_type(BindingKind kind);

/// A resource that a module declares in set 0.
struct ModuleBinding {
    BindingKind kind = BindingKind::none;
    /// by readonly and writeonly; a buffer that is only asked for its length counts as read
    Access access = Access::none;

    explicit operator bool() const { return kind != BindingKind::none; }
    bool operator==(const ModuleBinding&) const = default;
};

/// What a SPIR-V compute module says about itself: read from the module, so that nothing is declared twice.
struct ModuleInterface {
    /// of set 0, by binding number
    std::vector<ModuleBinding> bindings;
    /// bytes, up to the end of the last member
    std::uint32_t push_constants = 0;
    /// as SPIR-V numbers them: what the device must have enabled
    std::vector<std::uint32_t> capabilities;
};
/// Errors: invalid_argument if this is no SPIR-V compute module, or binds anything outside set 0, arrays of resources,
/// texel buffers or input attachments.
Result<ModuleInterface> read_interface(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo

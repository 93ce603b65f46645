#pragma once

#include "result.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

enum class Access : std::uint8_t { none = 0, read = 1, write = 2, read_write = 3 };

/// The kind of resource that a kernel's binding is.
enum class BindingKind : std::uint8_t {
    /// A binding number that the module does not use.
    none,
    storage_buffer,
    uniform_buffer,
    /// An image without a sampler (texture2D).
    sampled_image,
    combined_image_sampler,
    storage_image,
    sampler,
};
const char* to_string(BindingKind kind);
/// Returns the descriptor type of a kind other than none.
VkDescriptorType descriptor_type(BindingKind kind);

/// A resource that a module declares in set 0.
struct ModuleBinding {
    BindingKind kind = BindingKind::none;
    /// The access that the readonly and writeonly qualifiers allow. A buffer of which only the length is queried counts
    /// as read.
    Access access = Access::none;

    explicit operator bool() const { return kind != BindingKind::none; }
    bool operator==(const ModuleBinding&) const = default;
};

/// The interface of a SPIR-V compute module, read from the module itself, so that nothing is declared twice.
struct ModuleInterface {
    /// The bindings of set 0, indexed by binding number.
    std::vector<ModuleBinding> bindings;
    /// Bytes of the push constants, up to the end of the last member, rounded up to a multiple of 4.
    std::uint32_t push_constants = 0;
    /// The capabilities that the device must have enabled, as SPIR-V numbers them.
    std::vector<std::uint32_t> capabilities;
};
/// Reads the interface of a module. Errors: invalid_argument if the words are not a SPIR-V compute module, or if it
/// binds anything outside set 0, arrays of resources, texel buffers or input attachments.
Result<ModuleInterface> read_interface(std::span<const std::uint32_t> spirv);

}  // namespace vkalgo

#pragma once

#include "result.hpp"

#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// Descriptor sets for devices without push descriptors. Owned by the caller, who resets it after the fence of the
/// command buffers that used it. Grows by pools; empty and free where push descriptors exist.
class DescriptorArena {
public:
    explicit DescriptorArena(Context& context) : context_(&context) {}
    DescriptorArena(const DescriptorArena&) = delete;
    DescriptorArena& operator=(const DescriptorArena&) = delete;
    ~DescriptorArena();

    /// A set of `storage_buffers` storage buffers. Errors: out_of_memory.
    Result<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, std::uint32_t storage_buffers);
    /// Gives all sets back. Errors: out_of_memory, device_lost.
    Result<void> reset();

private:
    Context* context_;
    std::vector<VkDescriptorPool> pools_;
    std::size_t current_ = 0;
};

}  // namespace vkalgo

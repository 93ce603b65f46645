#pragma once

#include "result.hpp"

#include <memory>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// What recorded commands need until they have run: descriptor sets, on devices without push descriptors, and the
/// engine's own kernels. Owned by the caller, who resets it after the fence of the command buffers that used it. Grows
/// by pools; there are none where push descriptors exist.
class DescriptorArena {
public:
    /// Allocates nothing yet. `context` outlives the arena.
    explicit DescriptorArena(Context& context) : context_(&context) {}
    DescriptorArena(const DescriptorArena&) = delete;
    DescriptorArena& operator=(const DescriptorArena&) = delete;
    ~DescriptorArena();

    /// A set with room for these descriptors; only their types are looked at. Errors: out_of_memory.
    Result<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, std::span<const VkWriteDescriptorSet> descriptors);
    /// Keeps what recorded commands need alive until the next reset.
    void keep(std::shared_ptr<const void> object);
    /// Gives all sets back. Errors: out_of_memory, device_lost.
    Result<void> reset();

private:
    Context* context_;
    std::vector<VkDescriptorPool> pools_;
    std::size_t current_ = 0;
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace vkalgo

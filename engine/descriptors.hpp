#pragma once

#include "result.hpp"

#include <memory>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// A holder of the objects that recorded commands need until they have run: the engine's own kernels and, on devices
/// without push descriptors, descriptor sets. The caller owns the arena and resets it after the fence of the command
/// buffers that used it. The arena adds descriptor pools as needed. On devices with push descriptors it needs none.
class DescriptorArena {
public:
    /// Makes an arena and allocates nothing yet. `context` must outlive the arena.
    explicit DescriptorArena(Context& context) : context_(&context) {}
    DescriptorArena(const DescriptorArena&) = delete;
    DescriptorArena& operator=(const DescriptorArena&) = delete;
    ~DescriptorArena();

    /// Allocates a set with room for these descriptors. Only their types are used. Errors: out_of_memory.
    Result<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, std::span<const VkWriteDescriptorSet> descriptors);
    /// Keeps an object that recorded commands need alive until the next reset.
    void keep(std::shared_ptr<const void> object);
    /// Frees all sets, and drops the objects that keep() kept. Errors: out_of_memory, device_lost.
    Result<void> reset();

private:
    Context* context_;
    std::vector<VkDescriptorPool> pools_;
    std::size_t current_ = 0;
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace vkalgo

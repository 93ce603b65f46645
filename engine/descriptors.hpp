#pragma once

#include "result.hpp"

#include <memory>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// The objects that recorded commands need until they have run: descriptor sets, on devices without push descriptors,
/// and the engine's own kernels. The caller owns it and resets it after the fence of the command buffers that used it.
/// The arena adds descriptor pools as needed, and needs none on devices with push descriptors.
class DescriptorArena {
public:
    /// Makes an arena and allocates nothing yet. `context` must outlive the arena.
    explicit DescriptorArena(Context& context) : context_(&context) {}
    DescriptorArena(const DescriptorArena&) = delete;
    DescriptorArena& operator=(const DescriptorArena&) = delete;
    ~DescriptorArena();

    /// Allocates a set with room for these descriptors, of which only the types are used. Errors: out_of_memory.
    Result<VkDescriptorSet> allocate(VkDescriptorSetLayout layout, std::span<const VkWriteDescriptorSet> descriptors);
    /// Keeps an object that recorded commands need alive until the next reset.
    void keep(std::shared_ptr<const void> object);
    /// Frees all sets. Errors: out_of_memory, device_lost.
    Result<void> reset();

private:
    Context* context_;
    std::vector<VkDescriptorPool> pools_;
    std::size_t current_ = 0;
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace vkalgo

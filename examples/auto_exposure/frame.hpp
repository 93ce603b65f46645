#pragma once

#include "device.hpp"

#include <cstdint>
#include <initializer_list>

/// A command buffer that is recorded anew for each frame, and the fence that signals when the device has finished it.
struct FrameCommands {
    explicit FrameCommands(const Device& device);

    /// Waits for the last submission, if there was one, and begins to record. In between it calls `free`, which may
    /// release what that submission used.
    template <class Free>
    void begin(const Device& device, Free free) const {
        wait(device);
        free();
        begin_recording(device);
    }
    /// Ends the recording and submits it to the queue.
    void submit(const Device& device) const;
    void wait(const Device& device) const;

    Owned<VkFence> fence;
    Owned<VkCommandPool> pool;
    VkCommandBuffer commands = VK_NULL_HANDLE;

private:
    void begin_recording(const Device& device) const;
};

/// Creates a pool of `sets` descriptor sets that have the descriptors of `sizes` in total.
Owned<VkDescriptorPool> descriptor_pool(const Device& device, std::uint32_t sets,
                                        std::initializer_list<VkDescriptorPoolSize> sizes);

/// Returns the number of workgroups of `of` invocations for `items` items.
constexpr std::uint32_t groups(std::uint32_t items, std::uint32_t of) {
    return (items + of - 1) / of;
}

#pragma once

#include "device.hpp"

#include <cstdint>
#include <initializer_list>

/// A command buffer that is recorded anew for each frame, and the fence that tells when the device is done with it.
struct FrameCommands {
    explicit FrameCommands(const Device& device);

    /// Waits for what was submitted last, if anything was, and begins to record. `free` is called between: what the
    /// submission used may be taken back then.
    template <class Free>
    void begin(const Device& device, Free free) const {
        wait(device);
        free();
        begin_recording(device);
    }
    /// Ends the recording and hands it to the queue.
    void submit(const Device& device) const;
    void wait(const Device& device) const;

    Owned<VkFence> fence;
    Owned<VkCommandPool> pool;
    VkCommandBuffer commands = VK_NULL_HANDLE;

private:
    void begin_recording(const Device& device) const;
};

/// A pool of `sets` descriptor sets that hold so many descriptors together.
Owned<VkDescriptorPool> descriptor_pool(const Device& device, std::uint32_t sets,
                                        std::initializer_list<VkDescriptorPoolSize> sizes);

/// Workgroups of `of` invocations for so many items.
constexpr std::uint32_t groups(std::uint32_t items, std::uint32_t of) {
    return (items + of - 1) / of;
}

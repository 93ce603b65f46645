#pragma once

// Internal to the engine: what Runner submits with.
#include "result.hpp"

#include <cstdint>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

class CommandPool {
public:
    static Result<CommandPool> create(Context& context);
    CommandPool() = default;
    CommandPool(CommandPool&& other) noexcept { swap(other); }
    CommandPool& operator=(CommandPool&& other) noexcept {
        CommandPool dead(static_cast<CommandPool&&>(other));
        swap(dead);
        return *this;
    }
    ~CommandPool();
    VkCommandPool handle() const { return pool_; }

private:
    void swap(CommandPool& other) noexcept;
    Context* context_ = nullptr;
    VkCommandPool pool_ = VK_NULL_HANDLE;
};

/// One command buffer and its fence. At most one submission of it is under way.
class Submission {
public:
    /// `pool` must outlive it, and frees its command buffer.
    static Result<Submission> create(Context& context, const CommandPool& pool);
    Submission() = default;
    Submission(Submission&& other) noexcept { swap(other); }
    Submission& operator=(Submission&& other) noexcept {
        Submission dead(static_cast<Submission&&>(other));
        swap(dead);
        return *this;
    }
    /// Waits for what is under way.
    ~Submission();

    VkCommandBuffer commands() const { return commands_; }
    /// Drops what was recorded before, finished or not.
    Result<void> begin();
    /// Ends the command buffer and submits it.
    Result<void> submit();
    /// Returns at once when nothing is under way. Errors: timeout (the context is lost for further runs), device_lost.
    Result<void> wait(std::uint64_t timeout_nanoseconds = kPatience);

    static constexpr std::uint64_t kPatience = 600'000'000'000;

private:
    void swap(Submission& other) noexcept;
    Context* context_ = nullptr;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
    /// begun, and not ended: a recording that failed
    bool recording_ = false;
    bool under_way_ = false;
};

}  // namespace vkalgo

#pragma once

// Internal to the engine: what Runner submits with.
#include "handle.hpp"
#include "result.hpp"

#include <cstdint>
#include <span>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;
struct SemaphoreSignal;
struct SemaphoreWait;

class CommandPool {
public:
    static Result<CommandPool> create(Context& context);
    VkCommandPool handle() const { return handles_->pool; }

private:
    struct Handles {
        Context* context = nullptr;
        VkCommandPool pool = VK_NULL_HANDLE;
        void destroy() noexcept;
    };
    Handle<Handles> handles_;
};

/// One command buffer and its fence. At most one submission of it is under way; the destructor waits for that.
class Submission {
public:
    /// `pool` must outlive it, and frees its command buffer.
    static Result<Submission> create(Context& context, const CommandPool& pool);

    VkCommandBuffer commands() const { return state_->commands; }
    /// Drops what was recorded before, finished or not.
    Result<void> begin();
    /// Ends the command buffer and submits it.
    Result<void> submit(std::span<const SemaphoreWait> wait = {}, std::span<const SemaphoreSignal> signal = {});
    /// Returns at once when nothing is under way. Errors: timeout (the context is lost for further runs), device_lost.
    Result<void> wait(std::uint64_t timeout_nanoseconds = kPatience) { return state_->wait(timeout_nanoseconds); }
    /// Tells the context of what is under way: another run did not finish in time, and this one comes after it.
    void abandon() { state_->abandon(); }
    /// Whether nothing is under way (any more); does not wait. Errors: device_lost.
    Result<bool> finished();

    static constexpr std::uint64_t kPatience = 600'000'000'000;

private:
    struct State {
        Context* context = nullptr;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        bool recording = false;
        bool under_way = false;
        /// the context knows of what is under way
        bool abandoned = false;
        void abandon();
        Result<void> wait(std::uint64_t timeout_nanoseconds);
        void destroy() noexcept;
    };
    Handle<State> state_;
};

}  // namespace vkalgo

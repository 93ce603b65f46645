#pragma once

// Internal to the engine: the command buffers and fences of a Runner.
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

/// One command buffer and its fence. At most one submission of it is unfinished; the destructor waits for that one.
class Submission {
public:
    /// Creates a submission. `pool` must outlive it, and frees its command buffer.
    static Result<Submission> create(Context& context, const CommandPool& pool);

    VkCommandBuffer commands() const { return state_->commands; }
    /// Begins recording. Drops what was recorded before, finished or not.
    Result<void> begin();
    /// Ends the command buffer and submits it.
    Result<void> submit(std::span<const SemaphoreWait> wait = {}, std::span<const SemaphoreSignal> signal = {});
    /// Blocks until the submission has finished; returns at once if none is unfinished. Errors: timeout (the context is
    /// lost for further runs), device_lost.
    Result<void> wait(std::uint64_t timeout_nanoseconds = kPatience) { return state_->wait(timeout_nanoseconds); }
    /// Reports the unfinished submission to the context, if there is one. Called after another run timed out.
    void abandon() { state_->abandon(); }
    /// Returns whether the last submission has finished, or true if there was none; does not wait. Errors: device_lost.
    Result<bool> finished();

    static constexpr std::uint64_t kPatience = 600'000'000'000;

private:
    struct State {
        Context* context = nullptr;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        bool recording = false;
        bool under_way = false;
        /// Whether the context has been told that this submission is unfinished.
        bool abandoned = false;
        void abandon();
        Result<void> wait(std::uint64_t timeout_nanoseconds);
        void destroy() noexcept;
    };
    Handle<State> state_;
};

}  // namespace vkalgo

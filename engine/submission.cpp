#include "engine/submission.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/runner.hpp"

#include <mutex>
#include <vector>

namespace vkalgo {

Result<CommandPool> CommandPool::create(Context& context) {
    CommandPool pool;
    pool.handles_->context = &context;
    VkCommandPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    info.queueFamilyIndex = context.queue_family();
    VKALGO_CHECK(context.check(
        context.table().device.vkCreateCommandPool(context.device(), &info, nullptr, &pool.handles_->pool),
        "vkCreateCommandPool"));
    return pool;
}

void CommandPool::Handles::destroy() noexcept {
    if (pool != VK_NULL_HANDLE && context->may_destroy()) {
        context->table().device.vkDestroyCommandPool(context->device(), pool, nullptr);
    }
}

Result<Submission> Submission::create(Context& context, const CommandPool& pool) {
    const VolkDeviceTable& vk = context.table().device;
    Submission submission;
    State& state = *submission.state_;
    state.context = &context;
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool.handle();
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VKALGO_CHECK(context.check(vk.vkAllocateCommandBuffers(context.device(), &info, &state.commands),
                               "vkAllocateCommandBuffers"));
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    VKALGO_CHECK(context.check(vk.vkCreateFence(context.device(), &fence, nullptr, &state.fence), "vkCreateFence"));
    return submission;
}

void Submission::State::destroy() noexcept {
    if (fence == VK_NULL_HANDLE) {
        return;
    }
    if (under_way && !abandoned) {
        // Nobody waited for the submission, or a transfer failed halfway. On a lost device the wait returns at once. If
        // the wait fails, the context learns that the submission is unfinished.
        constexpr std::uint64_t kShortPatience = 5'000'000'000;
        (void)wait(context->alive() ? kPatience : kShortPatience);
    }
    if (context->may_destroy()) {
        context->table().device.vkDestroyFence(context->device(), fence, nullptr);
    }
}

Result<void> Submission::begin() {
    State& state = *state_;
    Context& context = *state.context;
    const VolkDeviceTable& vk = context.table().device;
    if (state.recording) {
        VKALGO_CHECK(context.check(vk.vkResetCommandBuffer(state.commands, 0), "vkResetCommandBuffer"));
        state.recording = false;
    }
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VKALGO_CHECK(context.check(vk.vkBeginCommandBuffer(state.commands, &info), "vkBeginCommandBuffer"));
    state.recording = true;
    return {};
}

Result<void> Submission::submit(std::span<const SemaphoreWait> wait, std::span<const SemaphoreSignal> signal) {
    State& state = *state_;
    Context& context = *state.context;
    const VolkDeviceTable& vk = context.table().device;
    std::vector<VkSemaphore> semaphores;
    std::vector<std::uint64_t> values;
    std::vector<VkPipelineStageFlags> stages;
    bool timeline = false;
    for (const SemaphoreWait& one : wait) {
        semaphores.push_back(one.semaphore);
        values.push_back(one.value);
        stages.push_back(one.stages);
        timeline |= one.value != 0;
    }
    for (const SemaphoreSignal& one : signal) {
        semaphores.push_back(one.semaphore);
        values.push_back(one.value);
        timeline |= one.value != 0;
    }
    if (timeline && !context.profile().timeline_semaphores) {
        return Error{ErrorCode::unsupported,
                     "a semaphore has a value, but the device has no timeline semaphores or they are not enabled",
                     "semaphores"};
    }
    const auto waits = static_cast<std::uint32_t>(wait.size());
    const auto signals = static_cast<std::uint32_t>(signal.size());
    VkTimelineSemaphoreSubmitInfo counters{};
    counters.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
    counters.waitSemaphoreValueCount = waits;
    counters.pWaitSemaphoreValues = values.data();
    counters.signalSemaphoreValueCount = signals;
    counters.pSignalSemaphoreValues = values.data() + waits;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.pNext = timeline ? &counters : nullptr;
    info.waitSemaphoreCount = waits;
    info.pWaitSemaphores = semaphores.data();
    info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &state.commands;
    info.signalSemaphoreCount = signals;
    info.pSignalSemaphores = semaphores.data() + waits;

    VKALGO_CHECK(context.check(vk.vkEndCommandBuffer(state.commands), "vkEndCommandBuffer"));
    state.recording = false;
    VKALGO_CHECK(context.check(vk.vkResetFences(context.device(), 1, &state.fence), "vkResetFences"));
    const std::lock_guard lock(context.queue_mutex());
    VKALGO_CHECK(context.check(vk.vkQueueSubmit(context.queue(), 1, &info, state.fence), "vkQueueSubmit"));
    state.under_way = true;
    return {};
}

Result<void> Submission::State::wait(std::uint64_t timeout_nanoseconds) {
    if (!under_way) {
        return {};
    }
    const VkResult result =
        context->table().device.vkWaitForFences(context->device(), 1, &fence, VK_TRUE, timeout_nanoseconds);
    if (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST) {
        under_way = false;
    } else {
        // The wait timed out, or the call itself failed. Either way the device may still be working.
        abandon();
    }
    return context->check(result, "vkWaitForFences");
}

void Submission::State::abandon() {
    if (under_way && !abandoned) {
        abandoned = true;
        context->set_unfinished(fence);
    }
}

Result<bool> Submission::finished() {
    State& state = *state_;
    if (!state.under_way) {
        return true;
    }
    const VkResult result = state.context->table().device.vkGetFenceStatus(state.context->device(), state.fence);
    if (result == VK_NOT_READY) {
        return false;
    }
    state.under_way = result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST;
    VKALGO_CHECK(state.context->check(result, "vkGetFenceStatus"));
    return true;
}

}  // namespace vkalgo

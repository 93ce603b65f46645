#include "engine/submission.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <mutex>
#include <utility>

namespace vkalgo {

Result<CommandPool> CommandPool::create(Context& context) {
    CommandPool pool;
    pool.context_ = &context;
    VkCommandPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    info.queueFamilyIndex = context.queue_family();
    VKALGO_CHECK(
        context.check(context.table().device.vkCreateCommandPool(context.device(), &info, nullptr, &pool.pool_),
                      "vkCreateCommandPool"));
    return pool;
}

CommandPool::~CommandPool() {
    if (pool_ != VK_NULL_HANDLE && context_->may_destroy()) {
        context_->table().device.vkDestroyCommandPool(context_->device(), pool_, nullptr);
    }
}

void CommandPool::swap(CommandPool& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(pool_, other.pool_);
}

Result<Submission> Submission::create(Context& context, const CommandPool& pool) {
    const VolkDeviceTable& vk = context.table().device;
    Submission submission;
    submission.context_ = &context;
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool.handle();
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VKALGO_CHECK(context.check(vk.vkAllocateCommandBuffers(context.device(), &info, &submission.commands_),
                               "vkAllocateCommandBuffers"));
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    VKALGO_CHECK(
        context.check(vk.vkCreateFence(context.device(), &fence, nullptr, &submission.fence_), "vkCreateFence"));
    return submission;
}

Submission::~Submission() {
    if (fence_ == VK_NULL_HANDLE) {
        return;
    }
    if (under_way_ && context_->alive()) {
        // A failure half-way through a transfer left a copy under way; a failed wait marks the context.
        if (!wait()) {
            under_way_ = false;
        }
    }
    if (context_->may_destroy()) {
        context_->table().device.vkDestroyFence(context_->device(), fence_, nullptr);
    }
}

Result<void> Submission::begin() {
    const VolkDeviceTable& vk = context_->table().device;
    if (recording_) {
        VKALGO_CHECK(context_->check(vk.vkResetCommandBuffer(commands_, 0), "vkResetCommandBuffer"));
        recording_ = false;
    }
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VKALGO_CHECK(context_->check(vk.vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer"));
    recording_ = true;
    return {};
}

Result<void> Submission::submit() {
    const VolkDeviceTable& vk = context_->table().device;
    VKALGO_CHECK(context_->check(vk.vkEndCommandBuffer(commands_), "vkEndCommandBuffer"));
    recording_ = false;
    VKALGO_CHECK(context_->check(vk.vkResetFences(context_->device(), 1, &fence_), "vkResetFences"));
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands_;
    const std::lock_guard lock(context_->queue_mutex());
    VKALGO_CHECK(context_->check(vk.vkQueueSubmit(context_->queue(), 1, &info, fence_), "vkQueueSubmit"));
    under_way_ = true;
    return {};
}

Result<void> Submission::wait(std::uint64_t timeout_nanoseconds) {
    if (!under_way_) {
        return {};
    }
    const VkResult result =
        context_->table().device.vkWaitForFences(context_->device(), 1, &fence_, VK_TRUE, timeout_nanoseconds);
    if (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST) {
        under_way_ = false;
    } else {
        // Timed out, or the wait itself failed: the device may still be at work either way.
        context_->set_unfinished(fence_);
    }
    return context_->check(result, "vkWaitForFences");
}

void Submission::swap(Submission& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(commands_, other.commands_);
    std::swap(fence_, other.fence_);
    std::swap(recording_, other.recording_);
    std::swap(under_way_, other.under_way_);
}

}  // namespace vkalgo

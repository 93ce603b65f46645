#include "frame.hpp"

FrameCommands::FrameCommands(const Device& device) {
    const VkDevice at = device.device();
    VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    fence_info.flags = VK_FENCE_CREATE_SIGNALED_BIT;  // Nothing was submitted yet
    VkFence made_fence = VK_NULL_HANDLE;
    check(vkCreateFence(at, &fence_info, nullptr, &made_fence), "vkCreateFence");
    fence = {made_fence, [at](VkFence dead) { vkDestroyFence(at, dead, nullptr); }};
    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.queueFamilyIndex = device.queue_family();
    VkCommandPool made_pool = VK_NULL_HANDLE;
    check(vkCreateCommandPool(at, &pool_info, nullptr, &made_pool), "vkCreateCommandPool");
    pool = {made_pool, [at](VkCommandPool dead) { vkDestroyCommandPool(at, dead, nullptr); }};
    VkCommandBufferAllocateInfo commands_info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands_info.commandPool = made_pool;
    commands_info.commandBufferCount = 1;
    check(vkAllocateCommandBuffers(at, &commands_info, &commands), "vkAllocateCommandBuffers");
}

void FrameCommands::wait(const Device& device) const {
    check(vkWaitForFences(device.device(), 1, fence.address(), VK_TRUE, UINT64_MAX), "vkWaitForFences");
}

void FrameCommands::begin_recording(const Device& device) const {
    check(vkResetFences(device.device(), 1, fence.address()), "vkResetFences");
    check(vkResetCommandPool(device.device(), pool.get(), 0), "vkResetCommandPool");
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
}

void FrameCommands::submit(const Device& device) const {
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    check(vkQueueSubmit(device.queue(), 1, &info, fence.get()), "vkQueueSubmit");
}

Owned<VkDescriptorPool> descriptor_pool(const Device& device, std::uint32_t sets,
                                        std::initializer_list<VkDescriptorPoolSize> sizes) {
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = sets;
    info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    info.pPoolSizes = sizes.begin();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    check(vkCreateDescriptorPool(device.device(), &info, nullptr, &pool), "vkCreateDescriptorPool");
    return {pool, [at = device.device()](VkDescriptorPool dead) { vkDestroyDescriptorPool(at, dead, nullptr); }};
}

#include "engine/descriptors.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <algorithm>

namespace vkalgo {
namespace {

constexpr std::uint32_t kSetsPerPool = 256;
constexpr std::uint32_t kDescriptorsPerPool = kSetsPerPool * 6;

}  // namespace

DescriptorArena::~DescriptorArena() {
    if (pools_.empty() || !context_->may_destroy()) {
        return;
    }
    for (VkDescriptorPool pool : pools_) {
        context_->table().device.vkDestroyDescriptorPool(context_->device(), pool, nullptr);
    }
}

Result<VkDescriptorSet> DescriptorArena::allocate(VkDescriptorSetLayout layout, std::uint32_t storage_buffers) {
    const VolkDeviceTable& vk = context_->table().device;
    for (;; ++current_) {
        const bool fresh = current_ == pools_.size();
        if (fresh) {
            VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      std::max(kDescriptorsPerPool, storage_buffers)};
            VkDescriptorPoolCreateInfo info{};
            info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
            info.maxSets = kSetsPerPool;
            info.poolSizeCount = 1;
            info.pPoolSizes = &size;
            VkDescriptorPool pool = VK_NULL_HANDLE;
            VKALGO_CHECK(context_->check(vk.vkCreateDescriptorPool(context_->device(), &info, nullptr, &pool),
                                         "vkCreateDescriptorPool"));
            pools_.push_back(pool);
        }
        VkDescriptorSetAllocateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
        info.descriptorPool = pools_[current_];
        info.descriptorSetCount = 1;
        info.pSetLayouts = &layout;
        VkDescriptorSet set = VK_NULL_HANDLE;
        const VkResult result = vk.vkAllocateDescriptorSets(context_->device(), &info, &set);
        const bool full = result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL;
        if (full && !fresh) {
            continue;
        }
        VKALGO_CHECK(context_->check(result, "vkAllocateDescriptorSets"));
        return set;
    }
}

Result<void> DescriptorArena::reset() {
    for (VkDescriptorPool pool : pools_) {
        VKALGO_CHECK(context_->check(context_->table().device.vkResetDescriptorPool(context_->device(), pool, 0),
                                     "vkResetDescriptorPool"));
    }
    current_ = 0;
    return {};
}

}  // namespace vkalgo

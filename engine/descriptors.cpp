#include "engine/descriptors.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vkalgo {
namespace {

constexpr std::uint32_t kSetsPerPool = 256;

/// Returns the number of descriptors of `type` that a new pool holds: more for storage buffers than for other types,
/// since most bindings are storage buffers, and at least as many as `descriptors` has.
VkDescriptorPoolSize room_for(VkDescriptorType type, std::span<const VkWriteDescriptorSet> descriptors) {
    const auto wanted = static_cast<std::uint32_t>(
        std::count_if(descriptors.begin(), descriptors.end(),
                      [&](const VkWriteDescriptorSet& write) { return write.descriptorType == type; }));
    const std::uint32_t usual = type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ? 6 * kSetsPerPool : kSetsPerPool / 2;
    return {type, std::max(usual, wanted)};
}

}  // namespace

DescriptorArena::~DescriptorArena() {
    if (pools_.empty() || !context_->may_destroy()) {
        return;
    }
    for (VkDescriptorPool pool : pools_) {
        context_->table().device.vkDestroyDescriptorPool(context_->device(), pool, nullptr);
    }
}

Result<VkDescriptorSet> DescriptorArena::allocate(VkDescriptorSetLayout layout,
                                                  std::span<const VkWriteDescriptorSet> descriptors) {
    const VolkDeviceTable& vk = context_->table().device;
    for (;; ++current_) {
        const bool fresh = current_ == pools_.size();
        if (fresh) {
            const VkDescriptorPoolSize sizes[] = {
                room_for(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, descriptors),
                room_for(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, descriptors),
                room_for(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, descriptors),
                room_for(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, descriptors),
                room_for(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, descriptors),
                room_for(VK_DESCRIPTOR_TYPE_SAMPLER, descriptors),
            };
            VkDescriptorPoolCreateInfo info{};
            info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
            info.maxSets = kSetsPerPool;
            info.poolSizeCount = static_cast<std::uint32_t>(std::size(sizes));
            info.pPoolSizes = sizes;
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

void DescriptorArena::keep(std::shared_ptr<const void> object) {
    if (std::find(kept_.begin(), kept_.end(), object) == kept_.end()) {
        kept_.push_back(std::move(object));
    }
}

Result<void> DescriptorArena::reset() {
    kept_.clear();
    for (VkDescriptorPool pool : pools_) {
        VKALGO_CHECK(context_->check(context_->table().device.vkResetDescriptorPool(context_->device(), pool, 0),
                                     "vkResetDescriptorPool"));
    }
    current_ = 0;
    return {};
}

}  // namespace vkalgo

#pragma once

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// Stages and accesses in the masks of Vulkan 1.0, for a barrier that is recorded by vkCmdPipelineBarrier.
struct FoldedAccess {
    VkPipelineStageFlags stages = 0;
    VkAccessFlags access = 0;
};

/// Pipeline stages and accesses, in the 64-bit masks of synchronization2. The low 32 bits of those are the masks of
/// Vulkan 1.0, so that VK_PIPELINE_STAGE_..._BIT and VK_ACCESS_..._BIT fit too.
struct StageAccess {
    VkPipelineStageFlags2 stages = 0;
    VkAccessFlags2 access = 0;

    bool operator==(const StageAccess&) const = default;
    StageAccess& operator|=(const StageAccess& other) {
        stages |= other.stages;
        access |= other.access;
        return *this;
    }
    /// Whether every stage and every access of `other` is here too.
    bool holds(const StageAccess& other) const {
        return (other.stages & ~stages) == 0 && (other.access & ~access) == 0;
    }
    /// The same or more, in the masks of Vulkan 1.0: a copy becomes a transfer, and what Vulkan 1.0 has no name for
    /// becomes ALL_COMMANDS, MEMORY_READ and MEMORY_WRITE.
    FoldedAccess folded() const;
};

/// A global memory barrier: `from` happens, and what it wrote is available, before `to`.
struct MemoryBarrier {
    StageAccess from, to;
};

/// The accesses among `access` that may write: all that are not known to read only.
VkAccessFlags2 writes_of(VkAccessFlags2 access);
/// With the parts of everything that has parts: TRANSFER also says COPY, BLIT, RESOLVE and CLEAR, and so on. Two masks
/// that were expanded can be compared bit by bit.
StageAccess expand(StageAccess by);
/// The opposite: drops the parts of what is there as a whole, so that a mask names no stage of a feature that is not
/// enabled.
StageAccess reduce(StageAccess by);

}  // namespace vkalgo

#pragma once

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// Stages and accesses in the masks of Vulkan 1.0, for a barrier recorded by vkCmdPipelineBarrier.
struct FoldedAccess {
    VkPipelineStageFlags stages = 0;
    VkAccessFlags access = 0;
};

/// Pipeline stages and accesses in the 64-bit masks of synchronization2. Their low 32 bits are the masks of Vulkan 1.0,
/// so that VK_PIPELINE_STAGE_..._BIT and VK_ACCESS_..._BIT can be used too.
struct StageAccess {
    VkPipelineStageFlags2 stages = 0;
    VkAccessFlags2 access = 0;

    bool operator==(const StageAccess&) const = default;
    StageAccess& operator|=(const StageAccess& other) {
        stages |= other.stages;
        access |= other.access;
        return *this;
    }
    /// Returns whether this contains every stage and every access of `other`.
    bool holds(const StageAccess& other) const {
        return (other.stages & ~stages) == 0 && (other.access & ~access) == 0;
    }
    /// Returns these stages and accesses, or more, in the masks of Vulkan 1.0. A stage or an access that Vulkan 1.0
    /// lacks becomes one that contains it: a copy becomes TRANSFER, others ALL_GRAPHICS, SHADER_READ or MEMORY_WRITE,
    /// for example.
    FoldedAccess folded() const;
};

/// A global memory barrier: `from` happens before `to`, and what `from` wrote is visible to `to`.
struct MemoryBarrier {
    StageAccess from, to;
};

/// Returns the accesses among `access` that may write: all that are not known to be reads.
VkAccessFlags2 writes_of(VkAccessFlags2 access);
/// Adds the parts of every combined stage or access: TRANSFER also gets COPY, BLIT, RESOLVE and CLEAR, and so on. Two
/// expanded masks can be compared bit by bit.
StageAccess expand(StageAccess by);
/// Does the opposite of expand: drops the parts of every combined stage or access, so that the mask names no stage of a
/// feature that is not enabled.
StageAccess reduce(StageAccess by);

}  // namespace vkalgo

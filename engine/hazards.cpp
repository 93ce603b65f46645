// The part of Recorder that decides where barriers go.
//
// Since the last barrier, every access is kept as an interval of its buffer. A use that conflicts with one of them (same
// bytes, and one of the two writes) needs a barrier, which is a global memory barrier from all of those accesses to the
// stages of the use: one barrier then covers everything recorded so far, and the list begins anew. What was before it stays
// in `older_` for the stages that have not waited for it, as one hull a buffer and kind: hulls can only cause a barrier too
// many, and the usual case, kernel after kernel, never looks beyond `recent_`.
#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/recorder.hpp"

#include <algorithm>

namespace vkalgo {
namespace {

/// Every stage that a recorder itself uses.
constexpr VkPipelineStageFlags kOwnStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT;
constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                                  VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
                                  VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
/// Past so many unrelated accesses in a row, they are kept as hulls, which keeps recording linear.
constexpr std::size_t kMostRecent = 64;

bool writes(Access access) {
    return access == Access::write || access == Access::read_write;
}

/// All that our uses of a stage may do there: a barrier opens the stage as a whole, so that `seen` needs no access mask.
VkAccessFlags accesses_of(VkPipelineStageFlags stages) {
    VkAccessFlags flags = 0;
    if ((stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0) {
        flags |= VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    }
    if ((stages & VK_PIPELINE_STAGE_TRANSFER_BIT) != 0) {
        flags |= VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    }
    if ((stages & VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) != 0) {
        flags |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
    }
    return flags;
}

bool overlaps(const BufferView& view, VkBuffer buffer, std::uint64_t begin, std::uint64_t end) {
    return view.buffer == buffer && view.offset < end && begin < view.offset + view.size;
}

}  // namespace

void Recorder::access(std::span<const Use> uses) {
    StageAccess from;
    StageAccess to;
    for (const Use& use : uses) {
        const auto conflicts = [&](const Interval& known) {
            return (known.write || writes(use.access)) && (known.seen & use.by.stages) != use.by.stages &&
                   overlaps(use.view, known.buffer, known.begin, known.end);
        };
        const auto add = [&](const Interval& known) {
            from.stages |= known.by.stages;
            from.access |= known.by.access & kWrites;
        };
        for (const Interval& known : recent_) {
            if (conflicts(known)) {
                add(known);
            }
        }
        for (const Interval& known : older_) {
            if (conflicts(known)) {
                add(known);
            }
        }
        to.stages |= use.by.stages;
    }
    if (from.stages != 0) {
        to.access = accesses_of(to.stages);
        barrier(from, to);
    }
    for (const Use& use : uses) {
        remember(use);
    }
}

void Recorder::barrier(StageAccess from, StageAccess to) {
    // Take everything pending along: it costs nothing more and saves the next barrier.
    for (const Interval& known : recent_) {
        from.stages |= known.by.stages;
        from.access |= known.by.access & kWrites;
    }
    VkMemoryBarrier memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = from.access;
    memory.dstAccessMask = to.access;
    context_.table().device.vkCmdPipelineBarrier(commands_, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0,
                                                 nullptr);
    ++barriers_;
    for (Interval& known : older_) {
        const VkAccessFlags made = known.by.access & kWrites;
        if ((known.by.stages & ~from.stages) == 0 && (made & ~from.access) == 0) {
            known.seen |= to.stages;
        }
    }
    for (Interval known : recent_) {
        known.seen |= to.stages;
        const auto hull = std::find_if(older_.begin(), older_.end(), [&](const Interval& other) {
            return other.buffer == known.buffer && other.write == known.write && other.seen == known.seen;
        });
        if (hull == older_.end()) {
            older_.push_back(known);
            continue;
        }
        hull->begin = std::min(hull->begin, known.begin);
        hull->end = std::max(hull->end, known.end);
        hull->by.stages |= known.by.stages;
        hull->by.access |= known.by.access;
    }
    recent_.clear();
    std::erase_if(older_, [](const Interval& known) { return (known.seen & kOwnStages) == kOwnStages; });
}

void Recorder::remember(const Use& use) {
    const std::uint64_t begin = use.view.offset;
    const std::uint64_t end = begin + use.view.size;
    const bool write = writes(use.access);
    for (Interval& known : recent_) {
        const bool same_kind = known.buffer == use.view.buffer && known.write == write &&
                               known.by.stages == use.by.stages && known.by.access == use.by.access && known.seen == 0;
        // Touching intervals of one kind are one interval.
        if (same_kind && begin <= known.end && known.begin <= end) {
            known.begin = std::min(known.begin, begin);
            known.end = std::max(known.end, end);
            return;
        }
    }
    if (recent_.size() >= kMostRecent) {
        for (Interval& known : recent_) {
            if (known.buffer == use.view.buffer && known.write == write && known.by.stages == use.by.stages &&
                known.by.access == use.by.access && known.seen == 0) {
                known.begin = std::min(known.begin, begin);
                known.end = std::max(known.end, end);
                return;
            }
        }
    }
    recent_.push_back({use.view.buffer, begin, end, write, use.by, 0});
}

void Recorder::assume(const BufferView& view, Access how, StageAccess by) {
    if (view && view.size != 0 && how != Access::none && by.stages != 0) {
        remember({view, how, by});
    }
}

void Recorder::hand_over(const BufferView& view, StageAccess to) {
    if (!status_ || !view || to.stages == 0) {
        return;
    }
    StageAccess from;
    for (const auto* list : {&recent_, &older_}) {
        for (const Interval& known : *list) {
            if (overlaps(view, known.buffer, known.begin, known.end)) {
                from.stages |= known.by.stages;
                from.access |= known.by.access & kWrites;
            }
        }
    }
    if (from.stages != 0) {
        barrier(from, to);
    }
}

}  // namespace vkalgo

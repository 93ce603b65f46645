#include "tests/support/hazard_model.hpp"

namespace vkalgo::test {
namespace {

constexpr VkAccessFlags kWrites =
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_MEMORY_WRITE_BIT |
    VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR | VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT |
    VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

/// A bit that is not an access flag. In seen[s] it means that stage 1 << s waits for the access, whether or not what
/// the access wrote is visible to that stage.
constexpr VkAccessFlags kWaits = 1U << 31;

VkPipelineStageFlags spelled_out(VkPipelineStageFlags stages) {
    if ((stages & VK_PIPELINE_STAGE_ALL_COMMANDS_BIT) != 0) {
        stages |= ~VkPipelineStageFlags{VK_PIPELINE_STAGE_HOST_BIT};
    }
    return stages;
}

VkAccessFlags spelled_out_accesses(VkAccessFlags access) {
    if ((access & VK_ACCESS_MEMORY_WRITE_BIT) != 0) {
        access |= kWrites;
    }
    if ((access & VK_ACCESS_MEMORY_READ_BIT) != 0) {
        access |= ~kWrites;
    }
    return access;
}

bool meet(const HazardModel::Span& a, const HazardModel::Span& b) {
    return a.resource == b.resource && a.begin < b.end && b.begin < a.end;
}

}  // namespace

void HazardModel::begin_with(const Span& where, VkPipelineStageFlags stages, VkAccessFlags access) {
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const VkPipelineStageFlags stage = VkPipelineStageFlags{1} << bit;
        if ((stages & stage) != 0) {
            records_.push_back({0, where, stage, access & kWrites, stage, false, {}});
        }
    }
}

bool HazardModel::in_order(std::uint64_t command, const Span& where, VkPipelineStageFlags stages,
                           VkAccessFlags access) const {
    for (const Record& record : records_) {
        if (record.command == command && command != 0) {
            continue;
        }
        if (!meet(record.where, where) || (record.writes == 0 && (access & kWrites) == 0)) {
            continue;
        }
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            if ((stages >> bit & 1) == 0) {
                continue;
            }
            const bool fine = record.writes != 0 ? (access & ~record.seen[bit]) == 0 : (record.seen[bit] & kWaits) != 0;
            if (!fine) {
                return false;
            }
        }
    }
    return true;
}

void HazardModel::access(std::uint64_t command, const Span& where, VkPipelineStageFlags stages, VkAccessFlags access) {
    if (!in_order(command, where, stages, access)) {
        failures_.push_back("command " + std::to_string(command) + ": resource " + std::to_string(where.resource) +
                            " [" + std::to_string(where.begin) + ", " + std::to_string(where.end) + ") by stages " +
                            std::to_string(stages) + ", access " + std::to_string(access));
    }
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        const VkPipelineStageFlags stage = VkPipelineStageFlags{1} << bit;
        if ((stages & stage) != 0) {
            records_.push_back({command, where, stage, access & kWrites, stage, false, {}});
        }
    }
}

void HazardModel::barrier(VkPipelineStageFlags from, VkAccessFlags made, VkPipelineStageFlags to, VkAccessFlags seen) {
    from = spelled_out(from);
    to = spelled_out(to);
    made = spelled_out_accesses(made);
    seen = spelled_out_accesses(seen);
    for (Record& record : records_) {
        if ((record.chain & from) == 0) {
            continue;
        }
        record.available |= (record.stage & from) != 0 && (record.writes & ~made) == 0;
        record.chain |= to;
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            if ((to >> bit & 1) != 0) {
                record.seen[bit] |= kWaits | (record.available ? seen : 0);
            }
        }
    }
}

}  // namespace vkalgo::test

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo::test {

/// Vulkan's memory model, by brute force and independent of the library: every access is remembered forever, every
/// barrier is applied to every access before it (dependency chains, availability, visibility), and every access is
/// compared with all accesses before it. It uses the masks of Vulkan 1.0.
class HazardModel {
public:
    struct Span {
        /// A buffer, or a subresource of an image.
        std::uint64_t resource = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    /// Adds an access that needs no order with earlier accesses. It belongs to earlier work, or the host made it after
    /// a barrier of its own.
    void begin_with(const Span& where, VkPipelineStageFlags stages, VkAccessFlags access);
    /// Adds an access of the next command. Accesses of one command have the same number, and do not wait for each
    /// other.
    void access(std::uint64_t command, const Span& where, VkPipelineStageFlags stages, VkAccessFlags access);
    void barrier(VkPipelineStageFlags from, VkAccessFlags made, VkPipelineStageFlags to, VkAccessFlags seen);

    /// Returns whether an access would be in order now.
    bool in_order(std::uint64_t command, const Span& where, VkPipelineStageFlags stages, VkAccessFlags access) const;
    /// Returns the accesses that were not in order.
    const std::vector<std::string>& failures() const { return failures_; }

private:
    /// An access by one stage. `seen[s]` holds the kinds of access of stage 1 << s to which what was written is
    /// visible.
    struct Record {
        std::uint64_t command;
        Span where;
        VkPipelineStageFlags stage;
        VkAccessFlags writes;
        /// The stage of the access, and the stages that wait for it.
        VkPipelineStageFlags chain;
        bool available;
        VkAccessFlags seen[32];
    };
    std::vector<Record> records_;
    std::vector<std::string> failures_;
};

}  // namespace vkalgo::test

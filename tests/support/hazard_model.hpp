#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo::test {

/// What Vulkan's memory model asks for, by brute force and apart from the library: every access is remembered for ever,
/// every barrier is applied to every access before it (dependency chains, availability, visibility), and every access
/// is compared with all before it. In the masks of Vulkan 1.0.
class HazardModel {
public:
    struct Span {
        /// a buffer, or a subresource of an image
        std::uint64_t resource = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    /// An access with which no order is asked of the ones before: earlier work, or the host's after its own barrier.
    void begin_with(const Span& where, VkPipelineStageFlags stages, VkAccessFlags access);
    /// An access of the next command. Accesses of one command are given the same number, and do not wait for each
    /// other.
    void access(std::uint64_t command, const Span& where, VkPipelineStageFlags stages, VkAccessFlags access);
    void barrier(VkPipelineStageFlags from, VkAccessFlags made, VkPipelineStageFlags to, VkAccessFlags seen);

    /// Whether an access would be in order now.
    bool in_order(std::uint64_t command, const Span& where, VkPipelineStageFlags stages, VkAccessFlags access) const;
    /// The accesses that were not in order.
    const std::vector<std::string>& failures() const { return failures_; }

private:
    /// By one stage; `seen[s]` holds the accesses of stage 1 << s that the write is visible to.
    struct Record {
        std::uint64_t command;
        Span where;
        VkPipelineStageFlags stage;
        VkAccessFlags writes;
        /// stages that wait for it
        VkPipelineStageFlags chain;
        bool available;
        VkAccessFlags seen[32];
    };
    std::vector<Record> records_;
    std::vector<std::string> failures_;
};

}  // namespace vkalgo::test

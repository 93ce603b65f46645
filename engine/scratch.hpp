#pragma once

#include "buffer.hpp"

#include <cstdint>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// What an algorithm needs besides its arguments. Plain arithmetic, no device needed.
struct ScratchNeed {
    std::uint64_t bytes = 0;
    /// of the view's offset: enough for every device's storage_offset_alignment
    std::uint64_t alignment = 256;
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
};

/// Adds up parts of one scratch area, each aligned to 256 bytes. The same object first sizes, then carves:
///   ScratchLayout layout; auto counters = layout.add(n * 4); ... need.bytes = layout.bytes(); ... layout.view(scratch, counters)
class ScratchLayout {
public:
    struct Part {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };
    Part add(std::uint64_t bytes) {
        const Part part{bytes_, bytes == 0 ? 16 : (bytes + 15) / 16 * 16};
        bytes_ += (part.size + 255) / 256 * 256;
        return part;
    }
    std::uint64_t bytes() const { return bytes_; }
    static BufferView view(const BufferView& scratch, const Part& part) {
        return scratch.slice(part.offset, part.size);
    }

private:
    std::uint64_t bytes_ = 0;
};

}  // namespace vkalgo

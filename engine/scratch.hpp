#pragma once

#include "buffer.hpp"

#include <algorithm>
#include <cstdint>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// What an algorithm needs besides its arguments. Plain arithmetic, no device needed.
struct ScratchNeed {
    std::uint64_t bytes = 0;
    /// of the view's offset: enough for every device's storage_offset_alignment
    std::uint64_t alignment = 256;
    /// that the buffer is made with; INDIRECT_BUFFER too where the device sizes its own dispatches
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
};

/// Adds up parts of one scratch area, each aligned to 256 bytes. The same object first sizes, then carves:
///   ScratchLayout layout;
///   auto counters = layout.add(n * 4); ...
///   need = layout.need(); ...
///   layout.view(scratch, counters)
///
/// Parts that are used in different phases may share their bytes:
///   const auto phases = layout.mark();
///   auto tables = layout.add(a);  // first phase
///   layout.rewind(phases);
///   auto sums = layout.add(b);    // second phase, over the same bytes
///   layout.end_phases();          // parts added now follow both
class ScratchLayout {
public:
    /// A part of the scratch memory: its offset and size in bytes.
    struct Part {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };
    /// Where the next part begins.
    struct Mark {
        std::uint64_t offset = 0;
    };
    /// `usage` is what the part needs beyond storage buffers and fills.
    Part add(std::uint64_t bytes, VkBufferUsageFlags usage = 0) {
        const Part part{next_, Buffer::rounded(bytes)};
        next_ += (part.size + 255) / 256 * 256;
        need_.bytes = std::max(need_.bytes, next_);
        need_.usage |= usage;
        return part;
    }
    /// Where the next part would begin, for rewind().
    Mark mark() const { return {next_}; }
    /// The next part begins where it began at the mark: the parts added since are used no more by then.
    void rewind(Mark mark) { next_ = mark.offset; }
    /// The next part begins behind all parts so far.
    void end_phases() { next_ = need_.bytes; }

    /// Of all parts, alignment included.
    std::uint64_t bytes() const { return need_.bytes; }
    /// What the caller must provide.
    const ScratchNeed& need() const { return need_; }
    /// The part within the scratch memory that the caller gave.
    static BufferView view(const BufferView& scratch, const Part& part) {
        return scratch.slice(part.offset, part.size);
    }

private:
    std::uint64_t next_ = 0;
    ScratchNeed need_;
};

}  // namespace vkalgo

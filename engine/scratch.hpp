#pragma once

#include "buffer.hpp"

#include <algorithm>
#include <cstdint>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

/// The scratch memory that an algorithm needs besides its arguments. Computed without a device.
struct ScratchNeed {
    std::uint64_t bytes = 0;
    /// Required alignment of the view's offset. 256 satisfies storage_offset_alignment of every device.
    std::uint64_t alignment = 256;
    /// Usage flags that the buffer must have. INDIRECT_BUFFER is included if the device computes dispatch sizes.
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
};

/// A layout of parts in one scratch area, each aligned to 256 bytes. The same object first computes the size and then
/// returns the views of the parts:
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
    /// The position where a part begins.
    struct Mark {
        std::uint64_t offset = 0;
    };
    /// Adds a part. `usage` is what the part needs in addition to storage-buffer and fill usage.
    Part add(std::uint64_t bytes, VkBufferUsageFlags usage = 0) {
        const Part part{next_, Buffer::rounded(bytes)};
        next_ += (part.size + 255) / 256 * 256;
        need_.bytes = std::max(need_.bytes, next_);
        need_.usage |= usage;
        return part;
    }
    /// Returns the position where the next part would begin, for rewind().
    Mark mark() const { return {next_}; }
    /// Sets the position of the next part back to the mark. New parts then share the bytes of the parts added since the
    /// mark, which must no longer be in use when the new parts are used.
    void rewind(Mark mark) { next_ = mark.offset; }
    /// Sets the position of the next part to the end of all parts so far.
    void end_phases() { next_ = need_.bytes; }

    /// Returns the bytes of all parts, alignment included.
    std::uint64_t bytes() const { return need_.bytes; }
    /// Returns the scratch memory that the caller must provide.
    const ScratchNeed& need() const { return need_; }
    /// Returns the view of a part within the caller's scratch memory.
    static BufferView view(const BufferView& scratch, const Part& part) {
        return scratch.slice(part.offset, part.size);
    }

private:
    std::uint64_t next_ = 0;
    ScratchNeed need_;
};

}  // namespace vkalgo

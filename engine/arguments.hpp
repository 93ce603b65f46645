#pragma once

#include "buffer.hpp"
#include "hazards.hpp"
#include "kernel.hpp"
#include "result.hpp"
#include "stage_access.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;
class Recorder;
struct DeviceProfile;

/// A buffer argument of an algorithm. It is declared once; the checks, the error texts and the accesses are derived
/// from it.
struct Argument {
    /// The name of the field, for error texts.
    const char* name = "";
    BufferView view = {};
    /// The bytes that the algorithm accesses. 0 means that the argument is unused, and nothing is checked.
    std::uint64_t bytes = 0;
    /// The required alignment of the view's offset. 0 means that a kernel binds the view, so that the device's
    /// storage_offset_alignment is required. A word that is bound by bind_word, for example, has 4.
    std::uint64_t alignment = 0;
    Access access = Access::read;
    /// The usage flags that the buffer must have. They inform the caller and are not checked.
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// Whether the argument may be missing.
    bool optional = false;
};

/// Rejects a view that is missing, too small or badly aligned, and two arguments that overlap if one of them is
/// written. Errors: invalid_argument; `where` is the argument's name.
Result<void> check_arguments(std::span<const Argument> arguments, const DeviceProfile& profile);

/// The first and last accesses of the device to an argument. A caller needs them for its own barriers before and after
/// the algorithm.
struct ArgumentAccess {
    /// All accesses that are the first to any of the bytes.
    StageAccess first;
    /// The last write to each byte, and the reads after it.
    StageAccess last;

    bool operator==(const ArgumentAccess&) const = default;
};

/// Runs `record` on a recorder without a command buffer, which checks and tracks but calls no Vulkan function. Returns
/// how the recording accesses each argument. The views of `arguments` may be those of a later recording, or any others
/// that do not overlap. Errors: those of `record`.
Result<std::vector<ArgumentAccess>> dry_accesses(Context& context, std::span<const Argument> arguments,
                                                 const std::function<Result<void>(Recorder&)>& record);

/// A record of the buffer accesses that a Recorder reports (RecorderOptions::watch). For each watched view it keeps the
/// accesses that were the first to any byte of the view.
class AccessWatch {
public:
    /// Watches these views.
    explicit AccessWatch(std::span<const BufferView> views);
    /// Notes the accesses of one command, which are not ordered among each other. They may overlap each other and any
    /// watched view.
    void note(std::span<const HazardTracker::Use> uses);
    /// Returns the first accesses to view `index`. Empty if there were none.
    const StageAccess& first(std::size_t index) const { return views_[index].first; }

private:
    struct Watched {
        BufferView view;
        StageAccess first;
        /// The intervals accessed so far, as begin -> end.
        std::map<std::uint64_t, std::uint64_t> touched;

        bool covers(std::uint64_t begin, std::uint64_t end) const;
        void extend(std::uint64_t begin, std::uint64_t end);
    };
    std::vector<Watched> views_;
};

}  // namespace vkalgo

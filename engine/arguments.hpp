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

/// One buffer argument of an algorithm, declared once: the checks, the error texts and the accesses come from it.
struct Argument {
    /// of the field, for error texts
    const char* name = "";
    BufferView view = {};
    /// that the algorithm reaches; 0: none, and nothing is checked
    std::uint64_t bytes = 0;
    /// Of the view's offset. 0: a kernel binds it, so that the device's storage_offset_alignment is needed; else that
    /// alignment instead, a word read by bind_word for example has 4.
    std::uint64_t alignment = 0;
    Access access = Access::read;
    /// that the buffer is made with, for the caller's information
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    /// may be missing
    bool optional = false;
};

/// Refuses a view that is missing, too small or badly aligned, and two arguments of which one is written that share a
/// byte. Errors: invalid_argument; `where` is the argument's name.
Result<void> check_arguments(std::span<const Argument> arguments, const DeviceProfile& profile);

/// How the device touches an argument first and last: what a host's own barriers before and after the algorithm need.
struct ArgumentAccess {
    /// of every byte's first access
    StageAccess first;
    /// of every byte's last write, and the reads since
    StageAccess last;

    bool operator==(const ArgumentAccess&) const = default;
};

/// Runs `record` on a recorder without a command buffer, which checks and tracks and calls no Vulkan function, and says
/// how it touches each argument. The views may be those of the arguments later recorded or any that do not overlap.
/// Errors: those of `record`.
Result<std::vector<ArgumentAccess>> dry_accesses(Context& context, std::span<const Argument> arguments,
                                                 const std::function<Result<void>(Recorder&)>& record);

/// The accesses to buffers that a Recorder reports (RecorderOptions::watch): keeps, for each view, the accesses that
/// were the first to one of its bytes.
class AccessWatch {
public:
    /// Watches these views.
    explicit AccessWatch(std::span<const BufferView> views);
    /// The accesses of one command, none of them before another; they may overlap each other and any of those watched.
    void note(std::span<const HazardTracker::Use> uses);
    /// The first access to view `index`; empty if there was none.
    const StageAccess& first(std::size_t index) const { return views_[index].first; }

private:
    struct Watched {
        BufferView view;
        StageAccess first;
        /// touched so far: where an interval begins, and where it ends
        std::map<std::uint64_t, std::uint64_t> touched;

        bool covers(std::uint64_t begin, std::uint64_t end) const;
        void extend(std::uint64_t begin, std::uint64_t end);
    };
    std::vector<Watched> views_;
};

}  // namespace vkalgo

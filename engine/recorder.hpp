#pragma once

#include "binding.hpp"
#include "buffer.hpp"
#include "hazards.hpp"
#include "kernel.hpp"
#include "result.hpp"

#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class AccessWatch;
class Context;
class DescriptorArena;
class Profiler;

/// The number of workgroups to dispatch.
struct Groups {
    std::uint32_t x = 1, y = 1, z = 1;
    /// Returns a grid of `count` workgroups in one dimension, folded into two dimensions if one dimension would exceed
    /// the device's limit. The fold rounds up, so shaders compare `vkalgo_workgroup_index()` (common/grid.glsl) with
    /// their count and return if the index is not below the count.
    static Groups linear(std::uint64_t count, const class Context& context);
};

/// Returns the stages and accesses of a kernel that accesses a storage buffer.
StageAccess by_kernel(Access access);

/// A grid whose size the device computes from a uint32 number of items.
struct LinearCount {
    /// The number of items, a uint32 at an offset that is a multiple of 4.
    BufferView count;
    /// Items per workgroup; at least 1.
    std::uint32_t per_group = 1;
    /// A larger count is reduced to this number. This number must not need more workgroups than the device dispatches
    /// at once.
    std::uint64_t most = 0;
};

/// Rounds that the device can end early.
struct Rounds {
    /// The number of recorded rounds. Rounds after `done` was set dispatch nothing.
    std::uint32_t most = 1;
    /// A uint32 at an offset that is a multiple of 4. The rounds end once it is not 0. The body's kernels set it; the
    /// caller clears it.
    BufferView done;
    /// The grids that the body dispatches: 1 to kMaxGrids.
    std::span<const Groups> grids;
    /// Scratch of kBytesPerGrid bytes per grid, with VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT.
    BufferView arguments;

    static constexpr std::size_t kMaxGrids = 8;
    static constexpr std::uint64_t kBytesPerGrid = 16;
};
/// The argument of the body of record_rounds.
struct Round {
    /// The index of the round, from 0.
    std::uint32_t index = 0;
    BufferView arguments;
    /// Returns the arguments for dispatch_indirect: those of grid `grid` of the rounds, or no workgroups after the
    /// rounds ended.
    BufferView grid(std::size_t grid) const {
        return arguments.slice(grid * Rounds::kBytesPerGrid, sizeof(VkDispatchIndirectCommand));
    }
};

/// The options of a Recorder.
struct RecorderOptions {
    /// The queue's tracker, which knows what other recorders and the host did. Without a tracker, the recorder begins
    /// with a barrier for everything before it, and knows only its own accesses.
    HazardTracker* hazards = nullptr;
    /// Measures the spans. Null if spans are not to be measured.
    Profiler* profiler = nullptr;
    /// Optional. Receives every access to a buffer; see arguments.hpp.
    AccessWatch* watch = nullptr;
    /// A dry recording: the recorder checks and tracks as usual, but records nothing. The command buffer may be null.
    bool dry = false;
};

/// A recorder of commands into a VkCommandBuffer. It adds the barriers that the accesses need, tracked by (VkBuffer,
/// byte interval) and (VkImage, subresource). It does not begin, end or submit the command buffer. A null command
/// buffer is an error (invalid_argument, in `status()` from the start) except in a dry recording.
///
/// What vkalgo does: bind compute pipelines, descriptor sets (set 0) or push descriptors, and push constants; dispatch;
/// fill, copy and update buffers; record barriers between its own accesses, and against what `assume` and the tracker
/// know.
///
/// What the caller does: record outside a render pass; not rely on compute pipelines, compute descriptor sets and push
/// constants that were bound before; keep buffers, images, kernels and the arena alive until the fence; declare its own
/// accesses by `assume` and `hand_over`; put images into the layouts that their views name.
///
/// A buffer that a kernel both reads and writes may be bound twice, once readonly and once writeonly. The result is
/// then right if no invocation reads an address again after it wrote it: the module does not declare that the two
/// bindings are the same memory (SPIR-V's Aliased), so the compiler may return the old value. Invocations of later
/// dispatches see what was written.
///
/// Errors are kept: after the first one nothing more is recorded, and `status()` returns it. If a recording fails or is
/// not submitted, call HazardTracker::start_anew on a tracker that outlives the recording.
class Recorder {
public:
    /// Makes a recorder, which all arguments must outlive. `commands` is in the recording state, outside a render pass.
    Recorder(Context& context, VkCommandBuffer commands, DescriptorArena& arena, const RecorderOptions& options = {});
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Returns the context that was passed to the constructor.
    Context& context() const { return context_; }
    /// Returns the command buffer that was passed to the constructor.
    VkCommandBuffer commands() const { return commands_; }
    /// Returns the first error. Nothing is recorded after it.
    const Result<void>& status() const { return status_; }
    /// Sets the error, unless there is one already.
    void fail(Error error);

    /// Declares that the caller made this access to `view` before. Commands recorded after this call that use the view
    /// wait for it. With `from_family`, another queue family released the buffer to this one, and the acquire is
    /// recorded. `by.stages` are then the stages of this queue that wait for the release's semaphore.
    void assume(const BufferView& view, StageAccess by, std::uint32_t from_family = VK_QUEUE_FAMILY_IGNORED);
    /// Does for subresources of an image what assume() does for a buffer.
    void assume(const ImageView& image, StageAccess by, std::uint32_t from_family = VK_QUEUE_FAMILY_IGNORED);
    /// Declares that the caller makes this access to `view` next (the host reads a mapped buffer, a draw reads it, a
    /// copy overwrites it). Records the barrier before that access. Commands recorded after this call that use the view
    /// wait for the access. With `to_family`, the buffer is released to that queue family, which acquires it for the
    /// access `to`. This recorder's queue family must not use the buffer until it is released back.
    void hand_over(const BufferView& view, StageAccess to, std::uint32_t to_family = VK_QUEUE_FAMILY_IGNORED);
    /// Does for subresources of an image what hand_over() does for a buffer.
    void hand_over(const ImageView& image, StageAccess to, std::uint32_t to_family = VK_QUEUE_FAMILY_IGNORED);

    /// Declares that the caller recorded other compute bindings in between. The next dispatch binds everything again.
    void forget_bindings() { bound_ = nullptr; }

    /// Records one dispatch. `bindings[b]` goes to binding b; the module states each binding's kind and access. `push`
    /// has the bytes of the module's push constants; padding at the end of a struct may follow them. A group count of
    /// zero records nothing. Errors: invalid_argument (number, kind, alignment or emptiness of bindings, push, a kernel
    /// of another context), too_large (binding or grid).
    void dispatch(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push,
                  Groups groups);
    /// Does what the first dispatch() does. `push` is the push constants as a struct of 4-byte words.
    template <class Push>
    void dispatch(const Kernel& kernel, std::initializer_list<Binding> bindings, const Push& push, Groups groups) {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= 128);
        dispatch(kernel, {bindings.begin(), bindings.size()}, std::as_bytes(std::span<const Push, 1>(&push, 1)),
                 groups);
    }
    /// Records a dispatch whose workgroup counts are read from three uint32 at the start of `arguments` (offset a
    /// multiple of 4).
    void dispatch_indirect(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push,
                           const BufferView& arguments);
    /// Records a dispatch of the number of workgroups that `count` needs, folded as Groups::linear folds them. A small
    /// dispatch before it computes the workgroup counts and writes them into `arguments`, 16 bytes of scratch with
    /// VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT. Nothing else may use `arguments` until this dispatch is recorded. The
    /// kernel of the small dispatch comes from Context::kernel, so the first such recording of a context compiles a
    /// pipeline; the arena keeps the kernel. Errors: those of dispatch and Context::kernel; too_large if `most` exceeds
    /// the largest grid.
    void dispatch_linear_indirect(const Kernel& kernel, std::span<const Binding> bindings,
                                  std::span<const std::byte> push, const LinearCount& count,
                                  const BufferView& arguments);
    /// Does what the first dispatch_linear_indirect() does. `push` is the push constants as a struct of 4-byte words.
    template <class Push>
    void dispatch_linear_indirect(const Kernel& kernel, std::initializer_list<Binding> bindings, const Push& push,
                                  const LinearCount& count, const BufferView& arguments) {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= 128);
        dispatch_linear_indirect(kernel, {bindings.begin(), bindings.size()},
                                 std::as_bytes(std::span<const Push, 1>(&push, 1)), count, arguments);
    }
    /// Records `body` for `rounds.most` rounds, or until the body returns an error. A small dispatch before each round
    /// reads `rounds.done`. If it is 0, the dispatches that the body records by dispatch_indirect(..., round.grid(k))
    /// run. Otherwise they have no workgroups. As for dispatch_linear_indirect(), the first such recording of a context
    /// compiles the kernel of the small dispatch, and the arena keeps the kernel.
    void record_rounds(const Rounds& rounds, const std::function<Result<void>(const Round&)>& body);
    /// Names a buffer that the next dispatch accesses by device address. The bindings of the dispatch do not show this
    /// access.
    void use_by_address(const BufferView& view, Access access);

    /// Fills the view with a 32-bit word. Offset and size of the view are multiples of 4.
    void fill(const BufferView& view, std::uint32_t word);
    /// Copies the first min(source.size, target.size) bytes of `source` to `target`.
    void copy(const BufferView& source, const BufferView& target);
    /// Writes up to 65,536 bytes, which are stored in the command buffer. The view's offset and the number of bytes are
    /// multiples of 4.
    void update(const BufferView& target, std::span<const std::byte> bytes);

    /// Keeps an object that the commands need, for example a kernel, alive until the arena is reset.
    void keep(std::shared_ptr<const void> object);

    /// Begins a span: timestamps around what is recorded until `end_span`, if there is a profiler, and a label for
    /// debuggers, if the instance has VK_EXT_debug_utils. Spans can be nested.
    void begin_span(std::string_view name);
    /// Ends the span that was begun last.
    void end_span();

    /// Returns the number of barriers recorded so far.
    std::uint64_t barriers() const { return barriers_; }
    /// Returns the number of dispatches recorded so far.
    std::uint64_t dispatches() const { return dispatches_; }

private:
    bool dry() const { return dry_; }
    /// Records the barrier that the accesses of one command need, if any, and remembers the accesses.
    void access(std::span<const HazardTracker::Use> uses, std::span<const HazardTracker::ImageUse> images = {});
    void record(const std::optional<MemoryBarrier>& barrier);
    void transfer(StageAccess from, StageAccess to, const VkBufferMemoryBarrier* buffer,
                  const VkImageMemoryBarrier* image);
    bool ready(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push);
    bool ready(const Kernel& kernel, std::size_t index, const Binding& binding);
    void use_bindings(const Kernel& kernel, std::span<const Binding> bindings);
    bool bind(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push);
    bool bind_descriptors(const Kernel& kernel, std::span<const Binding> bindings);
    /// Dispatches one of the engine's own kernels, which read a word and write arguments of indirect dispatches.
    void dispatch_own(const KernelInfo& info, const BufferView& word, const BufferView& arguments,
                      std::span<const std::byte> push);
    void fail_kernel(const Kernel& kernel, ErrorCode code, const std::string& message);

    Context& context_;
    VkCommandBuffer commands_;
    DescriptorArena& arena_;
    std::optional<HazardTracker> own_hazards_;
    HazardTracker& hazards_;
    Profiler* profiler_;
    AccessWatch* watch_;
    bool dry_;
    Result<void> status_;
    /// The accesses of the dispatch being recorded. They are members only so that their memory is reused.
    std::vector<HazardTracker::Use> uses_;
    std::vector<HazardTracker::ImageUse> image_uses_;
    std::vector<HazardTracker::Use> by_address_;
    const Kernel* bound_ = nullptr;
    /// Detects a new kernel at the address of an old one.
    VkPipeline bound_pipeline_ = VK_NULL_HANDLE;
    std::vector<Binding> bound_bindings_;
    std::vector<std::byte> pushed_;
    std::uint64_t barriers_ = 0;
    std::uint64_t dispatches_ = 0;
};

/// A span that is open for the lifetime of the object.
class SpanScope {
public:
    /// Begins the span; the destructor ends it.
    SpanScope(Recorder& recorder, std::string_view name) : recorder_(recorder) { recorder_.begin_span(name); }
    ~SpanScope() { recorder_.end_span(); }
    SpanScope(const SpanScope&) = delete;
    SpanScope& operator=(const SpanScope&) = delete;

private:
    Recorder& recorder_;
};

}  // namespace vkalgo

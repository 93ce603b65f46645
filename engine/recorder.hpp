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

/// How many workgroups to dispatch.
struct Groups {
    std::uint32_t x = 1, y = 1, z = 1;
    /// `count` workgroups in a row, folded into two dimensions where one would pass the device's limit (shaders read
    /// `workgroup_index()` of common/grid.glsl and return when it is beyond their count, since the fold rounds up).
    static Groups linear(std::uint64_t count, const class Context& context);
};

/// How a kernel's access to a storage buffer counts.
StageAccess by_kernel(Access access);

/// A grid that the device works out: a uint32 of things, so many per workgroup.
struct LinearCount {
    /// the uint32, at any multiple of 4
    BufferView count;
    /// things that one workgroup takes; at least 1
    std::uint32_t per_group = 1;
    /// The count is taken for this if it is larger. At most as many workgroups as the device dispatches at once.
    std::uint64_t most = 0;
};

/// Rounds that end on the device.
struct Rounds {
    /// rounds that are recorded; those after `done` was set dispatch nothing
    std::uint32_t most = 1;
    /// A uint32 at any multiple of 4: once it is not 0, the rounds are over. The body's kernels set it; the caller
    /// clears it.
    BufferView done;
    /// the grids that the body dispatches, at most kMaxGrids of them
    std::span<const Groups> grids;
    /// kBytesPerGrid bytes of scratch per grid, with VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT
    BufferView arguments;

    static constexpr std::size_t kMaxGrids = 8;
    static constexpr std::uint64_t kBytesPerGrid = 16;
};
/// What the body of record_rounds is given.
struct Round {
    /// from 0
    std::uint32_t index = 0;
    BufferView arguments;
    /// For dispatch_indirect: grid `grid` of the rounds, or no workgroup at all once they are over.
    BufferView grid(std::size_t grid) const {
        return arguments.slice(grid * Rounds::kBytesPerGrid, sizeof(VkDispatchIndirectCommand));
    }
};

/// What a Recorder does besides recording.
struct RecorderOptions {
    /// The queue's tracker, which knows what other recorders and the host did. Without one a recorder begins with a
    /// barrier for everything before it, and knows only its own accesses.
    HazardTracker* hazards = nullptr;
    /// for spans
    Profiler* profiler = nullptr;
    /// receives every access to a buffer; see arguments.hpp
    AccessWatch* watch = nullptr;
    /// A dry recording: the recorder checks and tracks as ever, and records nothing. The command buffer may be null.
    bool dry = false;
};

/// Writes into a VkCommandBuffer that is being recorded and puts in the barriers that the accesses need, tracked by
/// (VkBuffer, byte interval) and (VkImage, subresource). It begins, ends and submits nothing. A null command buffer is
/// an error (invalid_argument, in `status()` from the start) unless a dry recording was asked for.
///
/// vkalgo does: bind compute pipelines, descriptor sets (set 0) or push descriptors, and push constants; dispatch; fill
/// and copy; barriers between its own accesses, and against what `assume` and the tracker know.
/// The caller does: record outside a render pass; not rely on the compute pipeline, compute descriptor sets and push
/// constants bound before; keep buffers, images, kernels and the arena alive until the fence; declare its own accesses
/// by `assume` and `hand_over`; put images into the layouts that their views name.
///
/// A buffer that a kernel both reads and writes may be bound twice, once readonly and once writeonly. The kernel is
/// then right if no invocation reads again an address that it wrote: the module does not declare the two bindings to be
/// the same memory (SPIR-V's Aliased), so that the compiler may hand it the old value. Invocations of other dispatches
/// see what was written.
///
/// Errors stick: after the first one nothing more is recorded and `status()` returns it. A tracker that outlives a
/// recording that failed, or that is not submitted, is told by HazardTracker::start_anew.
class Recorder {
public:
    /// All of them outlive the recorder. `commands` is in the recording state, outside a render pass.
    Recorder(Context& context, VkCommandBuffer commands, DescriptorArena& arena, const RecorderOptions& options = {});
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// As given to the constructor.
    Context& context() const { return context_; }
    /// As given to the constructor.
    VkCommandBuffer commands() const { return commands_; }
    /// The first error; what follows one is not recorded.
    const Result<void>& status() const { return status_; }
    /// Makes an error stick, if none did before.
    void fail(Error error);

    /// The caller made this access to `view` before: what follows waits for it. With `from_family`, another queue
    /// family released the buffer to this one, and the acquire is recorded; `by.stages` are then those of this queue
    /// that wait for the release's semaphore.
    void assume(const BufferView& view, StageAccess by, std::uint32_t from_family = VK_QUEUE_FAMILY_IGNORED);
    /// The same for subresources of an image.
    void assume(const ImageView& image, StageAccess by, std::uint32_t from_family = VK_QUEUE_FAMILY_IGNORED);
    /// The caller makes this access to `view` next (the host reads a mapped buffer, a draw reads it, a copy overwrites
    /// it): records the barrier before it, and what follows waits for it. With `to_family`, the buffer is released to
    /// that queue family, which acquires it for the access `to`; this one uses it no more until it is released back.
    void hand_over(const BufferView& view, StageAccess to, std::uint32_t to_family = VK_QUEUE_FAMILY_IGNORED);
    /// The same for subresources of an image.
    void hand_over(const ImageView& image, StageAccess to, std::uint32_t to_family = VK_QUEUE_FAMILY_IGNORED);

    /// The caller recorded other compute bindings in between: the next dispatch binds everything again.
    void forget_bindings() { bound_ = nullptr; }

    /// One dispatch. `bindings[b]` goes to binding b; what it is and how it is accessed is what the module says. `push`
    /// is the module's push constants, no fewer bytes (padding at the end of a struct may follow). A group count of
    /// zero records nothing. Errors: invalid_argument (number, kind, alignment or emptiness of bindings, push, a kernel
    /// of another context), too_large (binding or grid).
    void dispatch(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push,
                  Groups groups);
    /// The same with push constants as a struct of 4-byte words.
    template <class Push>
    void dispatch(const Kernel& kernel, std::initializer_list<Binding> bindings, const Push& push, Groups groups) {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= 128);
        dispatch(kernel, {bindings.begin(), bindings.size()}, std::as_bytes(std::span<const Push, 1>(&push, 1)),
                 groups);
    }
    /// The workgroup counts are read from three uint32 at the start of `arguments` (offset a multiple of 4).
    void dispatch_indirect(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push,
                           const BufferView& arguments);
    /// As many workgroups as `count` needs, folded as Groups::linear folds them. One small dispatch before works them
    /// out and writes them into `arguments`: 16 bytes of scratch with VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, for this
    /// dispatch alone until it is recorded. Its kernel comes from Context::kernel, so that the first such recording of
    /// a context compiles a pipeline, and the arena keeps it. Errors: those of dispatch, Context::kernel; too_large if
    /// `most` passes the largest grid.
    void dispatch_linear_indirect(const Kernel& kernel, std::span<const Binding> bindings,
                                  std::span<const std::byte> push, const LinearCount& count,
                                  const BufferView& arguments);
    /// The same with push constants as a struct of 4-byte words.
    template <class Push>
    void dispatch_linear_indirect(const Kernel& kernel, std::initializer_list<Binding> bindings, const Push& push,
                                  const LinearCount& count, const BufferView& arguments) {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= 128);
        dispatch_linear_indirect(kernel, {bindings.begin(), bindings.size()},
                                 std::as_bytes(std::span<const Push, 1>(&push, 1)), count, arguments);
    }
    /// Records `body` for each round, until `rounds.most` or an error of the body. A small dispatch before each round
    /// looks at `rounds.done`; what the body dispatches by dispatch_indirect(..., round.grid(k)) then runs, or does
    /// not. Its kernel too is compiled by the first such recording of a context, and kept by the arena.
    void record_rounds(const Rounds& rounds, const std::function<Result<void>(const Round&)>& body);
    /// `uses` names buffers that the next dispatch reaches by device address, which bindings cannot tell.
    void use_by_address(const BufferView& view, Access access);

    /// Fills with a 32-bit word; offset and size are multiples of 4.
    void fill(const BufferView& view, std::uint32_t word);
    /// Copies min(source.size, target.size) bytes.
    void copy(const BufferView& source, const BufferView& target);
    /// Writes up to 65,536 bytes that are kept in the command buffer; offset and size are multiples of 4.
    void update(const BufferView& target, std::span<const std::byte> bytes);

    /// Keeps what the commands need, a kernel say, alive until the arena is reset.
    void keep(std::shared_ptr<const void> object);

    /// Timestamps around what is recorded until `end_span`, if there is a profiler, and a label for debuggers, if the
    /// instance has VK_EXT_debug_utils; spans nest.
    void begin_span(std::string_view name);
    /// Ends the span begun last.
    void end_span();

    /// Barriers recorded so far.
    std::uint64_t barriers() const { return barriers_; }
    /// Dispatches recorded so far.
    std::uint64_t dispatches() const { return dispatches_; }

private:
    bool dry() const { return dry_; }
    /// Records the barrier that the accesses of one command need, if any, and remembers them.
    void access(std::span<const HazardTracker::Use> uses, std::span<const HazardTracker::ImageUse> images = {});
    void record(const std::optional<MemoryBarrier>& barrier);
    void transfer(StageAccess from, StageAccess to, const VkBufferMemoryBarrier* buffer,
                  const VkImageMemoryBarrier* image);
    bool ready(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push);
    bool ready(const Kernel& kernel, std::size_t index, const Binding& binding);
    void use_bindings(const Kernel& kernel, std::span<const Binding> bindings);
    bool bind(const Kernel& kernel, std::span<const Binding> bindings, std::span<const std::byte> push);
    bool bind_descriptors(const Kernel& kernel, std::span<const Binding> bindings);
    /// One of the engine's kernels, which reads a word and writes the arguments of indirect dispatches.
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
    /// of the dispatch being recorded; kept for their memory
    std::vector<HazardTracker::Use> uses_;
    std::vector<HazardTracker::ImageUse> image_uses_;
    std::vector<HazardTracker::Use> by_address_;
    const Kernel* bound_ = nullptr;
    /// detects a new kernel that reuses an address
    VkPipeline bound_pipeline_ = VK_NULL_HANDLE;
    std::vector<Binding> bound_bindings_;
    std::vector<std::byte> pushed_;
    std::uint64_t barriers_ = 0;
    std::uint64_t dispatches_ = 0;
};

/// Opens a span for the lifetime of the object.
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

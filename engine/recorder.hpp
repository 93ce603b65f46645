#pragma once

#include "buffer.hpp"
#include "kernel.hpp"
#include "result.hpp"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;
class DescriptorArena;
class Profiler;

/// Pipeline stages and accesses, as a host's own barrier wants them.
struct StageAccess {
    VkPipelineStageFlags stages = 0;
    VkAccessFlags access = 0;
};

/// How many workgroups to dispatch.
struct Groups {
    std::uint32_t x = 1, y = 1, z = 1;
    /// `count` workgroups in a row, folded into two dimensions where one would pass the device's limit (shaders read
    /// `workgroup_index()` of common/grid.glsl and return when it is beyond their count, since the fold rounds up).
    static Groups linear(std::uint64_t count, const class Context& context);
};

/// Writes into a VkCommandBuffer that is being recorded and puts in the barriers that the accesses need, tracked by
/// (VkBuffer, byte interval). It begins, ends and submits nothing.
///
/// vkalgo does: bind compute pipelines, descriptor sets (set 0) or push descriptors, and push constants; dispatch; fill and
/// copy; barriers between its own accesses, and against what `assume` told it.
/// The caller does: record outside a render pass; not rely on the compute pipeline, descriptor set 0 and push constants
/// bound before; keep buffers, kernels and the arena alive until the fence; barriers after its last access.
///
/// Errors stick: after the first one nothing more is recorded and `status()` returns it.
class Recorder {
public:
    Recorder(Context& context, VkCommandBuffer commands, DescriptorArena& arena, Profiler* profiler = nullptr);
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    Context& context() const { return context_; }
    VkCommandBuffer commands() const { return commands_; }
    const Result<void>& status() const { return status_; }
    /// Makes an error stick, if none did before.
    void fail(Error error);

    /// Over a borrowed command buffer the recorder knows nothing earlier: `view` was last accessed so.
    void assume(const BufferView& view, Access access, StageAccess by);

    /// The caller recorded compute bindings of his own in between: bind everything anew at the next dispatch.
    void forget_bindings() { bound_ = nullptr; }

    /// One dispatch. `bindings[b]` goes to binding b; how each is accessed is what the module says. `push` is at most the
    /// module's push constants (padding at the end of a struct does not count). A group count of zero records nothing.
    /// Errors: invalid_argument (number, alignment or emptiness of bindings, push), too_large (binding or grid).
    void dispatch(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push,
                  Groups groups);
    template <class Push>
    void dispatch(const Kernel& kernel, std::initializer_list<BufferView> bindings, const Push& push, Groups groups) {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= 128);
        dispatch(kernel, {bindings.begin(), bindings.size()}, std::as_bytes(std::span<const Push, 1>(&push, 1)),
                 groups);
    }
    /// The workgroup counts are read from three uint32 at the start of `arguments` (offset a multiple of 4).
    void dispatch_indirect(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push,
                           const BufferView& arguments);
    /// `uses` names buffers that the next dispatch reaches by device address, which bindings cannot tell.
    void use_by_address(const BufferView& view, Access access);

    /// Fills with a 32-bit word; offset and size are multiples of 4.
    void fill(const BufferView& view, std::uint32_t word);
    /// Copies min(source.size, target.size) bytes.
    void copy(const BufferView& source, const BufferView& target);
    /// Writes up to 65,536 bytes that are kept in the command buffer; offset and size are multiples of 4.
    void update(const BufferView& target, std::span<const std::byte> bytes);
    /// Makes earlier writes to `view` visible to `to` (the host reads a mapped buffer, a draw reads it).
    void hand_over(const BufferView& view, StageAccess to);

    /// Timestamps around what is recorded until `end_span`; spans nest. No-op without a profiler.
    void begin_span(std::string_view name);
    void end_span();

    /// Barriers recorded so far.
    std::uint64_t barriers() const { return barriers_; }
    std::uint64_t dispatches() const { return dispatches_; }

private:
    /// What is known of one earlier access.
    struct Interval {
        VkBuffer buffer;
        std::uint64_t begin, end;
        bool write;
        StageAccess by;
        /// stages that a barrier since then made wait for it
        VkPipelineStageFlags seen;
    };
    struct Use {
        BufferView view;
        Access access;
        StageAccess by;
    };
    /// Records the barrier that `uses` need, if any, and remembers them.
    void access(std::span<const Use> uses);
    void remember(const Use& use);
    void barrier(StageAccess from, StageAccess to);
    bool ready(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push);
    void use_bindings(const Kernel& kernel, std::span<const BufferView> bindings);
    bool bind(const Kernel& kernel, std::span<const BufferView> bindings, std::span<const std::byte> push);
    bool bind_descriptors(const Kernel& kernel, std::span<const BufferView> bindings);
    void fail_kernel(const Kernel& kernel, ErrorCode code, const std::string& message);

    Context& context_;
    VkCommandBuffer commands_;
    DescriptorArena& arena_;
    Profiler* profiler_;
    Result<void> status_;
    /// accesses since the last barrier
    std::vector<Interval> recent_;
    /// before it, not yet seen by every stage: one hull per buffer and kind
    std::vector<Interval> older_;
    /// of the dispatch being recorded; kept for its memory
    std::vector<Use> uses_;
    std::vector<Use> by_address_;
    const Kernel* bound_ = nullptr;
    /// tells a new kernel at an old address apart
    VkPipeline bound_pipeline_ = VK_NULL_HANDLE;
    std::vector<BufferView> bound_views_;
    std::vector<std::byte> pushed_;
    std::uint64_t barriers_ = 0;
    std::uint64_t dispatches_ = 0;
};

/// Opens a span for the lifetime of the object.
class SpanScope {
public:
    SpanScope(Recorder& recorder, std::string_view name) : recorder_(recorder) { recorder_.begin_span(name); }
    ~SpanScope() { recorder_.end_span(); }
    SpanScope(const SpanScope&) = delete;
    SpanScope& operator=(const SpanScope&) = delete;

private:
    Recorder& recorder_;
};

}  // namespace vkalgo

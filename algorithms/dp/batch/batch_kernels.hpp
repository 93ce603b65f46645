#pragma once

// Internal to batches: what a method runs on the device, chunk by chunk.
#include "../../../engine/buffer.hpp"
#include "../../../engine/context.hpp"
#include "../../../engine/recorder.hpp"
#include "../../../engine/runner.hpp"
#include "batch_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp {

/// The length of a chunk's buffers: a multiple of 16 bytes.
constexpr std::uint64_t padded(std::uint64_t bytes) {
    const std::uint64_t whole = (bytes + 15) / 16 * 16;
    return whole == 0 ? 16 : whole;
}

/// A call, which its kernels are made for. What it refers to outlives them.
struct BatchCallFacts {
    Context& context;
    const Recurrence& recurrence;
    const Batch& batch;
    const CheckedBatch& checked;
    /// Of all problems, packed for push constants.
    std::vector<std::byte> params;
};

/// Problems, or pairs of them, that kernels run in one way, one after another in the list.
struct SizeClass {
    BatchFit fit;
    std::uint32_t first = 0, count = 0;
    /// How many of the first problems each launch takes: all, unless tables are cut.
    std::vector<std::uint32_t> launches;
};

/// Problems that run at once, from their list on the host to what came of it.
struct BatchChunk {
    BatchRange range;
    std::vector<SizeClass> size_classes;
    /// Of each problem of the list, in its order.
    std::vector<std::uint32_t> order, first_moves;
    /// What kernels are told of each problem.
    std::vector<std::uint32_t> list;
    /// Of any problem, BatchPlan::row_cells.
    std::uint64_t most_row_cells = 0;
    /// The device has done with it: below is what came of it.
    bool done = false;
    Result<void> failure;
    RunReport report;
    Buffer results;
};

/// Buffers of a chunk.
struct BatchViews {
    BufferView status, answers, moves, list, constants;
    /// As scratch() of the kernels asks for them.
    std::vector<BufferView> scratch;
    /// In header order.
    std::vector<BufferView> inputs;
    /// Where tracebacks of tables that are cut begin among the answers.
    std::uint64_t answer_bytes = 0;
};

/// A method's kernels, made for one call.
class BatchKernels {
public:
    BatchKernels() = default;
    BatchKernels(const BatchKernels&) = delete;
    BatchKernels& operator=(const BatchKernels&) = delete;
    virtual ~BatchKernels() = default;

    /// Returns the level of a problem, below levels(): the problems of a size class are sorted by it.
    virtual std::uint32_t level(const BatchItem& item, std::size_t size) const;
    virtual std::uint32_t levels() const { return 256; }
    /// Lists a chunk's problems, which have been sorted.
    virtual void list(BatchChunk& chunk) const = 0;
    /// What is sent beside the list; the same for all chunks.
    virtual std::span<const std::byte> constants() const { return {}; }
    /// Names and bytes of the buffers that the device alone uses.
    virtual std::vector<std::pair<const char*, std::uint64_t>> scratch(const BatchChunk& chunk) const = 0;
    /// Records what computes the answers and, if the plan says so, the tracebacks. `status` and `answers` are cleared.
    virtual void record(Recorder& recorder, const BatchViews& views, const BatchChunk& chunk) const = 0;
    /// Whether another method has to find this answer again.
    virtual bool is_doubtful(const std::byte* /*answer*/) const { return false; }

protected:
    explicit BatchKernels(const BatchPlan& plan) : plan_(&plan) {}
    const BatchPlan* plan_ = nullptr;
};

/// Whether the plan says the same of both.
inline bool is_alike(const BatchItem& a, const BatchItem& b) {
    return a.rows == b.rows && a.columns == b.columns && a.answer_row == b.answer_row &&
           a.answer_column == b.answer_column;
}

/// Kernels of shaders/dp/batch.h, which run a problem by a team: they are told the sizes, the answer's cell, and where
/// inputs, rows, cells and moves begin.
class TeamedKernels : public BatchKernels {
public:
    void list(BatchChunk& chunk) const override;

protected:
    TeamedKernels(const BatchPlan& plan, const BatchCallFacts& call) : BatchKernels(plan), call_(call) {}

    /// Dispatches `kernel` for `count` problems, by workgroups that take `each`. `views` are cut to what it binds.
    void dispatch(Recorder& recorder, const Kernel& kernel, std::span<const Binding> views,
                  std::span<const std::byte> push, std::uint32_t count, std::uint32_t each) const;
    /// Steps of a launch of a size class; 0: the whole table.
    std::uint32_t steps_of(const SizeClass& size_class) const {
        return size_class.fit.is_cut ? static_cast<std::uint32_t>(plan_->launch_steps(size_class.fit.size)) : 0;
    }

    BatchCallFacts call_;
};

}  // namespace vkalgo::dp

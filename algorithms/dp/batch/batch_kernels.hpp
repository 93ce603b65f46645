#pragma once

// Internal to batches: the kernels that a method runs on the device, chunk by chunk.
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

/// Returns the bytes of a chunk's buffer for `bytes` bytes of data: rounded up to a multiple of 16, at least 16.
constexpr std::uint64_t padded(std::uint64_t bytes) {
    const std::uint64_t whole = (bytes + 15) / 16 * 16;
    return whole == 0 ? 16 : whole;
}

/// The call for which kernels are made. The objects that it refers to must outlive the kernels.
struct BatchCallFacts {
    Context& context;
    const Recurrence& recurrence;
    const Batch& batch;
    const CheckedBatch& checked;
    /// The params that all problems share, packed for push constants.
    std::vector<std::byte> params;
};

/// A range of a chunk's list: problems, or pairs of problems, that kernels run with the same fit.
struct SizeClass {
    BatchFit fit;
    std::uint32_t first = 0, count = 0;
    /// For each launch: the number of problems that take part, counted from the class's first problem up to the last
    /// one that needs this launch. If tables are not cut, one launch computes all problems.
    std::vector<std::uint32_t> launches;
};

/// A set of problems that run at once. It holds their list for the kernels and later their results.
struct BatchChunk {
    BatchRange range;
    std::vector<SizeClass> size_classes;
    /// For each problem, in the order of the list: its number in the batch, and the first word of its traceback.
    std::vector<std::uint32_t> order, first_moves;
    /// The words that kernels read for each problem.
    std::vector<std::uint32_t> list;
    /// The largest BatchPlan::row_cells of a problem.
    std::uint64_t most_row_cells = 0;
    /// Whether the device has finished the chunk. The members below then hold the results.
    bool done = false;
    Result<void> failure;
    RunReport report;
    Buffer results;
};

/// The buffers of a chunk.
struct BatchViews {
    BufferView status, answers, moves, list, constants;
    /// One view per buffer that BatchKernels::scratch() names, in its order.
    std::vector<BufferView> scratch;
    /// One view per input, in the order of the header.
    std::vector<BufferView> inputs;
    /// The bytes of the answers in `answers`. The states of tracebacks over cut tables follow them
    /// (shaders/dp/batch.h).
    std::uint64_t answer_bytes = 0;
};

/// A method's kernels, made for one call.
class BatchKernels {
public:
    BatchKernels() = default;
    BatchKernels(const BatchKernels&) = delete;
    BatchKernels& operator=(const BatchKernels&) = delete;
    virtual ~BatchKernels() = default;

    /// Returns the key by which a problem is sorted within its size class; it is less than levels().
    virtual std::uint32_t level(const BatchItem& item, std::size_t size) const;
    virtual std::uint32_t levels() const { return 256; }
    /// Fills the list of a chunk, whose problems are already sorted. May replace the size classes, for example by
    /// classes of pairs.
    virtual void list(BatchChunk& chunk) const = 0;
    /// Returns the data that is sent with the list. It is the same for all chunks.
    virtual std::span<const std::byte> constants() const { return {}; }
    /// Returns the names and the bytes of the buffers that only the device uses.
    virtual std::vector<std::pair<const char*, std::uint64_t>> scratch(const BatchChunk& chunk) const = 0;
    /// Records the dispatches that compute the answers and, if the plan asks for them, the tracebacks. `status` and
    /// `answers` are zero before these dispatches.
    virtual void record(Recorder& recorder, const BatchViews& views, const BatchChunk& chunk) const = 0;
    /// Returns whether another method must compute this answer again.
    virtual bool is_doubtful(const std::byte* /*answer*/) const { return false; }

protected:
    explicit BatchKernels(const BatchPlan& plan) : plan_(&plan) {}
    const BatchPlan* plan_ = nullptr;
};

/// Returns whether both problems have the same sizes and the same answer cell, so that a plan treats them alike.
inline bool is_alike(const BatchItem& a, const BatchItem& b) {
    return a.rows == b.rows && a.columns == b.columns && a.answer_row == b.answer_row &&
           a.answer_column == b.answer_column;
}

/// Kernels of shaders/dp/batch.h, which solve a problem by a team. For each problem they read its sizes, its answer
/// cell, and the offsets of its inputs, rows, cells and moves.
class TeamedKernels : public BatchKernels {
public:
    void list(BatchChunk& chunk) const override;

protected:
    TeamedKernels(const BatchPlan& plan, const BatchCallFacts& call) : BatchKernels(plan), call_(call) {}

    /// Dispatches `kernel` for `count` problems, `each` per workgroup. Uses only the views that the kernel binds.
    void dispatch(Recorder& recorder, const Kernel& kernel, std::span<const Binding> views,
                  std::span<const std::byte> push, std::uint32_t count, std::uint32_t each) const;
    /// Returns the steps per launch of a size class. 0: one launch computes the whole table.
    std::uint32_t steps_of(const SizeClass& size_class) const {
        return size_class.fit.is_cut ? static_cast<std::uint32_t>(plan_->launch_steps(size_class.fit.size)) : 0;
    }

    BatchCallFacts call_;
};

}  // namespace vkalgo::dp

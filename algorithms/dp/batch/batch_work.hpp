#pragma once

// Internal to batches: what the host does for a call, chunk by chunk, before the device and after it.
#include "batch_kernels.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// What is the same for all chunks of a call, and its kernels. Nothing here touches the device's queue, so that threads
/// may each have one.
class BatchWork {
public:
    /// `plan` has sizes, and outlives this, as all the others do. Errors: those of compiling; of Context::kernel.
    static Result<BatchWork> create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan);

    /// Sorts the problems of a range and lists them.
    std::shared_ptr<BatchChunk> prepare(const BatchRange& range) const;
    /// Puts what came of a chunk that is done into the solution, and the numbers of problems whose answers may be wrong
    /// into `doubtful`: they need another method. Errors: what kernels raise ("problem P").
    Result<void> take_in(const BatchChunk& chunk, BatchSolution& solution, std::vector<std::uint32_t>& doubtful) const;

private:
    friend class BatchRun;

    BatchWork(const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked, const BatchPlan& plan);

    void sort_problems(BatchChunk& chunk) const;
    Result<void> check_status(const BatchChunk& chunk, std::span<const std::byte> status) const;
    std::uint32_t answer_words() const;
    /// Bytes of a chunk's answers, and with what tracebacks over tables that are cut have behind them.
    struct Answers {
        std::uint64_t bytes = 0, with_tracebacks = 0;
    };
    Answers answers_of(const BatchChunk& chunk) const;

    const Recurrence* recurrence_;
    const Batch* batch_;
    const CheckedBatch* checked_;
    const BatchPlan* plan_;
    /// Tells calls apart.
    std::uint64_t number_;
    std::unique_ptr<BatchKernels> kernels_;
};

}  // namespace vkalgo::dp

#pragma once

// Internal to batches: the work of the host for a call, chunk by chunk, before and after the work of the device.
#include "batch_kernels.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// The kernels of a call and the data that all its chunks share. A BatchWork does not use the device's queue, so each
/// thread may have its own BatchWork.
class BatchWork {
public:
    /// `plan` must have sizes. All arguments must outlive the result. Errors: those of compiling and of
    /// Context::kernel.
    static Result<BatchWork> create(Context& context, const Recurrence& recurrence, const Batch& batch,
                                    const CheckedBatch& checked, const BatchPlan& plan);

    /// Sorts the problems of a range and lists them.
    std::shared_ptr<BatchChunk> prepare(const BatchRange& range) const;
    /// Writes the results of a finished chunk into the solution. Appends the problems whose answers may be wrong to
    /// `doubtful`: another method must solve them. Errors: those that kernels raise, with "problem P" in `where`.
    Result<void> take_in(const BatchChunk& chunk, BatchSolution& solution, std::vector<std::uint32_t>& doubtful) const;

private:
    friend class BatchRun;

    BatchWork(const Recurrence& recurrence, const Batch& batch, const CheckedBatch& checked, const BatchPlan& plan);

    void sort_problems(BatchChunk& chunk) const;
    Result<void> check_status(const BatchChunk& chunk, std::span<const std::byte> status) const;
    std::uint32_t answer_words() const;
    /// `bytes`: the bytes of a chunk's answers. `with_tracebacks`: these bytes and the bytes of the states of
    /// tracebacks over cut tables, which follow the answers (shaders/dp/batch.h).
    struct Answers {
        std::uint64_t bytes = 0, with_tracebacks = 0;
    };
    Answers answers_of(const BatchChunk& chunk) const;

    const Recurrence* recurrence_;
    const Batch* batch_;
    const CheckedBatch* checked_;
    const BatchPlan* plan_;
    /// A number that identifies the call: no two BatchWork objects that create() makes have the same number.
    std::uint64_t number_;
    std::unique_ptr<BatchKernels> kernels_;
};

}  // namespace vkalgo::dp

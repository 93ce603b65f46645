#pragma once

// Internal to batches: the kernels of method `halves` and what they share, and the problems whose answers they do not
// know.
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/runner.hpp"
#include "batch_plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Kernels, scores and profiles.
class HalvesRun {
public:
    /// What differs from chunk to chunk, as halves.h says; at least 16 bytes each.
    struct Views {
        BufferView problems, x, y, symbols, rows, answers;
    };

    /// `plan` is of kind halves, and outlives this. Errors: those of Context::kernel, Buffer::create and the runner.
    static Result<HalvesRun> create(Runner& runner, const CheckedBatch& checked, const BatchPlan& plan);
    /// Answers of all pairs of the stretches.
    void record(Recorder& recorder, const Views& views, std::span<const BatchStretch> stretches) const;
    /// Held on the device.
    std::uint64_t device_bytes() const { return scores_.size() + profiles_.size(); }

private:
    const BatchPlan* plan_ = nullptr;
    /// one for each size of the plan
    std::vector<std::shared_ptr<const Kernel>> kernels_;
    Buffer scores_, profiles_;
};

/// Solves these problems of the batch by method `team`, and puts their answers into `solution`. Milliseconds of the
/// device. Errors: those of solve_batch().
Result<double> solve_again_by_team(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                   const BatchOptions& options, std::span<const std::uint32_t> problems,
                                   BatchSolution& solution);

}  // namespace vkalgo::dp

#pragma once

// Internal to batches: the kernels of method `halves`.
#include "../../../engine/buffer.hpp"
#include "../../../engine/kernel.hpp"
#include "../../../engine/recorder.hpp"
#include "batch_plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo::dp {

/// Kernels, and the scores that they are given.
class HalvesRun {
public:
    /// What differs from chunk to chunk, as halves.h says; at least 16 bytes each.
    struct Views {
        BufferView problems, x, y, scores, symbols, rows, profiles, answers;
    };

    /// `plan` is of kind halves, and outlives this. Errors: those of Context::kernel.
    static Result<HalvesRun> create(Context& context, const CheckedBatch& checked, const BatchPlan& plan);
    /// Answers of all pairs of the stretches.
    void record(Recorder& recorder, const Views& views, std::span<const BatchStretch> stretches) const;
    /// The view `scores`.
    const std::vector<std::uint32_t>& scores() const { return scores_; }
    /// Bytes of the view `profiles`.
    std::uint64_t profile_bytes() const { return plan_->halves_workgroups * plan_->halves->profile_bytes(); }

private:
    const BatchPlan* plan_ = nullptr;
    /// one for each size of the plan
    std::vector<std::shared_ptr<const Kernel>> kernels_;
    std::vector<std::uint32_t> scores_;
};

}  // namespace vkalgo::dp

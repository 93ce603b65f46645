#pragma once

// Internal to batches: the kernels of method `packed-f16`.
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
class PackedF16Run {
public:
    /// What differs from chunk to chunk, as packed_f16.h says; at least 16 bytes each.
    struct Views {
        BufferView problems, x, y, scores, symbols, rows, profiles, answers;
    };

    /// `plan` is of kind packed_f16, and outlives this. Errors: those of Context::kernel.
    static Result<PackedF16Run> create(Context& context, const CheckedBatch& checked, const BatchPlan& plan);
    /// Answers of all pairs of the size classes.
    void record(Recorder& recorder, const Views& views, std::span<const SizeClass> size_classes) const;
    /// The view `scores`.
    const std::vector<std::uint32_t>& scores() const { return scores_; }
    /// Bytes of the view `profiles`.
    std::uint64_t profile_bytes() const { return plan_->packed_f16_workgroups * plan_->packed_f16->profile_bytes(); }

private:
    const BatchPlan* plan_ = nullptr;
    /// one for each size of the plan
    std::vector<std::shared_ptr<const Kernel>> kernels_;
    std::vector<std::uint32_t> scores_;
};

}  // namespace vkalgo::dp

#pragma once

// Internal to method `team`: how it divides the problems of a batch. The kernels are shaders/dp/batch*.glsl.
#include "../../batch/batch_plan.hpp"

#include <cstdint>

namespace vkalgo::dp {

/// A plan of method `team`.
struct TeamPlan final : BatchPlan {
    /// Cells ask whether they are base cells; else those before the first row and column are.
    bool region_test = false;
    /// No lane looks for the end of an input.
    bool inputs_suffice = false;
    /// Of a search: values are small enough for keys (batch_answer.glsl).
    bool keys = false;
    /// Of a profile of scores; 0: there is none.
    std::uint32_t symbols = 0;

    std::int64_t launch_steps(std::size_t size) const override;
    std::int64_t launches(const BatchItem& item, const BatchFit& fit) const override;
    std::uint64_t table_cells(const BatchItem& item, const BatchFit& fit) const override;
    std::uint64_t row_cells(const BatchItem& item, const BatchFit& fit) const override;
    std::uint64_t row_bytes() const override;
    Seconds seconds(const BatchItem& item, const BatchFit& fit) const override;
    Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& call) const override;

protected:
    std::int64_t iterations(const BatchItem& item, std::size_t size) const override;
    std::int64_t base_cells(const BatchItem& item) const override;
};

}  // namespace vkalgo::dp

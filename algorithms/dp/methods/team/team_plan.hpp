#pragma once

// Internal to method `team`: how it divides the problems of a batch. The kernels are shaders/dp/batch*.glsl.
#include "../../batch/batch_plan.hpp"

#include <cstdint>

namespace vkalgo::dp {

/// A plan of method `team`.
struct TeamPlan final : BatchPlan {
    /// Whether each cell tests if it is a base cell. If false, the base cells are those before row `first_row` and
    /// those before column `first_column`.
    bool region_test = false;
    /// Whether lanes may read inputs without a check for the end of an input.
    bool inputs_suffice = false;
    /// Whether the values of a search are small enough for keys (batch_answer.glsl).
    bool keys = false;
    /// The number of symbols of a profile of scores; 0: no profile.
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

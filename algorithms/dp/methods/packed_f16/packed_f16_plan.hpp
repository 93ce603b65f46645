#pragma once

// Internal to method `packed-f16`: how it divides the problems of a batch. The kernel is shaders/dp/packed_f16.comp.
#include "../../batch/batch_plan.hpp"
#include "packed_f16_numbers.hpp"

#include <cstdint>

namespace vkalgo::dp {

/// A plan of method `packed-f16`. Its sizes count rows per lane; one such row is a row of each of the two problems of a
/// pair.
struct PackedF16Plan final : BatchPlan {
    PackedF16Numbers numbers;
    /// Maximum workgroups of one dispatch. The scratch memory holds the profiles of that many workgroups.
    std::uint32_t workgroups = 0;
    /// Seconds per cell on one processor.
    double cell_cost = 0;

    /// Returns the bytes of all workgroups' profiles.
    std::uint64_t profile_bytes() const { return workgroups * numbers.profile_bytes(); }

    std::int64_t launch_steps(std::size_t /*size*/) const override { return 0; }
    std::int64_t launches(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return 1; }
    std::uint64_t table_cells(const BatchItem& /*item*/, const BatchFit& /*fit*/) const override { return 0; }
    /// Returns the number of groups of four columns.
    std::uint64_t row_cells(const BatchItem& item, const BatchFit& fit) const override;
    std::uint64_t row_bytes() const override;
    Seconds seconds(const BatchItem& item, const BatchFit& fit) const override;
    Result<std::unique_ptr<BatchKernels>> create(const BatchCallFacts& call) const override;

protected:
    std::int64_t iterations(const BatchItem& item, std::size_t size) const override;
    bool cuts() const override { return false; }
    bool mixes_sizes() const override { return false; }
};

}  // namespace vkalgo::dp

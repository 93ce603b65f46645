#include "algorithms/terrain/flow_reference.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

namespace vkalgo {

Result<std::vector<std::uint64_t>> wide_accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                               bool include_self,
                                                               std::span<const std::uint64_t> weights,
                                                               std::optional<std::uint32_t> iterations) {
    const std::vector<std::uint64_t> order = downstream_order(codes, grid);
    if (order.size() != codes.size()) {
        return Error{ErrorCode::invalid_argument, "the directions form a cycle", "codes"};
    }
    std::vector<std::uint64_t> own(codes.size());
    for (std::size_t cell = 0; cell < codes.size(); ++cell) {
        own[cell] = codes[cell] > 8 ? 0 : weights.empty() ? 1 : weights[cell];
    }
    std::vector<std::uint64_t> sums = own;
    for (const std::uint64_t at : order) {
        const auto cell = static_cast<std::size_t>(at);
        std::uint64_t there = flow_target(codes, grid, at);
        if (!iterations && there < codes.size()) {
            sums[static_cast<std::size_t>(there)] += sums[cell];
        }
        for (std::uint32_t step = 0; step < iterations.value_or(0) && there < codes.size(); ++step) {
            sums[static_cast<std::size_t>(there)] += own[cell];
            there = flow_target(codes, grid, there);
        }
    }
    for (std::size_t cell = 0; cell < codes.size() && !include_self; ++cell) {
        sums[cell] -= own[cell];
    }
    return sums;
}

Result<std::vector<std::uint32_t>> accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                          bool include_self, std::span<const std::uint32_t> weights,
                                                          std::optional<std::uint32_t> iterations) {
    const std::vector<std::uint64_t> wide(weights.begin(), weights.end());
    VKALGO_TRY(const auto sums, wide_accumulation_reference(codes, grid, include_self, wide, iterations));
    const auto most = std::max_element(sums.begin(), sums.end());
    if (most != sums.end() && *most > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::overflow,
                     "the water of cell " + std::to_string(most - sums.begin()) + " (row by row from 0) is " +
                         std::to_string(*most) + ", which does not fit 32 bits; scale the weights down",
                     "weights"};
    }
    return std::vector<std::uint32_t>(sums.begin(), sums.end());
}

}  // namespace vkalgo

#include "cli/commands/drainage/facts.hpp"

#include "algorithms/terrain/fixed_point_weights.hpp"
#include "algorithms/terrain/flow_reference.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

namespace {

template <class T>
SurfaceFacts facts_of(std::span<const T> heights, const TerrainGrid& grid) {
    SurfaceFacts facts;
    for (std::uint32_t row = 1; row + 1 < grid.height; ++row) {
        for (std::uint32_t column = 1; column + 1 < grid.width; ++column) {
            const std::size_t at = std::size_t{row} * grid.width + column;
            if (!is_height(heights[at])) {
                continue;
            }
            bool inner = true, lower = false, equal = false;
            for (FlowCode code = 1; code <= 8; ++code) {
                const FlowStep step = flow_step(code);
                const auto other = static_cast<std::size_t>(static_cast<std::int64_t>(at) +
                                                            step.rows * std::int64_t{grid.width} + step.columns);
                inner = inner && is_height(heights[other]);
                lower = lower || heights[other] < heights[at];
                equal = equal || heights[other] == heights[at];
            }
            facts.pits += inner && !lower && !equal ? 1U : 0U;
            facts.flat += inner && !lower && equal ? 1U : 0U;
        }
    }
    return facts;
}

}  // namespace

SurfaceFacts surface_facts(const Dem& dem) {
    return dem.wide.empty() ? facts_of<float>(dem.heights, dem.grid) : facts_of<double>(dem.wide, dem.grid);
}

std::uint64_t count_outlets(std::span<const FlowCode> codes, const TerrainGrid& grid) {
    std::uint64_t outlets = 0;
    for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
        outlets += codes[cell] <= 8 && flow_target(codes, grid, cell) == grid.cells() ? 1U : 0U;
    }
    return outlets;
}

namespace {

template <class T>
std::vector<FlowCode> right_codes(const std::vector<T>& heights, const TerrainGrid& grid,
                                  const DrainageOptions& options, std::span<const FlowWeights> row_weights) {
    if (options.pits == PitRule::keep) {
        return directions_reference(heights, grid, options.resolve_flats, row_weights);
    }
    const std::vector<T> filled = fill_reference(heights, grid);
    std::vector<FlowCode> ways = directions_reference(filled, grid, options.resolve_flats, row_weights);
    if (options.pits == PitRule::fill) {
        return ways;
    }
    return carve_reference(directions_reference(heights, grid, options.resolve_flats, row_weights), ways, grid);
}

template <class T>
std::string first_difference(const char* what, std::span<const T> got, std::span<const T> right,
                             const TerrainGrid& grid) {
    const auto [wrong, wanted] = std::mismatch(got.begin(), got.end(), right.begin(), right.end());
    if (wrong == got.end()) {
        return {};
    }
    const auto at = static_cast<std::uint64_t>(wrong - got.begin());
    return fmt::format("{} at row {}, column {} (from 0) is {}, not {}", what, at / grid.width, at % grid.width, *wrong,
                       *wanted);
}

}  // namespace

Result<Verification> verify_drainage(const Dem* dem, const TerrainGrid& grid, const DrainageOptions& options,
                                     const Drainage& drained) {
    Verification verification{"the CPU reference accumulation_reference", {}};
    std::vector<FlowCode> codes = drained.codes;
    if (dem != nullptr) {
        verification.against = "the CPU references directions_reference and accumulation_reference";
        std::vector<FlowWeights> row_weights;
        if (!options.row_dx.empty()) {
            VKALGO_TRY(row_weights, flow_row_weights(options.row_dx, grid.dy));
        }
        if (dem->wide.empty() && !drained.ranked) {
            codes = right_codes(dem->heights, grid, options, row_weights);
        } else {
            const std::vector<double> wide(dem->heights.begin(), dem->heights.end());
            codes = right_codes(dem->wide.empty() ? wide : dem->wide, grid, options, row_weights);
        }
        verification.difference = first_difference<FlowCode>("the direction", drained.codes, codes, grid);
    }
    if (!options.real_weights.empty()) {
        VKALGO_TRY(const FixedPointWeights water, fixed_point_weights(options.real_weights));
        VKALGO_TRY(const std::vector<std::uint64_t> units,
                   wide_accumulation_reference(codes, grid, options.include_self, water.units, options.iterations));
        std::vector<double> sums(units.size());
        std::transform(units.begin(), units.end(), sums.begin(),
                       [&](std::uint64_t count) { return water.value(count); });
        if (verification.difference.empty()) {
            verification.difference = first_difference<double>("the sum", drained.real_sums, sums, grid);
        }
        return verification;
    }
    VKALGO_TRY(const std::vector<std::uint32_t> sums,
               accumulation_reference(codes, grid, options.include_self, options.weights, options.iterations));
    if (verification.difference.empty()) {
        verification.difference = first_difference<std::uint32_t>("the sum", drained.sums, sums, grid);
    }
    return verification;
}

}  // namespace vkalgo::cli

// Internal to algorithms/terrain/: what an easy call is about, planned and checked.
#pragma once

#include "drainage_call.hpp"
#include "fixed_point_weights.hpp"
#include "flow_accumulation.hpp"
#include "flow_directions.hpp"
#include "ranked_heights.hpp"

#include <span>

namespace vkalgo {

/// What a call is about: heights, or directions that are given.
struct DrainageSubject {
    const TerrainGrid& grid;
    const DrainageOptions& options;
    std::span<const float> heights;
    std::span<const FlowCode> codes;
    bool from_heights = true;
    /// of real_weights
    FixedPointWeights water = {};
    /// With options.ranked: what `heights` are the ranks of. Null in plans.
    const RankedHeights* ranked = nullptr;

    bool carves() const { return from_heights && options.pits == PitRule::carve; }
    /// the surface; that of PitRule::carve is an aid
    bool fills() const { return from_heights && options.pits != PitRule::keep; }
    bool watersheds() const { return options.watersheds || !options.outlets.empty(); }
    /// real_weights are given, and `water` has them
    bool real() const { return !options.real_weights.empty(); }
    /// What `use` returns for the weights as numbers that the device sums: whole ones of 32 bits, or units of `water`
    /// of 64. All that is done alike for both kinds is done by one `use`.
    template <class Use>
    auto with_weights(const Use& use) const {
        return real() ? use(std::span<const std::uint64_t>(water.units)) : use(options.weights);
    }
    /// Room for a sum per cell, and the sum of a cell in numbers of either kind.
    void make_room(Drainage& result) const {
        (real() ? result.real_sums.resize(grid.cells()) : result.sums.resize(grid.cells()));
    }
    void put_sum(Drainage& result, std::size_t cell, std::uint32_t sum) const { result.sums[cell] = sum; }
    void put_sum(Drainage& result, std::size_t cell, std::uint64_t sum) const {
        result.real_sums[cell] = water.value(sum);
    }
    /// in units of the sums
    std::uint64_t threshold() const { return water.units_in(options.threshold.value_or(0)); }
    bool is_ranked() const { return from_heights && options.ranked; }
    FlowOptions flow() const { return {.resolve_flats = options.resolve_flats, .ranked = is_ranked()}; }
    AccumulationOptions accumulation() const {
        return {.include_self = options.include_self,
                .weighted = !options.weights.empty() || real(),
                .wide = real(),
                .network = options.threshold.has_value(),
                .threshold = threshold(),
                .iterations = options.iterations,
                .method = options.method};
    }
};

/// Errors: those of plan_drainage.
Result<DrainagePlan> plan_call(const DrainageSubject& subject, const DeviceProfile& profile);
/// The call's runs and results by a plan in parts. Errors: those of drain() and accumulate_flow() that show only in the
/// course of it.
Result<void> drain_in_strips(Runner& runner, const DrainageSubject& subject, const DrainagePlan& plan,
                             Drainage& result);
/// Errors: those of drain() and accumulate_flow() about their arguments.
Result<void> check_subject(const DrainageSubject& subject, const AccumulationPlan& plan);

}  // namespace vkalgo

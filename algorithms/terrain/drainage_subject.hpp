// Internal to algorithms/terrain/: the input of an easy call, planned and checked.
#pragma once

#include "drainage_call.hpp"
#include "fixed_point_weights.hpp"
#include "flow_accumulation.hpp"
#include "flow_directions.hpp"
#include "ranked_heights.hpp"

#include <span>

namespace vkalgo {

/// The input of a call: heights or given directions.
struct DrainageSubject {
    const TerrainGrid& grid;
    const DrainageOptions& options;
    std::span<const float> heights;
    std::span<const FlowCode> codes;
    bool from_heights = true;
    /// The real_weights in integer units.
    FixedPointWeights water = {};
    /// With options.ranked: the RankedHeights whose ranks `heights` are. Null in plans.
    const RankedHeights* ranked = nullptr;

    bool carves() const { return from_heights && options.pits == PitRule::carve; }
    /// Returns whether the surface is filled. With PitRule::carve the filled surface is only an intermediate result.
    bool fills() const { return from_heights && options.pits != PitRule::keep; }
    bool watersheds() const { return options.watersheds || !options.outlets.empty(); }
    /// Returns whether real_weights are given; `water` then has them in units.
    bool real() const { return !options.real_weights.empty(); }
    /// Calls `use` with the weights in the form in which the device sums them, and returns the result of `use`. The
    /// form is 32-bit integers or, if real_weights are given, 64-bit units of `water`.
    template <class Use>
    auto with_weights(const Use& use) const {
        return real() ? use(std::span<const std::uint64_t>(water.units)) : use(options.weights);
    }
    /// Gives `result` an entry per cell in real_sums or sums, whichever put_sum() writes.
    void make_room(Drainage& result) const {
        (real() ? result.real_sums.resize(grid.cells()) : result.sums.resize(grid.cells()));
    }
    void put_sum(Drainage& result, std::size_t cell, std::uint32_t sum) const { result.sums[cell] = sum; }
    void put_sum(Drainage& result, std::size_t cell, std::uint64_t sum) const {
        result.real_sums[cell] = water.value(sum);
    }
    /// Returns the threshold in units of the sums.
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

/// Plans a call. Errors: those of plan_drainage.
Result<DrainagePlan> plan_call(const DrainageSubject& subject, const DeviceProfile& profile);
/// Runs the call strip by strip, for a plan with part_rows != 0, and stores the call's results in `result`. Errors:
/// those of drain() and accumulate_flow() that only show up while it runs.
Result<void> drain_in_strips(Runner& runner, const DrainageSubject& subject, const DrainagePlan& plan,
                             Drainage& result);
/// Checks the arguments of a call. Errors: those of drain() and accumulate_flow() about their arguments, except those
/// of flow_row_weights and fixed_point_weights. `plan` is DrainagePlan::accumulation.
Result<void> check_subject(const DrainageSubject& subject, const AccumulationPlan& plan);

}  // namespace vkalgo

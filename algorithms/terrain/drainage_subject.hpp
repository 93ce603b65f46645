// Internal to algorithms/terrain/: what an easy call is about, planned and checked.
#pragma once

#include "drainage_call.hpp"
#include "fixed_water.hpp"
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
    FixedWater water = {};
    /// With options.ranked: what `heights` are the ranks of. Null in plans.
    const RankedHeights* ranked = nullptr;

    bool carves() const { return from_heights && options.pits == PitRule::carve; }
    /// the surface; that of PitRule::carve is an aid
    bool fills() const { return from_heights && options.pits != PitRule::keep; }
    bool watersheds() const { return options.watersheds || !options.outlets.empty(); }
    /// real_weights are given, and `water` has them
    bool real() const { return !options.real_weights.empty(); }
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

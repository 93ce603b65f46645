#pragma once

// Internal to the tile method: the parts of making its plan, by topic.
#include "../../method/testing.hpp"
#include "tile_plan.hpp"

namespace vkalgo::dp {

/// Chooses schedule and shape. Errors: unsupported (the device's workgroups are too small, or may not wait although a
/// test requires it).
Result<TileFill> choose_tile_fill(TileNeeds needs, const DeviceProfile& profile, const TestKnobs& knobs);

/// Divides the part into dispatches. The tile's shape must be set.
void schedule_tile_fill(TileFill& fill, const DeviceProfile& profile, const TestKnobs& knobs);

/// Divides the part of one of several devices into slots, which become the fill's steps. The tile's shape must be set.
/// plan_tile_scratch() sets the border.
Bands cut_tile_bands(TileFill& fill, const Share& share, const DeviceProfile& profile, const TestKnobs& knobs);

/// Returns the approximate seconds until the last device has ended.
double predict_tile_bands(const TileFill& fill, const Bands& bands, const DeviceProfile& profile);

/// Returns the approximate seconds of all steps: those of the columns, once per round of the processors, and those in
/// which the strips of a round start one after another.
double predict_tile_fill(const TileFill& fill, const DeviceProfile& profile);

/// Plans what a traceback without a stored table keeps and computes again, in regions of region_blocks blocks per side,
/// or in one region that is the whole table if they would be no smaller. May reduce the height of strips. Errors:
/// unsupported ("solution": the device's workgroups are too small).
Result<void> plan_tile_traceback(TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs,
                                 std::int64_t region_blocks);

/// Returns the regions to try, in blocks per side: the fastest first, then those for larger tables, then those for less
/// memory.
std::vector<std::int64_t> tile_region_choices(const TilePlan& plan);

/// Places the plan's parts in its scratch memory.
void plan_tile_scratch(TilePlan& plan);

/// Checks the sizes. Errors: too_large ("solution" or "size": a part for one binding, or all of it for one allocation).
Result<void> check_tile_scratch(const TilePlan& plan, const DeviceProfile& profile);

}  // namespace vkalgo::dp

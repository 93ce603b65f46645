#pragma once

// Internal to the tile method: the functions that make the parts of its plan.
#include "../../method/testing.hpp"
#include "tile_plan.hpp"

namespace vkalgo::dp {

/// Chooses schedule and shape. Errors: unsupported (the device's workgroups are too small, or a test requires
/// workgroups that wait and the device does not allow it).
Result<TileFill> choose_tile_fill(TileNeeds needs, const DeviceProfile& profile, const TestKnobs& knobs);

/// Divides a part of the table into dispatches. The tile's shape must be set.
void schedule_tile_fill(TileFill& fill, const DeviceProfile& profile, const TestKnobs& knobs);

/// Divides one device's part of a shared table into slots, which become the steps of the fill. The tile's shape must be
/// set. plan_tile_scratch() sets the border.
Bands cut_tile_bands(TileFill& fill, const Share& share, const DeviceProfile& profile, const TestKnobs& knobs);

/// Returns the approximate seconds until the last device has ended.
double predict_tile_bands(const TileFill& fill, const Bands& bands, const DeviceProfile& profile);

/// Returns the approximate seconds of all steps. On a GPU the processors compute the strips in rounds. A round takes
/// the steps of one tile, which has all columns in the waiting schedule. The steps in which strips start one after
/// another are added once in the waiting schedule, and in each round of the wavefront schedule.
double predict_tile_fill(const TileFill& fill, const DeviceProfile& profile);

/// Plans a traceback without a stored table: what a run keeps, and what the traceback computes again. A region has
/// region_blocks blocks per side. If region_blocks is 0, or if one region would cover the table, there is one region,
/// the whole table. May reduce the height of strips. Errors: unsupported ("solution": the device's workgroups are too
/// small).
Result<void> plan_tile_traceback(TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs,
                                 std::int64_t region_blocks);

/// Returns the sizes of regions to try, in blocks per side: first the fastest, then sizes for larger tables, then sizes
/// that need less memory.
std::vector<std::int64_t> tile_region_choices(const TilePlan& plan);

/// Sets the offsets of the plan's parts in its scratch memory.
void plan_tile_scratch(TilePlan& plan);

/// Checks the sizes of the scratch memory. Errors: too_large ("solution" or "size": a part is too large for one
/// binding, or the whole memory is too large for one allocation).
Result<void> check_tile_scratch(const TilePlan& plan, const DeviceProfile& profile);

}  // namespace vkalgo::dp

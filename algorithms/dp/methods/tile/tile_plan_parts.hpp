#pragma once

// Internal to the tile method: its plan is made in parts, each by topic.
#include "../../method/testing.hpp"
#include "tile_plan.hpp"

namespace vkalgo::dp {

/// Chooses schedule and shape. Errors: unsupported (the device's workgroups are too small, or may not wait where a test
/// wants them to).
Result<TileFill> choose_tile_fill(TileNeeds needs, const DeviceProfile& profile, const TestKnobs& knobs);

/// Cuts the part into dispatches. Needs the tile's shape.
void schedule_tile_fill(TileFill& fill, const DeviceProfile& profile, const TestKnobs& knobs);

/// Cuts the part of one of several devices into slots, which are then the fill's steps. Needs the tile's shape. The
/// border is left to plan_tile_scratch().
Bands cut_tile_bands(TileFill& fill, const Share& share, const DeviceProfile& profile, const TestKnobs& knobs);

/// Seconds until the last device has ended, about.
double predict_tile_bands(const TileFill& fill, const Bands& bands, const DeviceProfile& profile);

/// Seconds of all steps, about: those of the columns, once for each round of the processors, and those in which the
/// strips of a round start one after another.
double predict_tile_fill(const TileFill& fill, const DeviceProfile& profile);

/// What a traceback without a stored table keeps and recomputes, in regions of so many blocks per side, or in one that
/// is the whole table where they would be no smaller. May make strips less high. Errors: unsupported ("solution": the
/// device's workgroups are too small).
Result<void> plan_tile_traceback(TilePlan& plan, const DeviceProfile& profile, const TestKnobs& knobs,
                                 std::int64_t region_blocks);

/// Regions to try, in blocks per side: the fastest first, then those for larger tables, then those for less memory.
std::vector<std::int64_t> tile_region_choices(const TilePlan& plan);

/// Places what the plan needs in its scratch memory.
void plan_tile_scratch(TilePlan& plan);

/// Errors: too_large ("solution" or "size": a part for one binding, or all of it for one allocation).
Result<void> check_tile_scratch(const TilePlan& plan, const DeviceProfile& profile);

}  // namespace vkalgo::dp

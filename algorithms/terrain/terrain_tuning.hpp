// Internal to algorithms/terrain/, its tests and its benchmark: numbers that were tuned on devices, separate from
// plans.
#pragma once

#include "../../engine/device_profile.hpp"
#include "depression_fill.hpp"
#include "flow_directions.hpp"
#include "stream_order.hpp"

#include <cstdint>

namespace vkalgo {

/// How work is divided among workgroups, invocations and rounds.
struct TerrainTuning {
    /// Invocations of a workgroup in which each invocation has one cell or a few.
    std::uint32_t threads = 256;
    /// The side in cells of a tile whose saddles are listed, flats measured or streams ordered. At least 8:
    /// order_streams has `side` invocations per workgroup, and a workgroup lists up to eight neighbouring tiles at
    /// once.
    std::uint32_t side = 32;
    /// Fourfold sweeps of a tile of side `side` per round, at most.
    std::uint32_t iterations = 1;
    /// A number of workgroups that fills any device. If there are more tiles, a workgroup owns several.
    std::uint32_t groups = 4096;
    /// Tiled accumulation: the side of a tile, a power of two up to 64. Half its square is a multiple of `threads`.
    std::uint32_t water_side = 64;
};

/// Returns the tuning for a device, within the limits of the device.
TerrainTuning terrain_tuning(const DeviceProfile& profile);

/// Returns the side of a tile of accumulation whose sums have `words` words: tuning.water_side, or half of it if the
/// tile would not fit in shared memory.
std::uint32_t water_side(const TerrainTuning& tuning, std::uint32_t words, const DeviceProfile& profile);

/// Returns how many loop iterations one invocation may make in a dispatch.
std::uint64_t terrain_loop_budget(const DeviceProfile& profile);

// create() and scratch() of DepressionFill, FlowDirections and StreamOrder for a caller that passes its own tuning.
Result<DepressionFill> create_tuned_fill(Context& context, const TerrainTuning& tuning);
Result<ScratchNeed> tuned_fill_scratch(const TerrainGrid& grid, const DeviceProfile& profile,
                                       const TerrainTuning& tuning);
Result<FlowDirections> create_tuned_flow(Context& context, const FlowOptions& options, const TerrainTuning& tuning);
Result<ScratchNeed> tuned_flow_scratch(const TerrainGrid& grid, const FlowOptions& options,
                                       const DeviceProfile& profile, const TerrainTuning& tuning);

Result<StreamOrder> create_tuned_streams(Context& context, const TerrainTuning& tuning);
Result<ScratchNeed> tuned_stream_scratch(const TerrainGrid& grid, const DeviceProfile& profile,
                                         const TerrainTuning& tuning);

}  // namespace vkalgo

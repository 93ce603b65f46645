// Internal to algorithms/terrain/, its tests and its benchmark: numbers that were tuned on devices, apart from plans.
#pragma once

#include "../../engine/device_profile.hpp"
#include "depression_fill.hpp"
#include "flow_directions.hpp"
#include "stream_order.hpp"

#include <cstdint>

namespace vkalgo {

/// How the work is cut.
struct TerrainTuning {
    /// invocations of a workgroup where each has a cell or a few
    std::uint32_t threads = 256;
    /// of a tile whose saddles are listed, flats measured or streams ordered, in cells; no less than 8
    std::uint32_t side = 32;
    /// fourfold sweeps of such a tile per round, at most
    std::uint32_t iterations = 1;
    /// that fill any device; where there are more tiles, a workgroup owns several
    std::uint32_t groups = 4096;
    /// tiled accumulation: of a tile, a power of two up to 64; half its square is a multiple of `threads`
    std::uint32_t water_side = 64;
};

/// The numbers for a device, within its limits.
TerrainTuning terrain_tuning(const DeviceProfile& profile);

/// The side of a tile of accumulation whose sums have so many words: that of the numbers, or half of it where the tile
/// would not fit in shared memory.
std::uint32_t water_side(const TerrainTuning& tuning, std::uint32_t words, const DeviceProfile& profile);

/// Iterations that one invocation may make in a dispatch.
std::uint64_t terrain_loop_budget(const DeviceProfile& profile);

// With numbers of the caller's own.
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

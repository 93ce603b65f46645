// Internal to algorithms/terrain/: what its classes share.
#pragma once

#include "engine/buffer.hpp"
#include "engine/kernel.hpp"
#include "engine/recorder.hpp"
#include "engine/result.hpp"
#include "engine/scratch.hpp"
#include "round_range.hpp"
#include "shaders/terrain/terrain.h"
#include "terrain_grid.hpp"
#include "terrain_tuning.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo {

class Context;

/// Creates the kernels of `infos`, in their order, with the specialization constants of this family. `side` is the side
/// of their tiles. `block` and `words` are those of an AccumulationMethod and an AccumulationPlan; for find_directions,
/// `words` is 2 if heights are ranked.
Result<std::vector<std::shared_ptr<const Kernel>>> terrain_kernels(Context& context, std::vector<KernelInfo> infos,
                                                                   std::uint32_t threads, std::uint32_t side,
                                                                   std::uint32_t block = 1, std::uint32_t words = 1);

/// Checks the size of a grid. Errors: those of check_grid; too_large if `bytes_per_cell` for all cells exceed a storage
/// buffer, or the workgroups exceed the largest dispatch.
Result<void> check_terrain(const TerrainGrid& grid, std::uint64_t bytes_per_cell, std::uint32_t threads,
                           const DeviceProfile& profile);

/// Returns the push constants of kernels that take a cell or a word of codes per invocation. `count` is the number of
/// these cells or words.
shader::TerrainPush terrain_push(const TerrainGrid& grid, std::uint64_t count);
/// Dispatches at least push.count invocations, in workgroups of `threads` invocations.
void dispatch_terrain(Recorder& recorder, const Kernel& kernel, std::initializer_list<Binding> bindings,
                      const shader::TerrainPush& push, std::uint32_t threads);

/// Returns the first `bytes` of a view.
BufferView first_bytes(const BufferView& view, std::uint64_t bytes);

/// The work of a kernel in a round over tiles.
struct TileWork {
    /// Loop iterations of the busiest invocation: `once` for each tile, and `sweep` for each fourfold sweep of the tile
    /// (four sweeps, one per direction).
    std::uint64_t once = 0;
    std::uint64_t sweep = 0;
};

/// Rounds over tiles (shaders/terrain/tiles.glsl): how the grid is cut, and the scratch that they need.
struct TileRounds {
    /// The side of a tile, in cells.
    std::uint32_t side = 0;
    std::uint32_t tiles_across = 0;
    std::uint32_t tiles = 0;
    /// Workgroups that share the tiles of a round.
    std::uint32_t groups = 1;
    /// The most fourfold sweeps of a tile per round.
    std::uint32_t iterations = 0;
    /// The most rounds that any terrain takes. Each round sets the final value of at least one cell, except the last
    /// two: one changes nothing, and one detects this.
    std::uint32_t rounds = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
    ScratchLayout::Part status, lists[2], grids;

    /// Plans the rounds, and adds the parts of scratch that they need to the layout. The status is the first part, so
    /// the scratch begins with the word that says `done`.
    static TileRounds plan(const TerrainGrid& grid, const TileWork& work, const TerrainTuning& tuning,
                           const DeviceProfile& profile, ScratchLayout& layout);

    /// Clears the status before the first round.
    void begin(Recorder& recorder, const BufferView& scratch) const;
    /// Records the rounds of the range. The kernel binds `own` first and then what shaders/terrain/tiles.glsl needs:
    /// the status, the list of this round and the list of the next round.
    void record(Recorder& recorder, const Kernel& kernel, const TerrainGrid& grid, const RoundRange& range,
                const BufferView& scratch, const std::vector<Binding>& own) const;
};

}  // namespace vkalgo

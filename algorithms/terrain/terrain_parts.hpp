// Internal to algorithms/terrain/: what its classes have in common.
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

/// The kernels of `infos`, in their order, with the constants of this family. `side` is that of their tiles; `block`
/// and `words` are those of an AccumulationMethod and an AccumulationPlan.
Result<std::vector<std::shared_ptr<const Kernel>>> terrain_kernels(Context& context, std::vector<KernelInfo> infos,
                                                                   std::uint32_t threads, std::uint32_t side,
                                                                   std::uint32_t block = 1, std::uint32_t words = 1);

/// Errors: those of check_grid; too_large if a cell's `bytes_per_cell` together pass a storage buffer or its workgroups
/// the largest grid.
Result<void> check_terrain(const TerrainGrid& grid, std::uint64_t bytes_per_cell, std::uint32_t threads,
                           const DeviceProfile& profile);

/// What kernels that take a cell or a word of codes per invocation are pushed.
shader::TerrainPush terrain_push(const TerrainGrid& grid, std::uint64_t count);
/// One invocation for each of push.count.
void dispatch_terrain(Recorder& recorder, const Kernel& kernel, std::initializer_list<Binding> bindings,
                      const shader::TerrainPush& push, std::uint32_t threads);

/// The part of a view that `bytes` take.
BufferView first_bytes(const BufferView& view, std::uint64_t bytes);

/// What a kernel does in a round over tiles.
struct TileWork {
    /// loop iterations of its busiest invocation: once per tile, and per fourfold sweep of it
    std::uint64_t once = 0;
    std::uint64_t sweep = 0;
};

/// Rounds over tiles (shaders/terrain/tiles.glsl): the cuts and the scratch that they need.
struct TileRounds {
    /// of a tile, in cells
    std::uint32_t side = 0;
    std::uint32_t tiles_across = 0;
    std::uint32_t tiles = 0;
    /// workgroups that share the tiles of a round
    std::uint32_t groups = 1;
    /// fourfold sweeps of a tile
    std::uint32_t iterations = 0;
    /// No terrain takes more: in each round but the last a cell gets its value at least.
    std::uint32_t rounds = 0;
    /// of the busiest invocation in one dispatch, at most
    std::uint64_t loop_iterations = 0;
    ScratchLayout::Part status, lists[2], grids;

    /// Adds its parts to the layout; the status is first, so that scratch begins with the word that says `done`.
    static TileRounds plan(const TerrainGrid& grid, const TileWork& work, const TerrainTuning& tuning,
                           const DeviceProfile& profile, ScratchLayout& layout);

    /// Before the first round.
    void begin(Recorder& recorder, const BufferView& scratch) const;
    /// Records the rounds of the range. The kernel binds `own` and then what shaders/terrain/tiles.glsl needs: the
    /// status, the list of the round, that of the next one.
    void record(Recorder& recorder, const Kernel& kernel, const TerrainGrid& grid, const RoundRange& range,
                const BufferView& scratch, const std::vector<Binding>& own) const;
};

}  // namespace vkalgo

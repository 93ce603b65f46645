#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct AccumulationMethod;
struct TerrainTuning;

/// What is accumulated, and how.
struct AccumulationOptions {
    /// Whether a cell's sum includes its own water.
    bool include_self = false;
    /// Whether AccumulationArguments::weights give the amount of water of each cell. Otherwise each cell has 1.
    bool weighted = false;
    /// Whether weights and sums are uint64 (two uint32, the low one first) instead of uint32.
    bool wide = false;
    /// Whether AccumulationArguments::network is written: the cells whose sum is above `threshold`.
    bool network = false;
    std::uint64_t threshold = 0;
    /// If set: the number of rounds after which the sums are taken. In each round all moving water goes on by one cell.
    /// If the water stops moving earlier, the sums are complete. For the methods scatter, scatter-8x8 and gather.
    std::optional<std::uint32_t> iterations = std::nullopt;
    /// "auto", or one of accumulation_method_names().
    std::string method = "auto";
};

/// The plan of what `record` will do: all dispatches follow from it.
struct AccumulationPlan {
    AccumulationOptions options;
    TerrainGrid grid;
    /// The method; see method_name().
    const AccumulationMethod* method = nullptr;
    /// The tuned numbers that the plan follows.
    std::shared_ptr<const TerrainTuning> tuning;
    /// Invocations of a workgroup.
    std::uint32_t threads = 0;
    /// The most rounds that directions without a circle need, at most AccumulationOptions::iterations.
    std::uint32_t rounds = 0;
    /// The number of 32-bit words in a weight and in a sum: 1 or 2.
    std::uint32_t words = 1;
    /// Bytes of the codes, and of the sums.
    std::uint64_t codes_bytes = 0;
    std::uint64_t sums_bytes = 0;
    ScratchNeed scratch = {};
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;

    /// Parts of the scratch: the status, which is first, and the arguments of indirect dispatches.
    ScratchLayout::Part status, grids;
    /// Methods scatter, scatter-8x8, gather: the water that moves in even rounds, and the water that moves in odd
    /// rounds. Each part has an amount per cell.
    ScratchLayout::Part moving[2];
    /// Method tiled: the side of a tile in cells, the number of tiles across and down, the number of nodes
    /// (shaders/terrain/terrain.h, WaterTilesPush), the sums of the nodes in three sections, and two buffers of their
    /// pointers.
    std::uint32_t side = 0, tiles_across = 0, tiles_down = 0, nodes = 0;
    ScratchLayout::Part node_sums, node_pointers[2];

    /// Returns the method's name; never "auto".
    std::string_view method_name() const;
};

/// Plans an accumulation. A pure function of its arguments. Needs no device. Errors: those of check_grid;
/// invalid_argument (an unknown method, or iterations with the method "tiled"); too_large (for one storage buffer or
/// one dispatch).
Result<AccumulationPlan> plan_accumulation(const TerrainGrid& grid, const AccumulationOptions& options,
                                           const DeviceProfile& profile);

/// Returns the names that AccumulationOptions::method may have besides "auto", in alphabetical order.
std::vector<std::string_view> accumulation_method_names();

}  // namespace vkalgo

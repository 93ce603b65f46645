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
    /// A cell's sum has its own water too.
    bool include_self = false;
    /// AccumulationArguments::weights say how much water each cell has; else 1.
    bool weighted = false;
    /// Weights and sums are uint64 (two uint32, the low one first), else uint32.
    bool wide = false;
    /// AccumulationArguments::network is written: cells whose sum is above `threshold`.
    bool network = false;
    std::uint64_t threshold = 0;
    /// The sums after so many rounds, in each of which all moving water goes on by one cell, as in the slides; what is
    /// done earlier is complete. Of the methods scatter, scatter-8x8 and gather.
    std::optional<std::uint32_t> iterations = std::nullopt;
    /// "auto", or one of accumulation_method_names()
    std::string method = "auto";
};

/// What `record` will do: everything it dispatches follows from this.
struct AccumulationPlan {
    AccumulationOptions options;
    TerrainGrid grid;
    /// see method_name()
    const AccumulationMethod* method = nullptr;
    /// the library's own numbers for this device
    std::shared_ptr<const TerrainTuning> tuning;
    /// invocations of a workgroup
    std::uint32_t threads = 0;
    /// Of directions that run in no circle, no more are needed; no more than AccumulationOptions::iterations.
    std::uint32_t rounds = 0;
    /// of 32 bits in a weight and in a sum: 1 or 2
    std::uint32_t words = 1;
    /// bytes
    std::uint64_t codes_bytes = 0;
    std::uint64_t sums_bytes = 0;
    ScratchNeed scratch = {};
    /// of the busiest invocation in one dispatch, at most
    std::uint64_t loop_iterations = 0;

    /// Parts of the scratch. The status is first.
    ScratchLayout::Part status, grids;
    /// scatter, scatter-8x8, gather: the water that moves in rounds of even and of odd number, a sum per cell
    ScratchLayout::Part moving[2];
    /// tiled: side of a tile, tiles, nodes on the lines between them, three sections of their sums, two of pointers
    std::uint32_t side = 0, tiles_across = 0, tiles_down = 0, nodes = 0;
    ScratchLayout::Part node_sums, node_pointers[2];

    /// Never "auto".
    std::string_view method_name() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: those of check_grid; invalid_argument (a method of no such name, or iterations of one that has none);
/// too_large (for one storage buffer).
Result<AccumulationPlan> plan_accumulation(const TerrainGrid& grid, const AccumulationOptions& options,
                                           const DeviceProfile& profile);

/// The names that AccumulationOptions::method may have besides "auto", in order.
std::vector<std::string_view> accumulation_method_names();

}  // namespace vkalgo

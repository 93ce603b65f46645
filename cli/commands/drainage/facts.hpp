#pragma once

#include "algorithms/terrain/drainage_call.hpp"
#include "algorithms/terrain/terrain_grid.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/rasters/dem.hpp"

#include <cstdint>
#include <span>

namespace vkalgo::cli {

/// What is told of a surface.
struct SurfaceFacts {
    /// cells all of whose neighbours are there and higher
    std::uint64_t pits = 0;
    /// other cells without a lower neighbour that are not beside the outside
    std::uint64_t flat = 0;
};
SurfaceFacts surface_facts(const Dem& dem);

/// Cells with data whose water goes to no other cell.
std::uint64_t count_outlets(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Compares directions and sums with the processor's. `dem` null: directions were given. Errors: those of
/// accumulation_reference.
Result<Verification> verify_drainage(const Dem* dem, const TerrainGrid& grid, const DrainageOptions& options,
                                     const Drainage& drained);

}  // namespace vkalgo::cli

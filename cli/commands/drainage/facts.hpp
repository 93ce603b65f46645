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

/// Facts that are printed about a surface.
struct SurfaceFacts {
    /// Number of cells whose eight neighbours all have data and are all higher.
    std::uint64_t pits = 0;
    /// Number of other cells whose eight neighbours all have data and are all as high or higher.
    std::uint64_t flat = 0;
};
SurfaceFacts surface_facts(const Dem& dem);

/// Returns the number of cells with data whose water flows to no other cell.
std::uint64_t count_outlets(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Compares directions and sums with those of the CPU reference. `dem` is null if directions were given. Errors: those
/// of the references, of flow_row_weights and of fixed_point_weights.
Result<Verification> verify_drainage(const Dem* dem, const TerrainGrid& grid, const DrainageOptions& options,
                                     const Drainage& drained);

}  // namespace vkalgo::cli

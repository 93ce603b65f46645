#pragma once

#include "../../engine/result.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

// Drainage on the CPU, by other algorithms than the device's: what tests and --verify compare with. `heights`, `codes`
// and `weights` have grid.cells() entries each.

/// The surface in which no water stays: every cell is raised to the lowest level from which water finds a way that
/// never climbs to a cell beside the outside (off the grid, or no data), and no cell more. Cells without data are
/// returned as they are, others as effective_height makes them.
/// Source: Barnes, Lehman, Mulla, Priority-flood, Computers & Geosciences 62 (2014), algorithm 1.
std::vector<float> fill_reference(std::span<const float> heights, const TerrainGrid& grid);
/// The same in f64.
std::vector<double> fill_reference(std::span<const double> heights, const TerrainGrid& grid);

/// The directions by the rules of FlowDirections; `row_weights` may be empty or have one entry per row.
/// Sources: O'Callaghan, Mark, The extraction of drainage networks from digital elevation data (1984); Barnes, Lehman,
/// Mulla, An efficient assignment of drainage direction over flat surfaces, Computers & Geosciences 62 (2014).
std::vector<FlowCode> directions_reference(std::span<const float> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights = {});
/// The same of heights of f64.
std::vector<FlowCode> directions_reference(std::span<const double> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights = {});

/// The directions by the rules of PitCarving, from those of the surface as it is and those of the filled one.
std::vector<FlowCode> carve_reference(std::span<const FlowCode> codes, std::span<const FlowCode> ways,
                                      const TerrainGrid& grid);

/// Every cell's sum of the weights of the cells above it, its own with `include_self`; 0 for cells without data.
/// Without weights every cell counts 1. With `iterations` only cells at most so many steps above count. By topological
/// sorting, or by following each cell's water. Errors: invalid_argument (the directions run in a circle), overflow.
Result<std::vector<std::uint32_t>> accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                          bool include_self,
                                                          std::span<const std::uint32_t> weights = {},
                                                          std::optional<std::uint32_t> iterations = std::nullopt);
/// The same modulo 2^64.
Result<std::vector<std::uint64_t>> wide_accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                               bool include_self,
                                                               std::span<const std::uint64_t> weights = {},
                                                               std::optional<std::uint32_t> iterations = std::nullopt);

/// The same sums with include_self and no weights, round by round, as the slides on CUDA have it: each cell's water
/// moves on by a cell in each round, until all has left. For benchmarks. The directions must not run in a circle.
std::vector<std::uint32_t> accumulation_by_rounds(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// The labels by the rules of Watersheds; `outlets` may be empty. The directions must not run in a circle.
std::vector<std::uint32_t> watersheds_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                std::span<const std::uint32_t> outlets = {});

/// The orders by the rules of StreamOrder; `network` may be empty. The directions must not run in a circle.
std::vector<std::uint32_t> streams_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                             std::span<const std::uint8_t> network = {});

/// Every cell after all that flow into it (Kahn's topological sorting); shorter than the grid if directions run in a
/// circle.
std::vector<std::uint64_t> downstream_order(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Whether no direction leads in a circle.
bool flows_end(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// The cell that cell `index` flows into, or grid.cells() if its water stays, leaves the grid or meets no data.
std::uint64_t flow_target(std::span<const FlowCode> codes, const TerrainGrid& grid, std::uint64_t index);

}  // namespace vkalgo

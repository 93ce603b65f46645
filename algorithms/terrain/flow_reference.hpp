#pragma once

#include "../../engine/result.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

// Drainage on the CPU, by other algorithms than the device uses. Tests and --verify compare with it. `heights`, `codes`
// and `weights` have grid.cells() entries each.

/// Returns the surface on which no water stays. Every cell is raised to the lowest level from which water can flow,
/// without climbing, to a cell beside the outside (off the grid, or no data), and no cell is raised higher. Cells
/// without data are returned unchanged, others as effective_height makes them.
/// Source: Barnes, Lehman, Mulla, Priority-flood, Computers & Geosciences 62 (2014), algorithm 1.
std::vector<float> fill_reference(std::span<const float> heights, const TerrainGrid& grid);
/// Returns the surface on which no water stays, for heights of f64.
std::vector<double> fill_reference(std::span<const double> heights, const TerrainGrid& grid);

/// Returns the directions by the rules of FlowDirections. `row_weights` may be empty or have one entry per row.
/// Sources: O'Callaghan, Mark, The extraction of drainage networks from digital elevation data (1984); Barnes, Lehman,
/// Mulla, An efficient assignment of drainage direction over flat surfaces, Computers & Geosciences 62 (2014).
std::vector<FlowCode> directions_reference(std::span<const float> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights = {});
/// Returns the directions for heights of f64.
std::vector<FlowCode> directions_reference(std::span<const double> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights = {});

/// Returns the directions by the rules of PitCarving. `codes` are the directions on the original surface, `ways` those
/// on the filled one.
std::vector<FlowCode> carve_reference(std::span<const FlowCode> codes, std::span<const FlowCode> ways,
                                      const TerrainGrid& grid);

/// Returns for every cell the sum of the weights of the cells upstream; with `include_self` the sum includes the cell's
/// own weight. Cells without data have 0. Without weights every cell counts 1. With `iterations` only cells at most
/// that many steps upstream count. Works by topological sorting; with `iterations`, by following each cell's water.
/// Errors: invalid_argument (the directions run in a circle), overflow (a sum of 2^32 or more).
Result<std::vector<std::uint32_t>> accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                          bool include_self,
                                                          std::span<const std::uint32_t> weights = {},
                                                          std::optional<std::uint32_t> iterations = std::nullopt);
/// Returns the sums of accumulation_reference in 64 bits, modulo 2^64. Errors: invalid_argument (the directions run in
/// a circle).
Result<std::vector<std::uint64_t>> wide_accumulation_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                               bool include_self,
                                                               std::span<const std::uint64_t> weights = {},
                                                               std::optional<std::uint32_t> iterations = std::nullopt);

/// Returns the sums of accumulation_reference with include_self and no weights. Computes them round by round, as the
/// course slides on CUDA do (docs/terrain.md): each cell's water moves on by one cell per round, until no water can
/// move any more. For benchmarks. The directions must not run in a circle.
std::vector<std::uint32_t> accumulation_by_rounds(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Returns the labels by the rules of Watersheds. `outlets` is empty or as in WatershedArguments. The directions must
/// not run in a circle.
std::vector<std::uint32_t> watersheds_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                std::span<const std::uint32_t> outlets = {});

/// Returns the orders by the rules of StreamOrder. `network` may be empty. The directions must not run in a circle.
std::vector<std::uint32_t> streams_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                             std::span<const std::uint8_t> network = {});

/// Returns the cells in an order in which every cell comes after all cells that flow into it (Kahn's topological
/// sorting). If directions run in a circle, the cells of the circle and those downstream of it are missing.
std::vector<std::uint64_t> downstream_order(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Returns whether no direction leads in a circle.
bool flows_end(std::span<const FlowCode> codes, const TerrainGrid& grid);

/// Returns the index of the cell that cell `index` flows into, or grid.cells() if its water stays, leaves the grid or
/// meets a cell without data.
std::uint64_t flow_target(std::span<const FlowCode> codes, const TerrainGrid& grid, std::uint64_t index);

}  // namespace vkalgo

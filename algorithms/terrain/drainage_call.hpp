#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "flow_accumulation_plan.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// What happens to depressions before directions are computed.
enum class PitRule : std::uint8_t {
    /// DepressionFill fills the depressions.
    fill,
    /// PitCarving carves ways out of the depressions. Needs DrainageOptions::resolve_flats.
    carve,
    /// The depressions keep their water.
    keep,
};
/// Returns "fill", "carve" or "keep".
const char* to_string(PitRule rule);

/// Options of the easy calls: drain(), drain_wide() and accumulate_flow().
struct DrainageOptions {
    /// For drain() and drain_wide() only: what happens to depressions.
    PitRule pits = PitRule::fill;
    /// For drain() and drain_wide() only: FlowOptions::resolve_flats.
    bool resolve_flats = true;
    /// For drain() and drain_wide() only: the width of the cells of each row of a geographic grid. Slopes then do not
    /// use grid.dx.
    std::span<const double> row_dx = {};
    /// As AccumulationOptions::include_self.
    bool include_self = false;
    /// The amount of water of each cell. If empty, each cell has 1.
    std::span<const std::uint32_t> weights = {};
    /// The amounts in doubles, in place of `weights`: finite numbers >= 0. FixedPointWeights rounds each of them to
    /// about 18 decimal digits of their total, and Drainage::real_sums has the sums.
    std::span<const double> real_weights = {};
    /// If set, the network is computed: the cells with more water than this number, which must be 0 or more.
    std::optional<double> threshold = std::nullopt;
    /// Whether StreamOrder orders the streams. With a threshold, only the cells of the network have an order above 0;
    /// without a threshold, all cells with data have one.
    bool stream_order = false;
    /// Whether watersheds are labelled. With `outlets` they are always labelled.
    bool watersheds = false;
    /// Cell indices (row * width + column). The entry with index k, from 0, has the label k + 1. If a cell is given
    /// twice, its last entry counts.
    std::span<const std::uint64_t> outlets = {};
    /// As AccumulationOptions::iterations.
    std::optional<std::uint32_t> iterations = std::nullopt;
    /// The method of accumulation: "auto", or one of accumulation_method_names().
    std::string method = "auto";
    /// For plan_drainage() only: whether f32 cannot represent the heights (f32_holds). Such heights take up to 8 bytes
    /// more per cell. Without a plan, drain() and drain_wide() inspect the heights themselves.
    bool ranked = false;
    CallOptions call = {};
};

/// How a call uses device memory. If the whole grid does not fit there, the grid stays in host memory and the work is
/// done in parts of whole rows. The results are the same bit for bit, but the call takes longer.
struct DrainagePlan {
    TerrainGrid grid;
    /// Whether directions are given (plan_accumulate_flow()).
    bool from_codes = false;
    /// DrainageOptions::ranked if heights are given, else false.
    bool ranked = false;
    /// The plan of the accumulation, for the whole grid or for the largest part.
    AccumulationPlan accumulation;
    /// The most rounds of filling and of measuring flats that any terrain takes. With parts: the most rounds in one
    /// visit of a part; a part may be visited several times. 0 for work that is not done.
    std::uint32_t fill_rounds = 0;
    std::uint32_t flat_rounds = 0;
    /// 0 if the work is done in parts: an accumulation over the parts then finds the cells on the ways out of the
    /// depressions.
    std::uint32_t carve_rounds = 0;
    std::uint32_t stream_rounds = 0;
    std::uint32_t parts = 1;
    /// The rows of a part; the last part may have fewer. 0: the grid is not cut, and all buffers exist at the same
    /// time.
    std::uint32_t part_rows = 0;
    /// Bytes of device memory. The staging buffers belong to the runner.
    std::uint64_t buffer_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return buffer_bytes + scratch_bytes + staging_bytes; }
};

/// Plans a call of drain(). A pure function of its arguments. Of options.call it uses memory_limit. Errors: those of
/// check_grid; invalid_argument (a threshold below 0, an unknown method, iterations with the method "tiled"); too_large
/// (even parts of one row do not fit the memory; iterations for work that needs parts).
Result<DrainagePlan> plan_drainage(const TerrainGrid& grid, const DrainageOptions& options,
                                   const DeviceProfile& profile);

/// Plans a call of accumulate_flow(), as plan_drainage() plans a call of drain().
Result<DrainagePlan> plan_accumulate_flow(const TerrainGrid& grid, const DrainageOptions& options,
                                          const DeviceProfile& profile);

/// The results of drain(), drain_wide() and accumulate_flow(). Each vector has one entry per cell.
struct Drainage {
    /// The surface that the directions belong to. Empty without PitRule::fill, and after drain_wide() and
    /// accumulate_flow().
    std::vector<float> filled;
    /// The surface after drain_wide() with PitRule::fill, in place of `filled`. Empty after other calls.
    std::vector<double> wide_filled;
    /// Whether f32 cannot represent the heights (f32_holds), so the device worked on their ranks.
    bool ranked = false;
    std::vector<FlowCode> codes;
    /// The water that flows through each cell. Empty with real_weights.
    std::vector<std::uint32_t> sums;
    /// The water that flows through each cell, with real_weights: the exact sum of units (FixedPointWeights), as the
    /// nearest double. Empty without real_weights.
    std::vector<double> real_sums;
    /// 1 in the network, else 0. Empty without a threshold.
    std::vector<std::uint8_t> network;
    /// The results of StreamOrder. Empty if they were not asked for.
    std::vector<std::uint32_t> orders;
    /// The results of Watersheds. Empty if they were not asked for.
    std::vector<std::uint32_t> labels;
    /// The method of accumulation that was used; never "auto".
    std::string method;
    /// As DrainagePlan::parts.
    std::uint32_t parts = 1;
    /// The number of rounds after which there was more to do. With parts, the sum over all visits of all parts.
    std::uint32_t fill_rounds = 0;
    /// The rounds for the surface that the directions belong to; with PitRule::carve, the rounds for the filled
    /// surface.
    std::uint32_t flat_rounds = 0;
    std::uint32_t accumulation_rounds = 0;
    CallReport report;

    /// Calls `use` with the sums and returns the result of `use`. The sums are `real_sums` if there are any, else
    /// `sums`.
    template <class Use>
    auto with_sums(const Use& use) const {
        return real_sums.empty() ? use(sums) : use(real_sums);
    }
};

/// Computes the drainage of heights: depressions, directions, accumulation, network, order of streams, watersheds, by
/// the rules of DepressionFill, PitCarving, FlowDirections, FlowAccumulation, StreamOrder and Watersheds. Heights that
/// the device cannot use exactly as f32 (f32_holds) are first ranked on the CPU.
///
///     auto drainage = vkalgo::drain(runner, {.width = 1201, .height = 1201, .dx = 30, .dy = 30}, heights,
///                                   {.include_self = true, .threshold = 1000});
///
/// Errors: those of plan_drainage, flow_row_weights and fixed_point_weights; invalid_argument (`heights`, weights or
/// `row_dx` of the wrong size, both kinds of weights, an outlet beyond the grid, PitRule::carve without resolve_flats,
/// fewer than one timed run), overflow (weights that sum to 2^32 or more; real_weights can hold them), cancelled; those
/// of the runner.
Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options = {});
/// Computes the drainage by a plan that plan_drainage() made for these options. The plan is run unchanged. Errors:
/// those of drain() without a plan; invalid_argument (a plan for another grid or for directions; a plan that is not
/// `ranked` for heights that must be).
Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options, const DrainagePlan& plan);
/// Computes the drainage of heights of f64, as drain() does for f32.
Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options = {});
/// Computes the drainage of heights of f64 by a plan of plan_drainage().
Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options, const DrainagePlan& plan);

/// Takes directions instead of heights, and computes what drain() computes once it has found the directions. The result
/// contains the given directions unchanged. Errors: as those of drain(); invalid_argument (directions that run in a
/// circle).
Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options = {});
/// Computes the results for given directions by a plan that plan_accumulate_flow() made for these options. Errors:
/// those of accumulate_flow() without a plan; invalid_argument (a plan for another grid or for heights).
Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options, const DrainagePlan& plan);

}  // namespace vkalgo

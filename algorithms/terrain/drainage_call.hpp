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

/// What happens to depressions before directions are found.
enum class PitRule : std::uint8_t {
    /// filled by DepressionFill
    fill,
    /// drained along ways that are carved by PitCarving; needs resolve_flats
    carve,
    /// their water stays
    keep,
};
/// "fill", "carve", "keep".
const char* to_string(PitRule rule);

/// What the easy calls are asked for, beyond the heights.
struct DrainageOptions {
    /// of drain() only
    PitRule pits = PitRule::fill;
    /// of drain() only: FlowOptions::resolve_flats
    bool resolve_flats = true;
    /// of drain() only: the width of the cells of each row of a geographic grid; grid.dx then counts for nothing
    std::span<const double> row_dx = {};
    /// AccumulationOptions::include_self
    bool include_self = false;
    /// how much water each cell has; each 1 if empty
    std::span<const std::uint32_t> weights = {};
    /// The same in doubles, in place of `weights`: finite numbers from 0 up, reckoned with as FixedPointWeights says,
    /// to 18 digits of their sum. Drainage::real_sums then has the sums.
    std::span<const double> real_weights = {};
    /// The network is the cells with more water than this; not negative.
    std::optional<double> threshold = std::nullopt;
    /// Streams are ordered by StreamOrder: those of the network, or of all cells without a threshold.
    bool stream_order = false;
    /// Watersheds are labelled, those of `outlets` if there are any.
    bool watersheds = false;
    /// Cells (row * width + column): outlet k has the label k + 1; of equal cells the last one counts.
    std::span<const std::uint64_t> outlets = {};
    /// AccumulationOptions::iterations
    std::optional<std::uint32_t> iterations = std::nullopt;
    /// of accumulation: "auto", or one of accumulation_method_names()
    std::string method = "auto";
    /// Of plan_drainage() only: f32 does not hold the heights (f32_holds), which take up to 8 bytes per cell more then.
    /// drain() and drain_wide() look at the heights unless they are given a plan.
    bool ranked = false;
    CallOptions call = {};
};

/// What a call does with device memory. What does not fit there as a whole is done in parts of whole rows, the grid in
/// host memory: the results are the same bit for bit, after more time.
struct DrainagePlan {
    TerrainGrid grid;
    /// of a plan_accumulate_flow(): directions are given
    bool from_codes = false;
    /// DrainageOptions::ranked, of heights
    bool ranked = false;
    /// of a part
    AccumulationPlan accumulation;
    /// No terrain takes more rounds, nor does a part at one visit; 0 of what is not done.
    std::uint32_t fill_rounds = 0;
    std::uint32_t flat_rounds = 0;
    /// In parts 0: ways are carved as water is summed.
    std::uint32_t carve_rounds = 0;
    std::uint32_t stream_rounds = 0;
    std::uint32_t parts = 1;
    /// Of a part; the last one may have fewer. 0: all is done at once, with all buffers at the same time.
    std::uint32_t part_rows = 0;
    /// of device memory; staging is the runner's
    std::uint64_t buffer_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return buffer_bytes + scratch_bytes + staging_bytes; }
};

/// A pure function of its arguments. Of options.call it looks at memory_limit. Errors: those of check_grid;
/// invalid_argument (a threshold below 0, no such method, iterations of a method without); too_large (for the memory,
/// even in parts of one row; iterations of what needs parts).
Result<DrainagePlan> plan_drainage(const TerrainGrid& grid, const DrainageOptions& options,
                                   const DeviceProfile& profile);

/// The same for directions that are given.
Result<DrainagePlan> plan_accumulate_flow(const TerrainGrid& grid, const DrainageOptions& options,
                                          const DeviceProfile& profile);

/// What the easy calls give back: one entry per cell in each vector.
struct Drainage {
    /// the surface that the directions belong to; empty without PitRule::fill, and of drain_wide()
    std::vector<float> filled;
    /// the same of drain_wide(); empty of others
    std::vector<double> wide_filled;
    /// f32 does not hold the heights (f32_holds), and the device had their ranks.
    bool ranked = false;
    std::vector<FlowCode> codes;
    /// the water that comes together in each cell; empty with real_weights
    std::vector<std::uint32_t> sums;
    /// The same of real_weights, each exact sum of them as FixedPointWeights::value gives it; empty without.
    std::vector<double> real_sums;
    /// 1 in the network, else 0; empty without a threshold
    std::vector<std::uint8_t> network;
    /// of StreamOrder; empty if it was not asked for
    std::vector<std::uint32_t> orders;
    /// of Watersheds; empty if they were not asked for
    std::vector<std::uint32_t> labels;
    /// Never "auto".
    std::string method;
    /// DrainagePlan::parts
    std::uint32_t parts = 1;
    /// Rounds after which there was more to do; in parts those of all of them, each as often as its turn came.
    std::uint32_t fill_rounds = 0;
    /// of the surface that the directions belong to; PitRule::carve: of the filled one
    std::uint32_t flat_rounds = 0;
    std::uint32_t accumulation_rounds = 0;
    CallReport report;

    /// What `use` returns for the sums: for real_sums if there are some, else for `sums`.
    template <class Use>
    auto with_sums(const Use& use) const {
        return real_sums.empty() ? use(sums) : use(real_sums);
    }
};

/// From heights to accumulated water: depressions, directions, accumulation, network, order of streams, watersheds,
/// each by the rules of DepressionFill, PitCarving, FlowDirections, FlowAccumulation, StreamOrder and Watersheds. The
/// processor first ranks heights that f32 does not hold (f32_holds), tiny ones of f32 among them.
///
///     auto drainage = vkalgo::drain(runner, {.width = 1201, .height = 1201, .dx = 30, .dy = 30}, heights,
///                                   {.include_self = true, .threshold = 1000});
///
/// Errors: those of plan_drainage; invalid_argument (`heights`, weights or `row_dx` of another size than the grid, both
/// kinds of weights, real_weights that are negative or not finite, an outlet beyond the grid, PitRule::carve without
/// resolve_flats, no timed run), overflow (weights that sum to 2^32 or more; real_weights take
/// them), cancelled; the runner's.
Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options = {});
/// The same by a plan that plan_drainage() made for these options, which is run as it is. Errors besides:
/// invalid_argument (a plan of another grid or of directions; one that is not `ranked` of heights that must be).
Result<Drainage> drain(Runner& runner, const TerrainGrid& grid, std::span<const float> heights,
                       const DrainageOptions& options, const DrainagePlan& plan);
/// The same of heights of f64.
Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options = {});
/// The same by a plan.
Result<Drainage> drain_wide(Runner& runner, const TerrainGrid& grid, std::span<const double> heights,
                            const DrainageOptions& options, const DrainagePlan& plan);

/// The same from directions that are given; they come back as they are. Errors besides: invalid_argument (directions
/// that run in a circle).
Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options = {});
/// The same by a plan that plan_accumulate_flow() made for these options. Errors besides: invalid_argument (a plan of
/// another grid or of heights).
Result<Drainage> accumulate_flow(Runner& runner, const TerrainGrid& grid, std::span<const FlowCode> codes,
                                 const DrainageOptions& options, const DrainagePlan& plan);

}  // namespace vkalgo

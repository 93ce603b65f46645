#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "round_range.hpp"
#include "terrain_grid.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class Context;
struct TerrainTuning;

/// What directions are found.
struct FlowOptions {
    /// Cells of flats get directions too; without, they keep their water.
    bool resolve_flats = true;
    /// FlowArguments::heights are RankedHeights::ranks, and FlowArguments::values are given.
    bool ranked = false;
};

/// Flats of a grid that is some rows of a larger one. The steps that are known of its neighbours come in, and those
/// that they are to know go out. Steps only ever fall as more is known: the larger grid is done once all its parts have
/// handed out what their neighbours took in.
struct FlatSeams {
    static constexpr std::uint32_t kNone = 0xffffffff;
    /// No steps.
    static constexpr std::uint32_t kFar = 0x7fffffff;
    /// The row of this grid whose steps `known` has, or kNone. The codes of all rows above it mean nothing; two of them
    /// are needed, unless it is the second row of the larger grid, or the first.
    std::uint32_t above = kNone;
    /// The same below.
    std::uint32_t below = kNone;
    /// uint32, 16 bytes per column: for each cell of the row `above` its steps to a cell beside a way down, for each
    /// its steps to one beside higher ground, then of the row `below`; kFar where there are none or none is known
    BufferView known = {};
    /// the same of the row below `above` and of the row above `below`, written with the results
    BufferView found = {};

    /// Whether there is a row to know.
    constexpr bool any() const { return above != kNone || below != kNone; }
};

/// `codes`, `scratch` and `seams.found` share no byte with anything else here. Views are at multiples of
/// storage_offset_alignment, and may be null if the grid has no cells.
struct FlowArguments {
    /// f32 per cell
    BufferView heights;
    /// a FlowCode per cell, flow_codes_bytes(cells) bytes; the bytes of the last word beyond the cells become 255
    BufferView codes;
    /// Optional: FlowWeights per row, where cells are not all of one size; the grid's dx and dy then count for nothing.
    BufferView row_weights = {};
    /// as many bytes as FlowDirections::scratch says; may be null if that is 0
    BufferView scratch = {};
    RoundRange rounds = {};
    /// Only with FlowOptions::resolve_flats.
    FlatSeams seams = {};
    /// With FlowOptions::ranked f64: RankedHeights::values, all of them, or with `values_by_cell` the height of each
    /// cell.
    BufferView values = {};
    /// What `values` are.
    bool values_by_cell = false;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct FlowAccess {
    ArgumentAccess heights;
    ArgumentAccess codes;
    ArgumentAccess row_weights;
    ArgumentAccess scratch;
    ArgumentAccess known;
    ArgumentAccess found;
    ArgumentAccess values;
};

/// What `record` will do.
struct FlowPlan {
    TerrainGrid grid;
    FlowOptions options;
    /// bytes
    std::uint64_t heights_bytes = 0;
    std::uint64_t codes_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// no terrain takes more; 0 if flats are left
    std::uint32_t rounds = 0;
    /// of the busiest invocation in one dispatch, at most
    std::uint64_t loop_iterations = 0;
};

/// A pure function of its arguments. Errors: those of check_grid; too_large (for one storage buffer).
Result<FlowPlan> plan_flow(const TerrainGrid& grid, const FlowOptions& options, const DeviceProfile& profile);

/// Where the water of each cell goes (D8). The rules, which give the same codes on every device as on the CPU:
///
/// 1. Heights are f32, or any f64 by FlowOptions::ranked. NaN, infinities and numbers of 2^126 and more are no data; of
///    f32 magnitudes below 2^-80 count as 0. The outside is off the grid and every cell without data. A cell without
///    data has the code 255.
/// 2. Of its lower neighbours a cell takes the one with the steepest slope. The slope is (height - height there) /
///    distance: one subtraction and one division of f64, each rounded to nearest, whatever type the heights are of.
///    The distance is that of FlowWeights for the neighbour's side; to a diagonal neighbour the cell's own row counts.
///    Equal slopes: the lowest code (E, SE, S, SW, W, NW, N, NE).
/// 3. A cell without a lower neighbour that touches the outside drains off the grid, to the first neighbour in E S W N
///    SE SW NW NE that is outside; but not if a neighbour of its own height has a lower neighbour: then it is a cell of
///    that flat.
/// 4. All others have no direction yet. Those of one height that touch each other are a flat. A flat has an outlet if
///    one of its cells touches a cell of its height that has a direction. Cells beside such a cell flow there, the
///    first in E S W N SE SW NW NE; each other cell flows to the neighbour in its flat with the least
///    2 * (steps to the nearest cell beside an outlet) - (steps to the nearest cell beside a higher one, if there is
///    any), of equal ones the first in that order. (Barnes 2014: toward lower and away from higher ground.)
/// 5. What is left, pits and flats without an outlet, keeps its water: 0. A surface made by DepressionFill has none.
///
/// No direction leads in a circle. scratch() begins with a uint32 that is not 0 once the flats are measured; see
/// RoundRange.
///
/// vkalgo does: record dispatches, a fill and the barriers between them.
/// The caller does: everything that Recorder asks of him; create the buffers with kUsage and the scratch with the usage
/// of its ScratchNeed; tell the recorder by `assume` and `hand_over` about its own accesses, or put its own barriers
/// from them to access() and back; keep buffers and this object until the fence.
class FlowDirections {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<FlowDirections> create(Context& context, const FlowOptions& options = {});

    /// Bytes needed besides the arguments. Errors: those of plan_flow.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const FlowOptions& options,
                                       const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<FlowAccess> access(const TerrainGrid& grid, const FlowArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe; submits, waits for and allocates nothing.
    /// Errors: those of plan_flow; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for seams that are no rows of the grid, for a recorder of another context; the recorder's.
    Result<void> record(Recorder& recorder, const TerrainGrid& grid, const FlowArguments& arguments) const;

private:
    friend Result<FlowDirections> create_tuned_flow(Context& context, const FlowOptions& options,
                                                    const TerrainTuning& tuning);

    Context* context_ = nullptr;
    FlowOptions options_;
    std::shared_ptr<const TerrainTuning> tuning_;
    std::vector<std::shared_ptr<const Kernel>> cell_kernels_, tile_kernels_;
};

}  // namespace vkalgo

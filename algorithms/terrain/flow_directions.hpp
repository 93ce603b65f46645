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

/// Which directions are computed.
struct FlowOptions {
    /// Whether cells of flats get directions too. Otherwise they keep their water.
    bool resolve_flats = true;
    /// Whether FlowArguments::heights are RankedHeights::ranks, and FlowArguments::values are given.
    bool ranked = false;
};

/// How flats continue beyond a grid that is a range of rows of a larger grid. `known` has the numbers of steps (rule 4
/// of FlowDirections) that were found so far in the ranges above and below, and `found` receives the numbers that those
/// ranges need. The numbers only fall as more of them become known. The larger grid is complete once every range was
/// recorded with the last numbers that the ranges above and below it found.
struct FlatSeams {
    static constexpr std::uint32_t kNone = 0xffffffff;
    /// The value of a number of steps that is unknown or does not exist.
    static constexpr std::uint32_t kFar = 0x7fffffff;
    /// The index in this grid of the last row before the grid's own rows, or kNone. `known` has the numbers of steps of
    /// this row. Above it, this grid must include two more rows of the larger grid, or as many as there are. The codes
    /// of the row `above` and of the rows above it are meaningless.
    std::uint32_t above = kNone;
    /// The index in this grid of the first row after the grid's own rows, or kNone. The rules are those of `above`, for
    /// the rows below.
    std::uint32_t below = kNone;
    /// uint32 words, 16 bytes per column. First, for each cell of the row `above`, the number of steps within its flat
    /// to the nearest cell that touches an outlet; next, for each cell of that row, the number of steps to the nearest
    /// cell that touches a higher cell; then the same for the row `below`. Such a nearest cell itself has 1. A number
    /// is kFar if no such cell can be reached, or if nothing is known yet.
    BufferView known = {};
    /// The numbers of steps of the first and of the last of the grid's own rows, in the layout of `known`. They are
    /// written with the results: those of the first row unless `above` is kNone, those of the last row unless `below`
    /// is kNone.
    BufferView found = {};

    /// Returns whether there is a row with known steps.
    constexpr bool any() const { return above != kNone || below != kNone; }
};

/// The buffers and rounds of one recording. `codes`, `scratch` and `seams.found` must not overlap any other argument.
/// Views begin at multiples of storage_offset_alignment, and may be null if the grid has no cells.
struct FlowArguments {
    /// An f32 per cell.
    BufferView heights;
    /// A FlowCode per cell, flow_codes_bytes(cells) bytes. The bytes of the last word after the last cell become 255.
    BufferView codes;
    /// Optional: FlowWeights per row, for cells of different sizes. The grid's dx and dy are then ignored.
    BufferView row_weights = {};
    /// At least the bytes that FlowDirections::scratch returns. May be null if that is 0.
    BufferView scratch = {};
    RoundRange rounds = {};
    /// For a grid that is a range of rows of a larger grid; only with FlowOptions::resolve_flats.
    FlatSeams seams = {};
    /// With FlowOptions::ranked, f64: all of RankedHeights::values, or with `values_by_cell` the height of each cell.
    /// `record` cannot check that there is a value for each rank, since it does not read the heights.
    BufferView values = {};
    /// Whether `values` has an entry per cell.
    bool values_by_cell = false;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct FlowAccess {
    ArgumentAccess heights;
    ArgumentAccess codes;
    ArgumentAccess row_weights;
    ArgumentAccess scratch;
    ArgumentAccess known;
    ArgumentAccess found;
    ArgumentAccess values;
};

/// The plan of what `record` will do.
struct FlowPlan {
    TerrainGrid grid;
    FlowOptions options;
    /// Bytes of the heights, of the codes, and of the scratch.
    std::uint64_t heights_bytes = 0;
    std::uint64_t codes_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// The most rounds that any terrain takes; 0 if flats are not resolved.
    std::uint32_t rounds = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;
};

/// Plans the search for directions. A pure function of its arguments. Errors: those of check_grid; too_large (for one
/// storage buffer or one dispatch).
Result<FlowPlan> plan_flow(const TerrainGrid& grid, const FlowOptions& options, const DeviceProfile& profile);

/// The direction in which the water of each cell flows (D8). The rules give the same codes on every device as on the
/// CPU:
///
/// 1. Heights are f32, or any f64 with FlowOptions::ranked. NaN, infinities and magnitudes of 2^126 and more are no
///    data; f32 magnitudes below 2^-80 count as 0. The outside is everything off the grid and every cell without data.
///    A cell without data has the code 255.
/// 2. A cell flows to the lower neighbour with the steepest slope. The slope is (height - neighbour's height) /
///    distance: one subtraction and one division of f64, each rounded to nearest, whatever type the heights have. The
///    distance follows from the grid's dx and dy or, with row_weights, from the entry of the cell's own row. Among
///    equal slopes the lowest code wins (E, SE, S, SW, W, NW, N, NE).
/// 3. A cell that has no lower neighbour and touches the outside drains off the grid, to the first neighbour in E S W N
///    SE SW NW NE that is outside. But if a neighbour of the same height has a lower neighbour, the cell has no
///    direction yet, and rule 4 applies to it.
/// 4. Cells to which neither rule 2 nor rule 3 gives a direction form flats: two such cells that touch each other and
///    have the same height are in one flat. A cell is an outlet of a flat if it has a direction, has the height of the
///    flat and touches a cell of the flat. If a flat has an outlet, all its cells get directions. A cell that touches
///    an outlet flows to the outlet; if it touches several, to the first in E S W N SE SW NW NE. Every other cell flows
///    to the neighbour in its flat for which 2 * a - b is least. Here a is the number of steps within the flat from
///    this neighbour to the nearest cell that touches an outlet, and b is the number of steps from this neighbour to
///    the nearest cell that touches a higher cell. If no cell of the flat touches a higher cell, b is 0. If several
///    neighbours have the least value, the cell flows to the first of them in the same order. (Barnes 2014: toward
///    lower and away from higher ground.)
/// 5. The remaining cells are pits and flats without an outlet. They keep their water, and their code is 0. A surface
///    made by DepressionFill has no such cells.
///
/// No direction leads in a circle. The buffer `scratch` begins with a uint32 that becomes nonzero once the flats are
/// measured; see RoundRange.
///
/// vkalgo records dispatches, a fill and the barriers between them. The caller does what Recorder requires, creates the
/// buffers with kUsage and the scratch with the usage of its ScratchNeed, and keeps the buffers and this object until
/// the fence is signalled. The caller declares its own accesses by `assume` and `hand_over`, or records its own
/// barriers between them and the accesses that access() returns.
class FlowDirections {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<FlowDirections> create(Context& context, const FlowOptions& options = {});

    /// Returns the scratch that `record` needs. Errors: those of plan_flow.
    static Result<ScratchNeed> scratch(const TerrainGrid& grid, const FlowOptions& options,
                                       const DeviceProfile& profile);

    /// The buffer usage that every argument except the scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<FlowAccess> access(const TerrainGrid& grid, const FlowArguments& arguments) const;

    /// Records the rounds that the arguments name. Thread-safe. Does not submit, wait or allocate. Errors: those of
    /// plan_flow; invalid_argument for seams that are not rows of the grid or have no row between them;
    /// invalid_argument for a view that is missing, too small, badly aligned or overlaps another, and for a recorder of
    /// another context; those of the recorder.
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

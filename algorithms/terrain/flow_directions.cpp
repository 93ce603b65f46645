#include "algorithms/terrain/flow_directions.hpp"

#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/begin_flats.hpp>
#include <vkalgo_spirv/terrain/find_directions.hpp>
#include <vkalgo_spirv/terrain/hand_out_steps.hpp>
#include <vkalgo_spirv/terrain/measure_flats.hpp>
#include <vkalgo_spirv/terrain/route_flats.hpp>

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

enum CellKernel : std::size_t { kFindDirections, kBeginFlats, kRoute, kHandOut };

struct FlowParts {
    FlowPlan plan;
    TileRounds rounds;
    ScratchLayout::Part links, to_lower, from_higher;
    ScratchNeed need;
};

Result<FlowParts> plan_flow_parts(const TerrainGrid& grid, const FlowOptions& options, const DeviceProfile& profile,
                                  const TerrainTuning& tuning) {
    FlowParts parts;
    VKALGO_CHECK(check_terrain(grid, options.ranked ? 8 : 4, tuning.threads, profile));
    parts.plan.grid = grid;
    parts.plan.options = options;
    parts.plan.heights_bytes = 4 * grid.cells();
    parts.plan.codes_bytes = flow_codes_bytes(grid.cells());
    // An invocation takes four cells, and visits the eight neighbours of each. A loop of n turns counts n + 1
    // iterations. For a cell beside the outside without a lower neighbour, one more loop visits the neighbours of the
    // neighbours, and another looks for a neighbour that is outside. For any other cell there is at most one division
    // per neighbour, a loop of 55 turns.
    parts.plan.loop_iterations = 4 * (1 + 9 + std::max(9 * 10 + 9, 9 * 57));
    if (grid.cells() == 0 || !options.resolve_flats) {
        return parts;
    }
    ScratchLayout layout;
    // Each quarter of a workgroup's invocations makes one of the four sweeps of a tile. `once` is for the loads, stores
    // and links.
    const std::uint64_t side = tuning.side;
    parts.rounds = TileRounds::plan(grid, {.once = side + 40, .sweep = side + 2}, tuning, profile, layout);
    for (ScratchLayout::Part* part : {&parts.links, &parts.to_lower, &parts.from_higher}) {
        *part = layout.add(parts.plan.heights_bytes);
    }
    parts.need = layout.need();
    parts.plan.scratch_bytes = layout.bytes();
    parts.plan.rounds = parts.rounds.rounds;
    parts.plan.loop_iterations = std::max(parts.plan.loop_iterations, parts.rounds.loop_iterations);
    return parts;
}

std::uint64_t seam_bytes(const TerrainGrid& grid) {
    return 16 * std::uint64_t{grid.width};
}

/// Declares every argument once, in the order of FlowAccess.
std::vector<Argument> arguments_of(const FlowArguments& arguments, const FlowParts& parts) {
    const std::uint64_t rows = parts.plan.heights_bytes == 0 ? 0 : parts.plan.grid.height;
    const std::uint64_t seams = arguments.seams.any() && parts.plan.rounds != 0 ? seam_bytes(parts.plan.grid) : 0;
    const bool ranked = parts.plan.options.ranked && parts.plan.heights_bytes != 0;
    return {
        {.name = "heights", .view = arguments.heights, .bytes = parts.plan.heights_bytes},
        {.name = "codes", .view = arguments.codes, .bytes = parts.plan.codes_bytes, .access = Access::read_write},
        {.name = "row_weights", .view = arguments.row_weights, .bytes = rows * sizeof(FlowWeights), .optional = true},
        {.name = "scratch",
         .view = arguments.scratch,
         .bytes = parts.plan.scratch_bytes,
         .access = Access::read_write,
         .usage = parts.need.usage},
        {.name = "known", .view = arguments.seams.known, .bytes = seams},
        {.name = "found", .view = arguments.seams.found, .bytes = seams, .access = Access::write},
        {.name = "values",
         .view = arguments.values,
         .bytes = !ranked                    ? 0
                  : arguments.values_by_cell ? 2 * parts.plan.heights_bytes
                                             : sizeof(double)}};
}

/// Checks that the seams are rows of the grid, with rows between them. Errors: invalid_argument.
Result<void> check_seams(const FlatSeams& seams, const TerrainGrid& grid) {
    const bool above = seams.above == FlatSeams::kNone || std::uint64_t{seams.above} + 1 < grid.height;
    const bool below = seams.below == FlatSeams::kNone || (seams.below > 0 && seams.below < grid.height);
    const bool both = seams.above == FlatSeams::kNone || seams.below == FlatSeams::kNone ||
                      std::uint64_t{seams.above} + 1 < seams.below;
    if (above && below && both) {
        return {};
    }
    const auto text = [](std::uint32_t row) { return row == FlatSeams::kNone ? "kNone" : std::to_string(row); };
    return Error{ErrorCode::invalid_argument,
                 "`above` is " + text(seams.above) + " and `below` is " + text(seams.below) +
                     "; each must be kNone or a row of the grid, which has " + std::to_string(grid.height) +
                     " rows, counted from 0, and there must be a row after `above` and before `below`",
                 "seams"};
}

}  // namespace

static_assert(sizeof(FlowWeights) == 48 && FlatSeams::kFar == VKALGO_FLAT_FAR);
static_assert(FlatSeams::kNone == VKALGO_TERRAIN_NO_SEAM);

Result<FlowPlan> plan_flow(const TerrainGrid& grid, const FlowOptions& options, const DeviceProfile& profile) {
    VKALGO_TRY(const FlowParts parts, plan_flow_parts(grid, options, profile, terrain_tuning(profile)));
    return parts.plan;
}

Result<FlowDirections> create_tuned_flow(Context& context, const FlowOptions& options, const TerrainTuning& tuning) {
    FlowDirections flow;
    flow.context_ = &context;
    flow.options_ = options;
    flow.tuning_ = std::make_shared<const TerrainTuning>(tuning);
    VKALGO_TRY(flow.cell_kernels_, terrain_kernels(context,
                                                   {{"terrain/find_directions", spirv::terrain_find_directions},
                                                    {"terrain/begin_flats", spirv::terrain_begin_flats},
                                                    {"terrain/route_flats", spirv::terrain_route_flats},
                                                    {"terrain/hand_out_steps", spirv::terrain_hand_out_steps}},
                                                   tuning.threads, tuning.side, 1, options.ranked ? 2 : 1));
    VKALGO_TRY(flow.tile_kernels_, terrain_kernels(context, {{"terrain/measure_flats", spirv::terrain_measure_flats}},
                                                   4 * tuning.side, tuning.side));
    return flow;
}

Result<FlowDirections> FlowDirections::create(Context& context, const FlowOptions& options) {
    return create_tuned_flow(context, options, terrain_tuning(context.profile()));
}

Result<ScratchNeed> tuned_flow_scratch(const TerrainGrid& grid, const FlowOptions& options,
                                       const DeviceProfile& profile, const TerrainTuning& tuning) {
    VKALGO_TRY(const FlowParts parts, plan_flow_parts(grid, options, profile, tuning));
    return parts.need;
}

Result<ScratchNeed> FlowDirections::scratch(const TerrainGrid& grid, const FlowOptions& options,
                                            const DeviceProfile& profile) {
    return tuned_flow_scratch(grid, options, profile, terrain_tuning(profile));
}

Result<FlowAccess> FlowDirections::access(const TerrainGrid& grid, const FlowArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "flow"));
    VKALGO_TRY(const FlowParts parts, plan_flow_parts(grid, options_, context_->profile(), *tuning_));
    return accesses_of<FlowAccess>(*context_, arguments_of(arguments, parts),
                                   [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> FlowDirections::record(Recorder& recorder, const TerrainGrid& grid, const FlowArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "flow"));
    VKALGO_TRY(const FlowParts parts, plan_flow_parts(grid, options_, context_->profile(), *tuning_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const FlatSeams& seams = arguments.seams;
    VKALGO_CHECK(check_seams(seams, grid));
    const SpanScope span(recorder, "flow directions");
    const std::uint32_t threads = tuning_->threads;
    const BufferView heights = first_bytes(arguments.heights, parts.plan.heights_bytes);
    const BufferView codes = first_bytes(arguments.codes, parts.plan.codes_bytes);
    shader::TerrainPush per_cell = terrain_push(grid, grid.cells());
    per_cell.above = seams.above;
    per_cell.below = seams.below;
    shader::TerrainPush per_word = terrain_push(grid, parts.plan.codes_bytes / 4);
    const BufferView weights =
        arguments.row_weights ? first_bytes(arguments.row_weights, grid.height * sizeof(FlowWeights)) : heights;
    const BufferView values = options_.ranked ? arguments.values : heights;
    per_word.flags = (arguments.row_weights ? VKALGO_TERRAIN_ROW_WEIGHTS : 0) |
                     (arguments.values_by_cell ? VKALGO_TERRAIN_VALUES_BY_CELL : 0);
    if (arguments.rounds.first == 0) {
        dispatch_terrain(recorder, *cell_kernels_[kFindDirections], {heights, codes, weights, values}, per_word,
                         threads);
    }
    if (!options_.resolve_flats) {
        return recorder.status();
    }
    const BufferView links = ScratchLayout::view(arguments.scratch, parts.links);
    const BufferView to_lower = ScratchLayout::view(arguments.scratch, parts.to_lower);
    const BufferView from_higher = ScratchLayout::view(arguments.scratch, parts.from_higher);
    if (arguments.rounds.first == 0) {
        parts.rounds.begin(recorder, arguments.scratch);
        const BufferView known = seams.any() ? first_bytes(seams.known, seam_bytes(grid)) : heights;
        dispatch_terrain(recorder, *cell_kernels_[kBeginFlats], {heights, codes, links, to_lower, from_higher, known},
                         per_cell, threads);
    }
    parts.rounds.record(recorder, *tile_kernels_[0], grid, arguments.rounds, arguments.scratch,
                        {links, to_lower, from_higher});
    if (arguments.rounds.last) {
        dispatch_terrain(recorder, *cell_kernels_[kRoute], {heights, codes, to_lower, from_higher, codes}, per_word,
                         threads);
        if (seams.any()) {
            per_cell.count = grid.width;
            dispatch_terrain(recorder, *cell_kernels_[kHandOut],
                             {to_lower, from_higher, first_bytes(seams.found, seam_bytes(grid))}, per_cell, threads);
        }
    }
    return recorder.status();
}

}  // namespace vkalgo

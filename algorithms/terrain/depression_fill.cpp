#include "algorithms/terrain/depression_fill.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/begin_fill.hpp>
#include <vkalgo_spirv/terrain/choose_saddles.hpp>
#include <vkalgo_spirv/terrain/find_saddles.hpp>
#include <vkalgo_spirv/terrain/finish_fill.hpp>
#include <vkalgo_spirv/terrain/follow_basins.hpp>
#include <vkalgo_spirv/terrain/follow_links.hpp>
#include <vkalgo_spirv/terrain/join_basins.hpp>
#include <vkalgo_spirv/terrain/list_saddles.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace vkalgo {

namespace {

enum DepressionFillKernel : std::size_t { kBegin, kFollowLinks, kList, kJoin, kFollowBasins, kFinish };
/// The kernels that read the lists of tiles. Their workgroups have list_threads() invocations.
enum TileKernelIndex : std::size_t { kFind, kChoose };

struct FillParts {
    FillPlan plan;
    /// The number of dispatches of follow_links; each round has the same number of dispatches of follow_basins. Each
    /// such dispatch is a turn.
    std::uint32_t turns = 0;
    std::uint32_t tiles_across = 0, tiles = 0;
    /// The largest possible number of basins, including the outside.
    std::uint64_t most_basins = 0;
    ScratchLayout::Part status, links, saddles, counts, grids;
    /// Parts with a word per basin. `roots`: the root of the basin. `followed`: the second buffer of the roots; in each
    /// turn follow_basins reads one of the two buffers and writes the other. `lowest` and `chosen`: if the basin is a
    /// root, the level of its lowest saddle and the root that it chose. `levels`: the level to which the basin is
    /// filled.
    ScratchLayout::Part roots, followed, lowest, chosen, levels;
    ScratchNeed need;
};

/// Returns the invocations of a workgroup that reads the list of a tile.
std::uint32_t list_threads(const TerrainTuning& tuning) {
    return std::min(tuning.threads, 64U);
}

Result<FillParts> plan_fill_parts(const TerrainGrid& grid, const DeviceProfile& profile, const TerrainTuning& tuning) {
    FillParts parts;
    VKALGO_CHECK(check_terrain(grid, 4, tuning.threads, profile));
    parts.plan.grid = grid;
    parts.plan.heights_bytes = 4 * grid.cells();
    if (grid.cells() == 0) {
        return parts;
    }
    // Each turn makes links at least VKALGO_FILL_STEPS times as long. The number of turns is even, so the links end up
    // in the first of their two buffers.
    for (std::uint64_t reach = 1; reach < grid.cells(); reach *= std::uint64_t{VKALGO_FILL_STEPS} * VKALGO_FILL_STEPS) {
        parts.turns += 2;
    }
    parts.turns = std::max(parts.turns, 2U);
    parts.tiles_across = static_cast<std::uint32_t>(divide_up(grid.width, tuning.side));
    parts.tiles = static_cast<std::uint32_t>(parts.tiles_across * divide_up(grid.height, tuning.side));
    // Roots do not touch each other and are not on the border of the grid, so of any 2 x 2 inner cells at most one is a
    // root.
    parts.most_basins = std::uint64_t{(grid.width - 1) / 2} * ((grid.height - 1) / 2) + 1;
    ScratchLayout layout;
    parts.status = layout.add(4 * VKALGO_FILL_STATUS_WORDS);
    parts.links = layout.add(parts.plan.heights_bytes);
    // This part holds first the second buffer of the links, then the lists of the tiles.
    parts.saddles = layout.add(parts.plan.heights_bytes);
    parts.counts = layout.add(4 * std::uint64_t{parts.tiles});
    for (ScratchLayout::Part* part : {&parts.roots, &parts.followed, &parts.lowest, &parts.chosen, &parts.levels}) {
        *part = layout.add(4 * parts.most_basins);
    }
    parts.grids = layout.add(2 * Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    parts.need = layout.need();
    parts.plan.scratch_bytes = layout.bytes();
    // Each round leaves at most half of the roots.
    parts.plan.rounds = static_cast<std::uint32_t>(std::bit_width(grid.cells())) + 1;
    // An invocation of follow_basins takes `shared` basins and follows up to VKALGO_FILL_STEPS links of each. An
    // invocation of list_saddles takes `cells` cells, visits four neighbours of each, and probes the table up to 32
    // times per neighbour.
    const std::uint64_t shared = divide_up(parts.most_basins, std::uint64_t{tuning.groups} * tuning.threads);
    const std::uint64_t cells = divide_up(std::uint64_t{tuning.side} * tuning.side, tuning.threads);
    parts.plan.loop_iterations = std::max(shared * (VKALGO_FILL_STEPS + 1), cells * (4 * 33 + 4));
    return parts;
}

/// Declares every argument once, in the order of FillAccess.
std::vector<Argument> arguments_of(const FillArguments& arguments, const FillParts& parts) {
    return {{.name = "heights", .view = arguments.heights, .bytes = parts.plan.heights_bytes},
            {.name = "filled", .view = arguments.filled, .bytes = parts.plan.heights_bytes, .access = Access::write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = parts.plan.scratch_bytes,
             .access = Access::read_write,
             .usage = parts.need.usage}};
}

/// The views of one recording.
struct FillViews {
    BufferView heights, filled, status, links, saddles, counts, roots, followed, lowest, chosen, levels, grids;

    FillViews(const FillParts& parts, const FillArguments& arguments)
        : heights(first_bytes(arguments.heights, parts.plan.heights_bytes)),
          filled(first_bytes(arguments.filled, parts.plan.heights_bytes)) {
        const auto view = [&](const ScratchLayout::Part& part) { return ScratchLayout::view(arguments.scratch, part); };
        status = view(parts.status);
        links = view(parts.links);
        saddles = view(parts.saddles);
        counts = view(parts.counts);
        roots = view(parts.roots);
        followed = view(parts.followed);
        lowest = view(parts.lowest);
        chosen = view(parts.chosen);
        levels = view(parts.levels);
        grids = view(parts.grids);
    }
};

}  // namespace

Result<FillPlan> plan_fill(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const FillParts parts, plan_fill_parts(grid, profile, terrain_tuning(profile)));
    return parts.plan;
}

Result<DepressionFill> create_tuned_fill(Context& context, const TerrainTuning& tuning) {
    DepressionFill fill;
    fill.context_ = &context;
    fill.tuning_ = std::make_shared<const TerrainTuning>(tuning);
    VKALGO_TRY(fill.kernels_, terrain_kernels(context,
                                              {{"terrain/begin_fill", spirv::terrain_begin_fill},
                                               {"terrain/follow_links", spirv::terrain_follow_links},
                                               {"terrain/list_saddles", spirv::terrain_list_saddles},
                                               {"terrain/join_basins", spirv::terrain_join_basins},
                                               {"terrain/follow_basins", spirv::terrain_follow_basins},
                                               {"terrain/finish_fill", spirv::terrain_finish_fill}},
                                              tuning.threads, tuning.side));
    VKALGO_TRY(fill.tile_kernels_, terrain_kernels(context,
                                                   {{"terrain/find_saddles", spirv::terrain_find_saddles},
                                                    {"terrain/choose_saddles", spirv::terrain_choose_saddles}},
                                                   list_threads(tuning), tuning.side));
    return fill;
}

Result<DepressionFill> DepressionFill::create(Context& context) {
    return create_tuned_fill(context, terrain_tuning(context.profile()));
}

Result<ScratchNeed> tuned_fill_scratch(const TerrainGrid& grid, const DeviceProfile& profile,
                                       const TerrainTuning& tuning) {
    VKALGO_TRY(const FillParts parts, plan_fill_parts(grid, profile, tuning));
    return parts.need;
}

Result<ScratchNeed> DepressionFill::scratch(const TerrainGrid& grid, const DeviceProfile& profile) {
    return tuned_fill_scratch(grid, profile, terrain_tuning(profile));
}

Result<FillAccess> DepressionFill::access(const TerrainGrid& grid, const FillArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "fill"));
    VKALGO_TRY(const FillParts parts, plan_fill_parts(grid, context_->profile(), *tuning_));
    return accesses_of<FillAccess>(*context_, arguments_of(arguments, parts),
                                   [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> DepressionFill::record(Recorder& recorder, const TerrainGrid& grid, const FillArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "fill"));
    VKALGO_TRY(const FillParts parts, plan_fill_parts(grid, context_->profile(), *tuning_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "fill depressions");
    const FillViews views(parts, arguments);
    const auto cells = static_cast<std::uint32_t>(grid.cells());
    shader::FillPush push{grid.width, grid.height, cells, parts.tiles_across, parts.tiles, ~0U, 0};
    const Groups per_cell = Groups::linear(divide_up(cells, tuning_->threads), recorder.context());
    const Groups per_tile = Groups::linear(parts.tiles, recorder.context());
    const RoundRange& range = arguments.rounds;
    if (range.first == 0) {
        recorder.fill(views.status, 0);
        recorder.dispatch(
            *kernels_[kBegin],
            {views.heights, views.links, views.status, views.roots, views.lowest, views.chosen, views.levels}, push,
            per_cell);
        // After these turns every cell is linked to its basin, whatever the terrain is.
        for (push.turn = 0; push.turn < parts.turns; ++push.turn) {
            const bool there = push.turn % 2 == 0;
            recorder.dispatch(*kernels_[kFollowLinks],
                              {there ? views.links : views.saddles, there ? views.saddles : views.links, views.status},
                              push, per_cell);
        }
        recorder.dispatch(*kernels_[kList], {views.heights, views.links, views.saddles, views.counts}, push, per_tile);
    }
    const std::uint32_t most = std::min(range.count, parts.plan.rounds - std::min(parts.plan.rounds, range.first));
    if (most != 0) {
        const std::uint64_t groups = divide_up(parts.most_basins, tuning_->threads);
        const std::array grids{per_tile,
                               Groups::linear(std::min<std::uint64_t>(groups, tuning_->groups), recorder.context())};
        recorder.record_rounds(
            {.most = most,
             .done = views.status.slice(4 * VKALGO_TERRAIN_DONE, 4),
             .grids = grids,
             .arguments = views.grids},
            [&](const Round& round) -> Result<void> {
                push.round = range.first + round.index;
                const auto dispatch = [&](const Kernel& kernel, std::size_t in, const std::vector<Binding>& bindings) {
                    recorder.dispatch_indirect(kernel, bindings, std::as_bytes(std::span(&push, 1)), round.grid(in));
                };
                const FillViews& v = views;
                dispatch(*tile_kernels_[kFind], 0, {v.heights, v.links, v.saddles, v.counts, v.roots, v.lowest});
                dispatch(*tile_kernels_[kChoose], 0,
                         {v.heights, v.links, v.saddles, v.counts, v.roots, v.lowest, v.chosen, v.saddles});
                const std::vector<Binding> joined{v.roots, v.lowest, v.chosen, v.levels, v.status};
                recorder.dispatch_indirect(*kernels_[kJoin], joined, {}, round.grid(1));
                for (push.turn = 0; push.turn < parts.turns; ++push.turn) {
                    const bool there = push.turn % 2 == 0;
                    dispatch(
                        *kernels_[kFollowBasins], 1,
                        {there ? v.roots : v.followed, there ? v.followed : v.roots, v.status, v.lowest, v.chosen});
                }
                return {};
            });
    }
    if (range.last) {
        recorder.dispatch(*kernels_[kFinish], {views.heights, views.links, views.levels, views.filled}, push, per_cell);
    }
    return recorder.status();
}

}  // namespace vkalgo

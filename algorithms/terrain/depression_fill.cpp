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
#include <vkalgo_spirv/terrain/follow_links.hpp>
#include <vkalgo_spirv/terrain/join_basins.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace vkalgo {

namespace {

enum KernelIndex : std::size_t { kBegin, kFollow, kFind, kChoose, kJoin, kFinish };

struct Parts {
    FillPlan plan;
    /// of follow_links
    std::uint32_t turns = 0;
    ScratchLayout::Part status, links, next, saddles, grids;
    ScratchNeed need;
};

Result<Parts> plan_parts(const TerrainGrid& grid, const DeviceProfile& profile, const TerrainTuning& tuning) {
    Parts parts;
    VKALGO_CHECK(check_terrain(grid, 4, tuning.threads, profile));
    parts.plan.grid = grid;
    parts.plan.heights_bytes = 4 * grid.cells();
    if (grid.cells() == 0) {
        return parts;
    }
    // Two turns make a link lead as far as the square of the steps of one.
    for (std::uint64_t reach = 1; reach < grid.cells(); reach *= std::uint64_t{VKALGO_FILL_STEPS} * VKALGO_FILL_STEPS) {
        parts.turns += 2;
    }
    parts.turns = std::max(parts.turns, 2U);
    ScratchLayout layout;
    parts.status = layout.add(4 * VKALGO_FILL_STATUS_WORDS);
    for (ScratchLayout::Part* part : {&parts.links, &parts.next, &parts.saddles}) {
        *part = layout.add(parts.plan.heights_bytes);
    }
    parts.grids = layout.add(Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    parts.need = layout.need();
    parts.plan.scratch_bytes = layout.bytes();
    // Each round leaves half of the basins at most.
    parts.plan.rounds = static_cast<std::uint32_t>(std::bit_width(grid.cells())) + 1;
    parts.plan.loop_iterations = VKALGO_FILL_STEPS + 8;
    return parts;
}

/// Every argument, declared once, in the order of FillAccess.
std::vector<Argument> arguments_of(const FillArguments& arguments, const Parts& parts) {
    return {
        {.name = "heights", .view = arguments.heights, .bytes = parts.plan.heights_bytes},
        {.name = "filled", .view = arguments.filled, .bytes = parts.plan.heights_bytes, .access = Access::read_write},
        {.name = "scratch",
         .view = arguments.scratch,
         .bytes = parts.plan.scratch_bytes,
         .access = Access::read_write,
         .usage = parts.need.usage}};
}

}  // namespace

Result<FillPlan> plan_fill(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const Parts parts, plan_parts(grid, profile, terrain_tuning(profile)));
    return parts.plan;
}

Result<DepressionFill> create_tuned_fill(Context& context, const TerrainTuning& tuning) {
    DepressionFill fill;
    fill.context_ = &context;
    fill.tuning_ = std::make_shared<const TerrainTuning>(tuning);
    VKALGO_TRY(fill.kernels_, terrain_kernels(context,
                                              {{"terrain/begin_fill", spirv::terrain_begin_fill},
                                               {"terrain/follow_links", spirv::terrain_follow_links},
                                               {"terrain/find_saddles", spirv::terrain_find_saddles},
                                               {"terrain/choose_saddles", spirv::terrain_choose_saddles},
                                               {"terrain/join_basins", spirv::terrain_join_basins},
                                               {"terrain/finish_fill", spirv::terrain_finish_fill}},
                                              tuning.threads, tuning.side));
    return fill;
}

Result<DepressionFill> DepressionFill::create(Context& context) {
    return create_tuned_fill(context, terrain_tuning(context.profile()));
}

Result<ScratchNeed> tuned_fill_scratch(const TerrainGrid& grid, const DeviceProfile& profile,
                                       const TerrainTuning& tuning) {
    VKALGO_TRY(const Parts parts, plan_parts(grid, profile, tuning));
    return parts.need;
}

Result<ScratchNeed> DepressionFill::scratch(const TerrainGrid& grid, const DeviceProfile& profile) {
    return tuned_fill_scratch(grid, profile, terrain_tuning(profile));
}

Result<FillAccess> DepressionFill::access(const TerrainGrid& grid, const FillArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "fill"));
    VKALGO_TRY(const Parts parts, plan_parts(grid, context_->profile(), *tuning_));
    return accesses_of<FillAccess>(*context_, arguments_of(arguments, parts),
                                   [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> DepressionFill::record(Recorder& recorder, const TerrainGrid& grid, const FillArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "fill"));
    VKALGO_TRY(const Parts parts, plan_parts(grid, context_->profile(), *tuning_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "fill depressions");
    const BufferView heights = first_bytes(arguments.heights, parts.plan.heights_bytes);
    const BufferView filled = first_bytes(arguments.filled, parts.plan.heights_bytes);
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const BufferView status = part(parts.status), links = part(parts.links), next = part(parts.next);
    const BufferView saddles = part(parts.saddles);
    const auto cells = static_cast<std::uint32_t>(grid.cells());
    const Groups groups = Groups::linear(divide_up(cells, tuning_->threads), recorder.context());
    shader::FillPush push{grid.width, grid.height, cells, ~0U, 0};
    // As many turns as any forest of the grid needs, on its way from links to next and back.
    const auto follow = [&](const auto& dispatch) {
        for (push.turn = 0; push.turn < parts.turns; ++push.turn) {
            const bool there = push.turn % 2 == 0;
            dispatch(kFollow, {there ? links : next, there ? next : links, status});
        }
    };
    if (arguments.rounds.first == 0) {
        const auto dispatch = [&](KernelIndex kernel, std::initializer_list<Binding> bindings) {
            recorder.dispatch(*kernels_[kernel], bindings, push, groups);
        };
        recorder.fill(status, 0);
        dispatch(kBegin, {heights, filled, links, saddles});
        follow(dispatch);
    }
    const RoundRange& range = arguments.rounds;
    const std::uint32_t most = std::min(range.count, parts.plan.rounds - std::min(parts.plan.rounds, range.first));
    if (most != 0) {
        const std::array grids{groups};
        recorder.record_rounds({.most = most,
                                .done = status.slice(4 * VKALGO_TERRAIN_DONE, 4),
                                .grids = grids,
                                .arguments = part(parts.grids)},
                               [&](const Round& round) -> Result<void> {
                                   push.round = range.first + round.index;
                                   const auto dispatch = [&](KernelIndex kernel, const std::vector<Binding>& bindings) {
                                       recorder.dispatch_indirect(*kernels_[kernel], bindings,
                                                                  std::as_bytes(std::span(&push, 1)), round.grid(0));
                                   };
                                   dispatch(kFind, {heights, links, saddles, next});
                                   dispatch(kChoose, {heights, links, saddles, next, filled});
                                   dispatch(kJoin, {links, next, saddles, status});
                                   follow(dispatch);
                                   return {};
                               });
    }
    if (range.last) {
        dispatch_terrain(recorder, *kernels_[kFinish], {heights, filled, filled}, terrain_push(grid, cells),
                         tuning_->threads);
    }
    return recorder.status();
}

}  // namespace vkalgo

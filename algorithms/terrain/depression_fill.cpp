#include "algorithms/terrain/depression_fill.hpp"

#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/begin_fill.hpp>
#include <vkalgo_spirv/terrain/fill_tiles.hpp>
#include <vkalgo_spirv/terrain/finish_fill.hpp>

namespace vkalgo {

namespace {

enum CellKernel : std::size_t { kBegin, kFinish };

struct Parts {
    FillPlan plan;
    TileRounds rounds;
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
    ScratchLayout layout;
    parts.rounds = TileRounds::plan(grid, tuning, profile, layout);
    parts.need = layout.need();
    parts.plan.scratch_bytes = layout.bytes();
    parts.plan.rounds = parts.rounds.rounds;
    parts.plan.loop_iterations = parts.rounds.loop_iterations;
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
    VKALGO_TRY(fill.cell_kernels_, terrain_kernels(context,
                                                   {{"terrain/begin_fill", spirv::terrain_begin_fill},
                                                    {"terrain/finish_fill", spirv::terrain_finish_fill}},
                                                   tuning.threads, tuning.side));
    VKALGO_TRY(fill.tile_kernels_,
               terrain_kernels(context, {{"terrain/fill_tiles", spirv::terrain_fill_tiles}}, tuning.side, tuning.side));
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
    const std::uint32_t threads = tuning_->threads;
    const BufferView heights = first_bytes(arguments.heights, parts.plan.heights_bytes);
    const BufferView filled = first_bytes(arguments.filled, parts.plan.heights_bytes);
    const shader::TerrainPush push = terrain_push(grid, grid.cells());
    if (arguments.rounds.first == 0) {
        parts.rounds.begin(recorder, arguments.scratch);
        shader::TerrainPush begin = push;
        begin.flags = arguments.resumes ? VKALGO_TERRAIN_RESUMES : 0;
        const BufferView before = arguments.resumes ? filled : heights;
        dispatch_terrain(recorder, *cell_kernels_[kBegin], {heights, before, filled}, begin, threads);
    }
    parts.rounds.record(recorder, *tile_kernels_[0], grid, arguments.rounds, arguments.scratch,
                        [&](const BufferView& status, const BufferView& before, const BufferView& now) {
                            return std::vector<Binding>{heights, filled, status, before, now};
                        });
    if (arguments.rounds.last) {
        dispatch_terrain(recorder, *cell_kernels_[kFinish], {heights, filled, filled}, push, threads);
    }
    return recorder.status();
}

}  // namespace vkalgo

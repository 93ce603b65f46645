#include "algorithms/terrain/pit_carving.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/carve_codes.hpp>
#include <vkalgo_spirv/terrain/mark_pits.hpp>

namespace vkalgo {

namespace {

enum PitCarvingKernel : std::size_t { kMark, kCarve };

/// Returns the options that count the pits whose water passes each cell, including the cell itself.
AccumulationOptions passing_options() {
    return {.include_self = true, .weighted = true};
}

struct CarvingParts {
    std::uint64_t codes_bytes = 0;
    std::uint32_t rounds = 0;
    /// `accumulation` is first, so that the scratch begins with its status.
    ScratchLayout::Part accumulation, weights, passing;
    ScratchNeed need;
};

Result<CarvingParts> plan_carving_parts(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const AccumulationPlan plan, plan_accumulation(grid, passing_options(), profile));
    CarvingParts parts;
    parts.codes_bytes = plan.codes_bytes;
    parts.rounds = plan.rounds;
    if (grid.cells() == 0) {
        return parts;
    }
    ScratchLayout layout;
    parts.accumulation = layout.add(plan.scratch.bytes, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    parts.weights = layout.add(plan.sums_bytes);
    parts.passing = layout.add(plan.sums_bytes);
    parts.need = layout.need();
    return parts;
}

/// Declares every argument once, in the order of CarvingAccess.
std::vector<Argument> arguments_of(const CarvingArguments& arguments, const CarvingParts& parts) {
    return {{.name = "codes", .view = arguments.codes, .bytes = parts.codes_bytes, .access = Access::read_write},
            {.name = "ways", .view = arguments.ways, .bytes = parts.codes_bytes},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = parts.need.bytes,
             .access = Access::read_write,
             .usage = parts.need.usage}};
}

}  // namespace

Result<PitCarving> PitCarving::create(Context& context) {
    const TerrainTuning tuning = terrain_tuning(context.profile());
    PitCarving made;
    made.context_ = &context;
    made.threads_ = tuning.threads;
    VKALGO_TRY(made.passing_, FlowAccumulation::create(context, passing_options()));
    VKALGO_TRY(made.kernels_, terrain_kernels(context,
                                              {{"terrain/mark_pits", spirv::terrain_mark_pits},
                                               {"terrain/carve_codes", spirv::terrain_carve_codes}},
                                              tuning.threads, tuning.side));
    return made;
}

Result<ScratchNeed> PitCarving::scratch(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const CarvingParts parts, plan_carving_parts(grid, profile));
    return parts.need;
}

Result<std::uint32_t> PitCarving::rounds(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const CarvingParts parts, plan_carving_parts(grid, profile));
    return parts.rounds;
}

Result<CarvingAccess> PitCarving::access(const TerrainGrid& grid, const CarvingArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "carving"));
    VKALGO_TRY(const CarvingParts parts, plan_carving_parts(grid, context_->profile()));
    return accesses_of<CarvingAccess>(*context_, arguments_of(arguments, parts),
                                      [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> PitCarving::record(Recorder& recorder, const TerrainGrid& grid, const CarvingArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "carving"));
    VKALGO_TRY(const CarvingParts parts, plan_carving_parts(grid, context_->profile()));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "carve pits");
    const BufferView codes = first_bytes(arguments.codes, parts.codes_bytes);
    const BufferView ways = first_bytes(arguments.ways, parts.codes_bytes);
    const BufferView weights = ScratchLayout::view(arguments.scratch, parts.weights);
    const BufferView passing = ScratchLayout::view(arguments.scratch, parts.passing);
    shader::WaterPush push{};
    push.width = grid.width;
    push.height = grid.height;
    const auto groups = [&] { return Groups::linear(divide_up(push.count, threads_), recorder.context()); };
    if (arguments.rounds.first == 0) {
        push.count = static_cast<std::uint32_t>(grid.cells());
        recorder.dispatch(*kernels_[kMark], {codes, weights}, push, groups());
    }
    VKALGO_CHECK(passing_.record(recorder, grid,
                                 {.codes = ways,
                                  .weights = weights,
                                  .sums = passing,
                                  .scratch = ScratchLayout::view(arguments.scratch, parts.accumulation),
                                  .rounds = arguments.rounds}));
    if (arguments.rounds.last) {
        push.count = static_cast<std::uint32_t>(parts.codes_bytes / 4);
        recorder.dispatch(*kernels_[kCarve], {codes, ways, passing, codes}, push, groups());
    }
    return recorder.status();
}

}  // namespace vkalgo

#include "algorithms/terrain/watersheds.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/terrain/terrain_parts.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/terrain/begin_watersheds.hpp>
#include <vkalgo_spirv/terrain/join_watersheds.hpp>
#include <vkalgo_spirv/terrain/label_watersheds.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace vkalgo {

namespace {

enum WatershedsKernel : std::size_t { kBeginLabels, kJoinLabels, kLabel };

struct WatershedParts {
    std::uint64_t labels_bytes = 0, codes_bytes = 0;
    ScratchLayout::Part status, grids, pointers[2];
    ScratchNeed need;
};

Result<WatershedParts> plan_watershed_parts(const TerrainGrid& grid, const DeviceProfile& profile,
                                            std::uint32_t threads) {
    WatershedParts parts;
    VKALGO_CHECK(check_terrain(grid, 4, threads, profile));
    parts.labels_bytes = 4 * grid.cells();
    parts.codes_bytes = flow_codes_bytes(grid.cells());
    if (grid.cells() == 0) {
        return parts;
    }
    ScratchLayout layout;
    parts.status = layout.add(4 * VKALGO_TERRAIN_STATUS_WORDS);
    parts.grids = layout.add(Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    for (ScratchLayout::Part& part : parts.pointers) {
        part = layout.add(parts.labels_bytes);
    }
    parts.need = layout.need();
    return parts;
}

/// Declares every argument once, in the order of WatershedAccess.
std::vector<Argument> arguments_of(const WatershedArguments& arguments, const WatershedParts& parts) {
    return {{.name = "codes", .view = arguments.codes, .bytes = parts.codes_bytes},
            {.name = "outlets", .view = arguments.outlets, .bytes = parts.labels_bytes, .optional = true},
            {.name = "labels", .view = arguments.labels, .bytes = parts.labels_bytes, .access = Access::write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = parts.need.bytes,
             .access = Access::read_write,
             .usage = parts.need.usage}};
}

}  // namespace

std::uint32_t Watersheds::rounds(const TerrainGrid& grid) {
    // The rounds that double the pointers, one round that changes nothing, and one round that detects this.
    return static_cast<std::uint32_t>(std::bit_width(grid.cells())) + 2;
}

Result<Watersheds> Watersheds::create(Context& context) {
    const TerrainTuning tuning = terrain_tuning(context.profile());
    Watersheds made;
    made.context_ = &context;
    made.threads_ = tuning.threads;
    VKALGO_TRY(made.kernels_, terrain_kernels(context,
                                              {{"terrain/begin_watersheds", spirv::terrain_begin_watersheds},
                                               {"terrain/join_watersheds", spirv::terrain_join_watersheds},
                                               {"terrain/label_watersheds", spirv::terrain_label_watersheds}},
                                              tuning.threads, tuning.side));
    return made;
}

Result<ScratchNeed> Watersheds::scratch(const TerrainGrid& grid, const DeviceProfile& profile) {
    VKALGO_TRY(const WatershedParts parts, plan_watershed_parts(grid, profile, terrain_tuning(profile).threads));
    return parts.need;
}

Result<WatershedAccess> Watersheds::access(const TerrainGrid& grid, const WatershedArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "search for watersheds"));
    VKALGO_TRY(const WatershedParts parts, plan_watershed_parts(grid, context_->profile(), threads_));
    return accesses_of<WatershedAccess>(*context_, arguments_of(arguments, parts),
                                        [&](Recorder& recorder) { return record(recorder, grid, arguments); });
}

Result<void> Watersheds::record(Recorder& recorder, const TerrainGrid& grid,
                                const WatershedArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "search for watersheds"));
    VKALGO_TRY(const WatershedParts parts, plan_watershed_parts(grid, context_->profile(), threads_));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, parts), context_->profile()));
    if (grid.cells() == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, "watersheds");
    const BufferView codes = first_bytes(arguments.codes, parts.codes_bytes);
    const BufferView outlets = arguments.outlets ? first_bytes(arguments.outlets, parts.labels_bytes) : codes;
    const BufferView status = ScratchLayout::view(arguments.scratch, parts.status);
    const auto pointers = [&](std::uint32_t round) {
        return ScratchLayout::view(arguments.scratch, parts.pointers[round % 2]);
    };
    shader::WaterPush push{};
    push.width = grid.width;
    push.height = grid.height;
    push.count = static_cast<std::uint32_t>(grid.cells());
    push.flags = arguments.outlets ? VKALGO_WATER_HAS_OUTLETS : 0;
    const std::array groups{Groups::linear(divide_up(push.count, threads_), recorder.context())};
    if (arguments.rounds.first == 0) {
        recorder.fill(status, 0);
        recorder.dispatch(*kernels_[kBeginLabels], {codes, outlets, pointers(0)}, push, groups[0]);
    }
    const std::uint32_t all = rounds(grid);
    const std::uint32_t most = std::min(arguments.rounds.count, all - std::min(all, arguments.rounds.first));
    if (most != 0) {
        recorder.record_rounds({.most = most,
                                .done = status.slice(4 * VKALGO_TERRAIN_DONE, 4),
                                .grids = groups,
                                .arguments = ScratchLayout::view(arguments.scratch, parts.grids)},
                               [&](const Round& round) -> Result<void> {
                                   push.round = arguments.rounds.first + round.index;
                                   const Binding bindings[] = {pointers(push.round), pointers(push.round + 1), status};
                                   recorder.dispatch_indirect(*kernels_[kJoinLabels], bindings,
                                                              std::as_bytes(std::span(&push, 1)), round.grid(0));
                                   return {};
                               });
    }
    if (arguments.rounds.last) {
        recorder.dispatch(*kernels_[kLabel],
                          {codes, outlets, pointers(0), first_bytes(arguments.labels, parts.labels_bytes)}, push,
                          groups[0]);
    }
    return recorder.status();
}

}  // namespace vkalgo

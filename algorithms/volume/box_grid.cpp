#include "algorithms/volume/box_grid.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/invalid.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/volume/voxel_source.hpp"
#include "engine/context.hpp"
#include "shaders/volume/boxes.h"
#include <vkalgo_spirv/volume/count_grid.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::CountGridPush) <= 128);
static_assert(sizeof(BoxMasses) == 4 * VKALGO_GRID_WORDS);
static_assert(offsetof(BoxMasses, mass) == 4 * VKALGO_GRID_MASS);
static_assert(offsetof(BoxMasses, square_low) == 4 * VKALGO_GRID_SQUARE);
static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kMaxWords = std::numeric_limits<std::uint32_t>::max();

/// Returns the number of boxes along an axis of n voxels, in the grid with the largest offset.
std::uint64_t boxes_along(std::uint32_t n, std::uint32_t side, std::uint32_t offset, std::uint32_t steps) {
    const std::uint64_t largest = offset + std::uint64_t{steps - 1} * side / steps;
    return divide_up(n + largest, side);
}

Result<void> check_grids(const VolumeShape& shape, const BoxGrids& grids) {
    if (grids.side == 0 || grids.side > kMaxBoxSide) {
        return invalid("boxes must have sides of 1 to " + std::to_string(kMaxBoxSide) + " voxels, not " +
                           std::to_string(grids.side),
                       "side");
    }
    if (grids.steps == 0 || grids.steps > grids.side || std::uint64_t{grids.steps} * grids.side > kMaxWords) {
        return invalid("boxes of side " + std::to_string(grids.side) + " can have 1 to " +
                           std::to_string(std::min<std::uint64_t>(grids.side, kMaxWords / grids.side)) +
                           " grids along each axis, not " + std::to_string(grids.steps),
                       "steps");
    }
    for (const std::uint32_t offset : grids.offset) {
        if (offset >= grids.side || (offset != 0 && grids.steps != 1)) {
            return invalid("offset " + std::to_string(offset) + " must be less than the side, " +
                               std::to_string(grids.side) + ", and 0 if there are several steps",
                           "offset");
        }
    }
    if (shape.z == 1 && grids.offset[2] != 0) {
        return invalid("in a volume of one slice, the offset along z must be 0", "offset");
    }
    const std::uint32_t largest = std::max({shape.x, shape.y, shape.z});
    if (largest > kMaxBoxSide) {
        return Error{ErrorCode::too_large,
                     std::to_string(largest) + " voxels along one axis are too many; at most " +
                         std::to_string(kMaxBoxSide) + " can be counted",
                     "shape"};
    }
    return {};
}

std::vector<Argument> arguments_of(const BoxGridArguments& arguments, const BoxGridPlan& plan) {
    return {{.name = "bits", .view = arguments.bits, .bytes = plan.bits_bytes},
            {.name = "results",
             .view = arguments.results,
             .bytes = plan.results_bytes,
             .access = Access::read_write,
             .usage = BoxGrid::kResultsUsage}};
}

}  // namespace

std::uint64_t grid_count(const VolumeShape& shape, const BoxGrids& grids) {
    const std::uint64_t steps = grids.steps;
    return steps * steps * (shape.z == 1 ? 1 : steps);
}

std::array<std::uint32_t, 3> grid_offset(const VolumeShape& shape, const BoxGrids& grids, std::uint64_t number) {
    std::array<std::uint32_t, 3> offset = grids.offset;
    for (std::size_t axis = 0; axis < (shape.z == 1 ? 2U : 3U); ++axis) {
        offset[axis] += static_cast<std::uint32_t>(number % grids.steps * grids.side / grids.steps);
        number /= grids.steps;
    }
    return offset;
}

std::uint64_t whole_boxes(const VolumeShape& shape, std::uint32_t side, const std::array<std::uint32_t, 3>& offset) {
    const auto along = [&](std::uint32_t n, std::uint32_t from) -> std::uint64_t {
        const std::uint32_t first = from == 0 ? 0 : side - from;
        return n < first ? 0 : (n - first) / side;
    };
    return along(shape.x, offset[0]) * along(shape.y, offset[1]) * (shape.z == 1 ? 1 : along(shape.z, offset[2]));
}

Result<BoxGridPlan> plan_box_grid(const VolumeShape& shape, const BoxGrids& grids, const BoxGridOptions& options,
                                  const DeviceProfile& profile) {
    VKALGO_CHECK(check_grids(shape, grids));
    VKALGO_CHECK(check_bit_volume(shape, profile));
    BoxGridPlan plan;
    plan.shape = shape;
    plan.grids = grids;
    const std::uint64_t grid_number = grid_count(shape, grids);
    if (grid_number > profile.max_storage_range / sizeof(BoxMasses)) {
        return Error{
            ErrorCode::too_large,
            "the results of " + std::to_string(grid_number) + " grids do not fit one storage buffer of this device",
            "steps"};
    }
    plan.results_bytes = grid_number * sizeof(BoxMasses);
    if (shape.voxels() == 0) {
        return plan;
    }
    plan.bits_bytes = shape.bit_bytes();
    const std::uint64_t side = grids.side, thickness = shape.z == 1 ? 1 : side;
    const std::uint64_t across = boxes_along(shape.x, grids.side, grids.offset[0], grids.steps);
    const std::uint64_t down = boxes_along(shape.y, grids.side, grids.offset[1], grids.steps);
    const std::uint64_t deep = shape.z == 1 ? 1 : boxes_along(shape.z, grids.side, grids.offset[2], grids.steps);
    if (across * down > kMaxWords || across * down * deep > kMaxWords) {
        return Error{ErrorCode::too_large,
                     "a grid of boxes of side " + std::to_string(side) + " would have 2^32 boxes or more", "side"};
    }
    plan.boxes = across * down * deep;
    const std::uint64_t height = std::min<std::uint64_t>(side, shape.y),
                        depth = std::min<std::uint64_t>(thickness, shape.z);
    const std::uint64_t width = std::min<std::uint64_t>(side, shape.x), rows = height * depth;
    if (options.masses && (rows > kMaxWords || rows * width > kMaxWords)) {
        return Error{
            ErrorCode::too_large,
            "boxes of side " + std::to_string(side) + " hold 2^32 voxels or more, so their masses cannot be counted",
            "side"};
    }
    const std::uint32_t threads = volume_threads(profile);
    // Gives an invocation a few rows: a small box gets one invocation, a large box gets a workgroup.
    plan.team = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::bit_floor(std::max<std::uint64_t>(rows / 4, 1)), threads));
    plan.groups_per_grid = divide_up(plan.boxes, threads / plan.team);
    if (plan.groups_per_grid * grid_number > kMaxWords) {
        return Error{ErrorCode::too_large,
                     std::to_string(grid_number) + " grids of boxes of side " + std::to_string(side) +
                         " need more than 2^32 - 1 workgroups",
                     "steps"};
    }
    plan.loop_iterations = divide_up(rows, plan.team) * (1 + width / 32 + 2);
    if (profile.max_loop_iterations != 0 && plan.loop_iterations >= profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     "boxes of side " + std::to_string(side) + " need " + std::to_string(plan.loop_iterations) +
                         " iterations of a loop, but this device stops loops after " +
                         std::to_string(profile.max_loop_iterations),
                     "side"};
    }
    return plan;
}

Result<BoxGrid> BoxGrid::create(Context& context, const BoxGridOptions& options) {
    BoxGrid grid;
    grid.context_ = &context;
    grid.options_ = options;
    VKALGO_TRY(grid.kernel_, context.kernel({"volume/count_grid",
                                             spirv::volume_count_grid,
                                             {{VKALGO_BOXES_CONSTANT_THREADS, volume_threads(context.profile())},
                                              {VKALGO_BOXES_CONSTANT_MASSES, options.masses ? 1U : 0U}},
                                             0}));
    return grid;
}

Result<BoxGridAccess> BoxGrid::access(const VolumeShape& shape, const BoxGrids& grids,
                                      const BoxGridArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "box counter"));
    VKALGO_TRY(const BoxGridPlan plan, plan_box_grid(shape, grids, options_, context_->profile()));
    return accesses_of<BoxGridAccess>(*context_, arguments_of(arguments, plan),
                                      [&](Recorder& recorder) { return record(recorder, shape, grids, arguments); });
}

Result<void> BoxGrid::record(Recorder& recorder, const VolumeShape& shape, const BoxGrids& grids,
                             const BoxGridArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "box counter"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const BoxGridPlan plan, plan_box_grid(shape, grids, options_, profile));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan), profile));
    const SpanScope span(recorder, "count boxes of side " + std::to_string(grids.side));
    const BufferView results = arguments.results.slice(0, plan.results_bytes);
    recorder.fill(results, 0);
    if (shape.voxels() == 0) {
        return recorder.status();
    }
    const bool flat = shape.z == 1;
    const std::uint64_t groups = plan.groups_per_grid * grid_count(shape, grids);
    shader::CountGridPush push{};
    push.width = shape.x;
    push.height = shape.y;
    push.depth = shape.z;
    push.row_words = shape.row_words();
    push.side = grids.side;
    push.thickness = flat ? 1 : grids.side;
    push.steps = grids.steps;
    push.deep_steps = flat ? 1 : grids.steps;
    push.x = grids.offset[0];
    push.y = grids.offset[1];
    push.z = grids.offset[2];
    push.across = static_cast<std::uint32_t>(boxes_along(shape.x, grids.side, push.x, grids.steps));
    push.down = static_cast<std::uint32_t>(boxes_along(shape.y, grids.side, push.y, grids.steps));
    push.boxes = static_cast<std::uint32_t>(plan.boxes);
    push.team = plan.team;
    push.offset_groups = static_cast<std::uint32_t>(plan.groups_per_grid);
    push.groups = static_cast<std::uint32_t>(groups);
    recorder.dispatch(*kernel_, {arguments.bits.slice(0, plan.bits_bytes), results}, push,
                      Groups::linear(groups, *context_));
    return recorder.status();
}

}  // namespace vkalgo

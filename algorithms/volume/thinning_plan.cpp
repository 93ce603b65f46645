#include "algorithms/volume/thinning_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/volume/thinning_method.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace vkalgo {

static_assert(sizeof(shader::ThinningPush) <= 128);
static_assert(Thinning::kDoneWord == VKALGO_THINNING_DONE && Thinning::kIterationsWord == VKALGO_THINNING_ITERATIONS);

namespace {

/// Returns the base-2 logarithm of the number of rows that a brick has in a slice.
std::uint32_t brick_bits(const VolumeShape& shape) {
    const auto bits = [](std::uint32_t side) {
        return std::min(3U, static_cast<std::uint32_t>(std::bit_width(side - 1)));
    };
    const std::uint32_t rows = bits(shape.y), slices = bits(shape.z);
    return slices == 3 ? rows : rows == 3 ? VKALGO_BRICK_BITS - slices : 3;
}

}  // namespace

const char* to_string(SkeletonKind kind) {
    return kind == SkeletonKind::curve ? "curve" : "surface";
}

std::string_view ThinningPlan::method_name() const {
    return method->name;
}

std::vector<std::string_view> thinning_method_names() {
    std::vector<std::string_view> names;
    for (const ThinningMethod* method : thinning_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

Result<const ThinningMethod*> find_thinning_method(const ThinningOptions& options) {
    const std::string_view wanted = options.method == "auto" ? "palagyi" : std::string_view(options.method);
    for (const ThinningMethod* method : thinning_methods()) {
        if (method->name != wanted) {
            continue;
        }
        if (options.kind == SkeletonKind::surface && !method->surfaces) {
            return Error{ErrorCode::invalid_argument,
                         "the method '" + options.method + "' makes only curves; use 'palagyi' for surfaces", "method"};
        }
        return method;
    }
    std::string names;
    for (const std::string_view name : thinning_method_names()) {
        names.append(", ").append(name);
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no method '" + options.method + "' of thinning; methods: auto" + names, "method"};
}

Result<ThinningPlan> plan_thinning(const VolumeShape& shape, const ThinningOptions& options,
                                   const DeviceProfile& profile) {
    ThinningPlan plan;
    plan.options = options;
    plan.shape = shape;
    VKALGO_TRY(plan.method, find_thinning_method(options));
    if (shape.x == 0 || shape.y == 0 || shape.z == 0) {
        return Error{ErrorCode::invalid_argument, "a volume must have at least one voxel along each axis", "shape"};
    }
    // The product of three 32-bit numbers may overflow 64 bits. The product of two of them cannot, and it is compared
    // with the size of a buffer.
    const std::uint64_t row_bytes = 4 * shape.row_words();
    const std::uint64_t rows = std::uint64_t{shape.y} * shape.z;
    const std::uint64_t most =
        std::min<std::uint64_t>(profile.max_storage_range, std::numeric_limits<std::uint32_t>::max());
    if (rows > most / row_bytes) {
        return Error{ErrorCode::too_large,
                     "the bits of " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                         std::to_string(shape.z) +
                         " voxels do not fit one storage buffer of this device, which holds at most " +
                         std::to_string(most) + " bytes",
                     "shape"};
    }
    plan.bytes = row_bytes * rows;
    plan.bricks_across = static_cast<std::uint32_t>(shape.row_words());
    plan.brick_bits = brick_bits(shape);
    plan.bricks_down = static_cast<std::uint32_t>(divide_up(shape.y, 1U << plan.brick_bits));
    plan.bricks = static_cast<std::uint32_t>(
        plan.bricks_across * (plan.bricks_down * divide_up(shape.z, VKALGO_BRICK_ROWS >> plan.brick_bits)));
    if (plan.bricks > std::uint64_t{profile.max_workgroup_count[0]} * profile.max_workgroup_count[1]) {
        return Error{ErrorCode::too_large,
                     std::to_string(plan.bricks) + " bricks of " + std::to_string(32 * VKALGO_BRICK_ROWS) +
                         " voxels are too many; this device cannot dispatch a workgroup for each of them",
                     "shape"};
    }
    ScratchLayout layout;
    plan.status = layout.add(4 * VKALGO_THINNING_STATUS_WORDS);
    plan.grids = layout.add(Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    plan.arguments = layout.add(2 * Rounds::kBytesPerGrid, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    plan.occupied = layout.add(4 * std::uint64_t{plan.bricks});
    plan.list = layout.add(4 * std::uint64_t{plan.bricks});
    plan.other = layout.add(plan.bytes);
    plan.method->plan(plan, layout);
    plan.need = layout.need();
    plan.scratch_bytes = plan.need.bytes;
    return plan;
}

}  // namespace vkalgo

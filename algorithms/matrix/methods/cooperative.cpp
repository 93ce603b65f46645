// Our own method for f16: cooperative matrices, which a subgroup multiplies at once
// (shaders/matrix/multiply_cooperative_f16).
#include "algorithms/divide_up.hpp"
#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include <vkalgo_spirv/matrix/multiply_cooperative_f16.hpp>

#include <algorithm>
#include <string>

namespace vkalgo {

namespace {

constexpr std::uint64_t kTile = VKALGO_MATRIX_COOPERATIVE_TILE;
constexpr std::uint64_t kInner = VKALGO_MATRIX_COOPERATIVE_INNER;
constexpr std::uint32_t kThreads = 256, kSubgroup = 32;
/// Shared memory for two stages, each with a tile of A and a tile of B and with eight unused f16 after each row, and
/// for a patch of 16 x 16 f32 per subgroup.
constexpr std::uint64_t kSharedBytes =
    2 * (kTile * (kInner + 8) + kInner * (kTile + 8)) * 2 + kThreads / kSubgroup * 16 * 16 * 4;

bool able(const DeviceProfile& profile) {
    return profile.cooperative_matrix && profile.float16 && profile.storage_16bit &&
           profile.memory_model_device_scope && profile.subgroup_size == kSubgroup &&
           profile.full_subgroups(kThreads) && profile.shared_memory >= kSharedBytes &&
           profile.max_workgroup_invocations >= kThreads && profile.max_workgroup_size[0] >= kThreads;
}

/// Returns true for untransposed f16 matrices whose column counts and strides are multiples of eight, and of which
/// kTile rows fit half of the largest storage buffer binding.
bool takes(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    const auto by_eight = [&](std::uint64_t columns, const std::optional<std::uint64_t>& row,
                              const std::optional<std::uint64_t>& batch) {
        // The rows of a tile must fit half of the largest binding, so that blocks consist of whole tiles.
        const std::uint64_t stride = row.value_or(columns);
        return columns % 8 == 0 && stride % 8 == 0 && batch.value_or(0) % 8 == 0 &&
               stride <= profile.max_storage_range / 2 / (2 * kTile);
    };
    return params.options.type == ElementType::f16 && !params.options.transpose_a && !params.options.transpose_b &&
           by_eight(params.inner, params.row_stride_a, params.batch_stride_a) &&
           by_eight(params.columns, params.row_stride_b, params.batch_stride_b) &&
           by_eight(params.columns, params.row_stride_c, params.batch_stride_c);
}

/// Returns the rank for `auto`, which chooses this method only if there are tiles for at least half of the processors,
/// since the method does not split k.
int rank_cooperative(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    const std::uint64_t tiles = divide_up(params.rows, kTile) * divide_up(params.columns, kTile) * params.batches;
    return able(profile) && takes(params, profile) && tiles >= profile.processors / 2 ? 20 : 0;
}

Result<void> plan_cooperative(MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    if (!able(profile)) {
        return Error{
            ErrorCode::unsupported,
            "the method 'cooperative' needs cooperative matrices of 16 x 16 x 16 f16, 16-bit floats and "
            "storage, the Vulkan memory model with device scope, full subgroups of 32 invocations, workgroups of " +
                std::to_string(kThreads) + " invocations and " + std::to_string(kSharedBytes) +
                " bytes of shared memory; this device lacks some of these, or they are not enabled",
            "method"};
    }
    if (!takes(plan.params, profile)) {
        return Error{ErrorCode::unsupported,
                     "the method 'cooperative' multiplies only f16 matrices that are not transposed and whose column "
                     "counts and strides are multiples of 8, and of which " +
                         std::to_string(kTile) +
                         " rows fit half of the largest storage buffer binding; use the method 'blocks'",
                     "method"};
    }
    MatrixTuning tuning;
    if (plan.tuning) {
        tuning.band = std::max(plan.tuning->band, 1U);
    }
    tuning.tile_inner = static_cast<std::uint32_t>(kInner);
    plan.tuning = std::make_shared<const MatrixTuning>(tuning);
    plan.splits = 1;
    return {};
}

MatrixTile cooperative_tile(const MatrixMultiplyPlan& plan) {
    static_cast<void>(plan);
    return {kTile, kTile, kInner};
}

KernelInfo cooperative_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    return {"matrix/multiply_cooperative_f16",
            spirv::matrix_multiply_cooperative_f16,
            {{VKALGO_MATRIX_CONSTANT_BAND, plan.tuning->band}},
            profile.required_subgroup_size()};
}

}  // namespace

const MatrixMethod& matrix_method_cooperative();
const MatrixMethod& matrix_method_cooperative() {
    static const MatrixMethod method{"cooperative",    "f16 by cooperative matrices, if the device has them",
                                     rank_cooperative, plan_cooperative,
                                     cooperative_tile, cooperative_kernel};
    return method;
}

}  // namespace vkalgo

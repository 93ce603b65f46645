#include "algorithms/matrix/cells.hpp"

#include "algorithms/matrix/matrix_tuning.hpp"
#include <vkalgo_spirv/matrix/multiply_cells_f16.hpp>
#include <vkalgo_spirv/matrix/multiply_cells_f16_plain.hpp>
#include <vkalgo_spirv/matrix/multiply_cells_f32.hpp>
#include <vkalgo_spirv/matrix/multiply_cells_f64.hpp>
#include <vkalgo_spirv/matrix/multiply_cells_i32.hpp>
#include <vkalgo_spirv/matrix/multiply_cells_i64.hpp>

#include <algorithm>

namespace vkalgo {

Result<void> plan_matrix_cells(MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    MatrixTuning tuning;
    if (plan.tuning) {
        tuning = *plan.tuning;
    }
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    while (tuning.side * tuning.side > most) {
        tuning.side /= 2;
    }
    plan.tuning = std::make_shared<const MatrixTuning>(tuning);
    plan.splits = 1;
    return {};
}

MatrixTile matrix_cells_tile(const MatrixMultiplyPlan& plan) {
    const std::uint64_t side = plan.tuning->side;
    return {side, side, side};
}

KernelInfo matrix_cells_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile, bool shared) {
    static const MatrixKernels kernels{{"matrix/multiply_cells_f32", spirv::matrix_multiply_cells_f32},
                                       {"matrix/multiply_cells_f64", spirv::matrix_multiply_cells_f64},
                                       {"matrix/multiply_cells_i32", spirv::matrix_multiply_cells_i32},
                                       {"matrix/multiply_cells_i64", spirv::matrix_multiply_cells_i64},
                                       {"matrix/multiply_cells_f16", spirv::matrix_multiply_cells_f16},
                                       {"matrix/multiply_cells_f16_plain", spirv::matrix_multiply_cells_f16_plain}};
    const std::uint32_t side = plan.tuning->side;
    const MatrixMultiplyOptions& options = plan.params.options;
    KernelInfo info = kernels.of(options.type, profile);
    info.constants = {{VKALGO_MATRIX_CONSTANT_THREADS, side * side},
                      {VKALGO_MATRIX_CONSTANT_TRANSPOSE_A, options.transpose_a ? 1U : 0U},
                      {VKALGO_MATRIX_CONSTANT_TRANSPOSE_B, options.transpose_b ? 1U : 0U},
                      {VKALGO_MATRIX_CONSTANT_SIDE, side},
                      {VKALGO_MATRIX_CONSTANT_SHARED, shared ? 1U : 0U}};
    return info;
}

}  // namespace vkalgo

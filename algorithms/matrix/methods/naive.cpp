// The first kernel of the course slides on CUDA (docs/matrices.md): one invocation per cell
// (shaders/matrix/multiply_cells.glsl).
#include "algorithms/matrix/cells.hpp"

namespace vkalgo {

namespace {

KernelInfo naive_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    return matrix_cells_kernel(plan, profile, false);
}

}  // namespace

const MatrixMethod& matrix_method_naive();
const MatrixMethod& matrix_method_naive() {
    static const MatrixMethod method{"naive",
                                     "one invocation per cell, which reads directly from memory",
                                     [](const MatrixMultiplyParams&, const DeviceProfile&) { return 1; },
                                     plan_matrix_cells,
                                     matrix_cells_tile,
                                     naive_kernel};
    return method;
}

}  // namespace vkalgo

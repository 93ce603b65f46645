// The second kernel of the course slides on CUDA (docs/matrices.md): one invocation per cell, tiles in shared memory
// (shaders/matrix/multiply_cells.glsl).
#include "algorithms/matrix/cells.hpp"

namespace vkalgo {

namespace {

KernelInfo tiled_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    return matrix_cells_kernel(plan, profile, true);
}

}  // namespace

const MatrixMethod& matrix_method_tiled();
const MatrixMethod& matrix_method_tiled() {
    static const MatrixMethod method{"tiled",
                                     "one invocation per cell, by square tiles in shared memory",
                                     [](const MatrixMultiplyParams&, const DeviceProfile&) { return 2; },
                                     plan_matrix_cells,
                                     matrix_cells_tile,
                                     tiled_kernel};
    return method;
}

}  // namespace vkalgo

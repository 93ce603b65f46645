// The document's first kernel: one invocation per cell (shaders/matrix/multiply_cells.glsl).
#include "algorithms/matrix/cells.hpp"

namespace vkalgo {

namespace {

std::vector<SpecializationConstant> naive_constants(const MatrixMultiplyPlan& plan) {
    return matrix_cells_constants(plan, false);
}

}  // namespace

const MatrixMethod& matrix_method_naive();
const MatrixMethod& matrix_method_naive() {
    static const MatrixMethod method{"naive",
                                     "one invocation per cell, straight from memory",
                                     [](const MatrixMultiplyParams&, const DeviceProfile&) { return 1; },
                                     plan_matrix_cells,
                                     matrix_cells_tile,
                                     matrix_cells_module,
                                     naive_constants};
    return method;
}

}  // namespace vkalgo

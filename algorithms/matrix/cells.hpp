// Internal to algorithms/matrix/: what the methods have in common that give each cell an invocation.
#pragma once

#include "algorithms/matrix/matrix_method.hpp"

namespace vkalgo {

/// As MatrixMethod says.
Result<void> plan_matrix_cells(MatrixMultiplyPlan& plan, const DeviceProfile& profile);
MatrixTile matrix_cells_tile(const MatrixMultiplyPlan& plan);
/// `shared`: by tiles in shared memory.
KernelInfo matrix_cells_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile, bool shared);

}  // namespace vkalgo

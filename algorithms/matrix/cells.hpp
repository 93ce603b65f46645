// Internal to algorithms/matrix/: functions that the methods with one invocation per cell share.
#pragma once

#include "algorithms/matrix/matrix_method.hpp"

namespace vkalgo {

/// These two functions implement MatrixMethod::plan and MatrixMethod::tile.
Result<void> plan_matrix_cells(MatrixMultiplyPlan& plan, const DeviceProfile& profile);
MatrixTile matrix_cells_tile(const MatrixMultiplyPlan& plan);
/// Returns the kernel. `shared` selects the kernel with tiles in shared memory.
KernelInfo matrix_cells_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile, bool shared);

}  // namespace vkalgo

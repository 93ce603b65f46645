// Internal to algorithms/matrix/: functions that the methods with one invocation per cell share.
#pragma once

#include "algorithms/matrix/matrix_method.hpp"

namespace vkalgo {

/// These two functions are MatrixMethod::plan and MatrixMethod::tile of the methods naive and tiled.
Result<void> plan_matrix_cells(MatrixMultiplyPlan& plan, const DeviceProfile& profile);
MatrixTile matrix_cells_tile(const MatrixMultiplyPlan& plan);
/// Returns the kernel of shaders/matrix/multiply_cells.glsl for the plan. `shared`: whether it uses tiles in shared
/// memory.
KernelInfo matrix_cells_kernel(const MatrixMultiplyPlan& plan, const DeviceProfile& profile, bool shared);

}  // namespace vkalgo

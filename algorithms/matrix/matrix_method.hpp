// Internal to algorithms/matrix/: what a file of methods/ defines.
#pragma once

#include "engine/kernel.hpp"
#include "matrix_multiply_plan.hpp"
#include "shaders/matrix/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// What one workgroup makes of C, and of k in a step.
struct MatrixTile {
    std::uint64_t rows = 1, columns = 1, inner = 1;
};

/// The kernel of each type; f16 without 16-bit storage has one of its own.
struct MatrixKernels {
    KernelInfo f32, f64, i32, f16, f16_plain;

    const KernelInfo& of(ElementType type, const DeviceProfile& profile) const;
};

/// How matrices are multiplied. A file methods/<name>.cpp defines `const MatrixMethod& matrix_method_<name>()`; nothing
/// else knows it.
struct MatrixMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
    /// For "auto": of the methods with a rank above 0 the highest is taken.
    int (*rank)(const MatrixMultiplyParams& params, const DeviceProfile& profile);
    /// Fills in the plan's tuning, unless the caller gave one, and splits; layouts and vectors_... stand already.
    /// Errors: unsupported.
    Result<void> (*plan)(MatrixMultiplyPlan& plan, const DeviceProfile& profile);
    /// Cells of C that a workgroup makes.
    MatrixTile (*tile)(const MatrixMultiplyPlan& plan);
    /// With its constants.
    KernelInfo (*kernel)(const MatrixMultiplyPlan& plan, const DeviceProfile& profile);
};

/// All methods in order of name (made by CMake).
std::span<const MatrixMethod* const> matrix_methods();

}  // namespace vkalgo

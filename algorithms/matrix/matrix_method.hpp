// Internal to algorithms/matrix/: the interface that each file of methods/ implements.
#pragma once

#include "engine/kernel.hpp"
#include "matrix_multiply_plan.hpp"
#include "shaders/matrix/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The part of C that one workgroup computes, and the part of k that it processes in one step.
struct MatrixTile {
    std::uint64_t rows = 1, columns = 1, inner = 1;
};

/// The kernel of each type. The kernel of i32 serves u32 too, that of i64 serves u64 too. f16 has a second kernel for
/// devices without 16-bit storage.
struct MatrixKernels {
    KernelInfo f32, f64, i32, i64, f16, f16_plain;

    const KernelInfo& of(ElementType type, const DeviceProfile& profile) const;
};

/// Returns true if a factor, alpha or beta, is 0 after it is converted to the type by which the kernels of `type`
/// multiply. The matrix that a zero factor multiplies is not read, as in BLAS, so that its NaN and infinities do not
/// reach the result.
bool is_zero_factor(double factor, ElementType type);

/// A way to multiply matrices. Each file methods/<name>.cpp defines `const MatrixMethod& matrix_method_<name>()`. CMake
/// collects these functions, so no other source file names them.
struct MatrixMethod {
    const char* name;
    /// A short description, for lists.
    const char* summary;
    /// Returns the method's rank for "auto", which chooses the method with the highest rank above 0.
    int (*rank)(const MatrixMultiplyParams& params, const DeviceProfile& profile);
    /// Sets the plan's splits and tuning. Before the call, plan.tuning is the tuning that the caller passed, or null;
    /// the layouts and vectors_... are already set. Errors: unsupported; invalid_argument (a tuning that the kernels do
    /// not support).
    Result<void> (*plan)(MatrixMultiplyPlan& plan, const DeviceProfile& profile);
    /// Returns the numbers of rows and columns of C that a workgroup computes, and the length of k that it processes in
    /// one step.
    MatrixTile (*tile)(const MatrixMultiplyPlan& plan);
    /// Returns the kernel with its constants.
    KernelInfo (*kernel)(const MatrixMultiplyPlan& plan, const DeviceProfile& profile);
};

/// Returns all methods in order of name. CMake generates this function.
std::span<const MatrixMethod* const> matrix_methods();

}  // namespace vkalgo

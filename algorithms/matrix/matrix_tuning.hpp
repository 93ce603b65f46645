// Internal to algorithms/matrix/, its tests and its benchmark: numbers that were tuned on devices, separate from the
// plan.
#pragma once

#include "matrix_multiply.hpp"
#include "matrix_multiply_plan.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo {

/// How the work is split.
struct MatrixTuning {
    /// For the methods naive and tiled: the side of a workgroup's square of cells.
    std::uint32_t side = 16;
    /// For the method blocks: the rows and columns of C that a workgroup computes, and the length of k per step.
    std::uint32_t tile_rows = 128;
    std::uint32_t tile_columns = 128;
    std::uint32_t tile_inner = 16;
    /// Rows and columns of C that one invocation computes, multiples of 4.
    std::uint32_t rows = 8;
    std::uint32_t columns = 8;
    /// Columns and rows of the rectangles that neighbouring invocations form, in invocations.
    std::uint32_t lane_columns = 8;
    std::uint32_t lane_rows = 4;
    /// Unused elements after each row in shared memory, a multiple of 4.
    std::uint32_t pad = 4;
    /// Rows of tiles in a band. Consecutive workgroups go down the columns of a band (shaders/matrix/blocks.glsl).
    std::uint32_t band = 8;
    /// Number of parts of k; 0: the plan takes the number with the least estimated cost.
    std::uint32_t splits = 0;
    /// Whether invocations read directly from memory, without shared memory (multiply_rows.glsl). All invocations of a
    /// workgroup then lie in one row, so tile_rows equals `rows`.
    bool direct = false;
    /// Speed for large products, relative to the first shape of matrix_tunings(), which has 1.
    double speed = 1;
    /// Fixed cost of a plan, in multiplications of one workgroup. On a software device it is a share of the time in
    /// which the device compiles the kernel; on other devices it is 0.
    double begin = 0;

    /// Returns the invocations of a workgroup of the method blocks.
    std::uint32_t threads() const { return (tile_rows / rows) * (tile_columns / columns); }
    /// Returns the bytes of shared memory for elements of `element` bytes.
    std::uint64_t shared_bytes(std::uint32_t element) const {
        return direct ? 0 : std::uint64_t{2} * tile_inner * (tile_rows + tile_columns + 2 * pad) * element;
    }
};

/// Returns true if the kernels accept these numbers, on any device.
bool is_usable(const MatrixTuning& tuning);

/// Returns the shapes of blocks that a plan chooses from, the best for large matrices first. No shape has more
/// invocations or shared memory than the device.
std::vector<MatrixTuning> matrix_tunings(ElementType type, const DeviceProfile& profile);

/// Does what plan_matrix_multiply does, with a tuning that the caller chooses.
Result<MatrixMultiplyPlan> plan_tuned_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile,
                                                      const MatrixTuning& tuning);
/// Does what MatrixMultiply::create does, with a tuning that the caller chooses.
Result<MatrixMultiply> create_tuned_matrix_multiply(Context& context, const MatrixMultiplyParams& params,
                                                    const MatrixTuning& tuning);

}  // namespace vkalgo

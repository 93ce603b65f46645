// Internal to algorithms/matrix/, its tests and its benchmark: numbers that were tuned on devices, apart from the plan.
#pragma once

#include "matrix_multiply.hpp"
#include "matrix_multiply_plan.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo {

/// How the work is cut.
struct MatrixTuning {
    /// cells: the side of a workgroup's square of cells
    std::uint32_t side = 16;
    /// blocks: a workgroup's tile of C, and of k in a step
    std::uint32_t tile_rows = 128;
    std::uint32_t tile_columns = 128;
    std::uint32_t tile_inner = 16;
    /// cells of one invocation, multiples of 4
    std::uint32_t rows = 8;
    std::uint32_t columns = 8;
    /// neighbouring invocations lie in rectangles of so many
    std::uint32_t lane_columns = 8;
    std::uint32_t lane_rows = 4;
    /// elements between two rows in shared memory, 0 or 4
    std::uint32_t pad = 4;
    /// rows of tiles that workgroups pass through side by side
    std::uint32_t band = 8;
    /// of k; 0: as many as keep the device busy
    std::uint32_t splits = 0;
    /// Straight from memory: one row of invocations, each with `rows` rows (multiply_rows.comp). tile_rows is `rows`.
    bool direct = false;
    /// How fast it multiplies beside other shapes, when there is much to do.
    double speed = 1;
    /// What it costs to begin, in multiplications of one workgroup: a part of the time that a software device compiles.
    double begin = 0;

    /// Invocations of a workgroup of blocks.
    std::uint32_t threads() const { return (tile_rows / rows) * (tile_columns / columns); }
    /// Bytes of shared memory for elements of so many bytes.
    std::uint64_t shared_bytes(std::uint32_t element) const {
        return direct ? 0 : std::uint64_t{2} * tile_inner * (tile_rows + tile_columns + 2 * pad) * element;
    }
};

/// Whether the kernels take these numbers, whatever the device.
bool is_usable(const MatrixTuning& tuning);

/// The shapes of blocks that a plan chooses among, those first that are best for large matrices; none has more
/// invocations or shared memory than the device.
std::vector<MatrixTuning> matrix_tunings(ElementType type, const DeviceProfile& profile);

/// plan_matrix_multiply and MatrixMultiply::create with numbers of the caller's own.
Result<MatrixMultiplyPlan> plan_tuned_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile,
                                                      const MatrixTuning& tuning);
/// The same of the kernels.
Result<MatrixMultiply> create_tuned_matrix_multiply(Context& context, const MatrixMultiplyParams& params,
                                                    const MatrixTuning& tuning);

}  // namespace vkalgo

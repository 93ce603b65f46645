// The first solution of the course slides on CUDA: one kernel makes a matrix with a bit per pair of triangles, and
// another kernel makes a list of the bits that are set (shaders/mesh/matrix_bits.comp, matrix_pairs.comp).
#include "algorithms/mesh/mesh_method.hpp"
#include <vkalgo_spirv/mesh/matrix_bits.hpp>
#include <vkalgo_spirv/mesh/matrix_pairs.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// The most bytes of the rows that are processed together.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kTile = VKALGO_MESH_MATRIX_WIDTH;

/// Returns 0: the method is only taken by name.
int rank_matrix(const MeshIntersectionParams&, const DeviceProfile&) {
    return 0;
}

std::uint64_t row_bytes(const MeshIntersectionPlan& plan) {
    return divide_up(plan.triangles, kTile) * (kTile / 8);
}

Result<void> plan_matrix(MeshIntersectionPlan& plan, ScratchLayout& layout, const DeviceProfile& profile) {
    const std::uint64_t row = std::max<std::uint64_t>(row_bytes(plan), kTile / 8);
    const std::uint64_t most = std::min(profile.max_storage_range, kMaxBytes) / row;
    if (most == 0) {
        return Error{ErrorCode::too_large,
                     "a row of the matrix of " + std::to_string(plan.triangles) +
                         " triangles does not fit one storage buffer of this device; choose another method",
                     "method"};
    }
    plan.window_rows = std::min(plan.window_rows, most);
    plan.parts.bits = layout.add(plan.window_rows * row);
    plan.loop_iterations =
        std::max(plan.loop_iterations, kTile * (1 + VKALGO_MESH_MATRIX_ROWS) + kTile / plan.threads + 64);
    return {};
}

std::vector<KernelInfo> matrix_kernels(const MeshIntersectionOptions&, const DeviceProfile&) {
    return {{"mesh/matrix_bits", spirv::mesh_matrix_bits}, {"mesh/matrix_pairs", spirv::mesh_matrix_pairs}};
}

void find_by_matrix(const MeshRecording& recording) {
    const MeshIntersectionPlan& plan = recording.plan;
    const auto& parts = plan.parts;
    shader::MeshPush push = recording.push();
    const std::uint64_t end = push.end;
    const BufferView bits = recording.part(parts.bits);
    for (std::uint64_t first = push.first; first < end; first += plan.window_rows) {
        const std::uint64_t rows = std::min(plan.window_rows, end - first);
        push.first = static_cast<std::uint32_t>(first);
        push.end = static_cast<std::uint32_t>(first + rows);
        const std::uint64_t tiles =
            divide_up(rows, std::uint64_t{plan.threads} * VKALGO_MESH_MATRIX_ROWS) * divide_up(plan.triangles, kTile);
        recording.recorder.dispatch(*recording.kernels[0], {recording.part(parts.boxes), bits}, push,
                                    Groups::linear(tiles, recording.recorder.context()));
        recording.recorder.dispatch(*recording.kernels[1],
                                    {recording.part(parts.counts), recording.part(parts.list), bits}, push,
                                    recording.groups(rows * row_bytes(plan) / 16));
    }
}

}  // namespace

const MeshMethod& mesh_method_matrix();
const MeshMethod& mesh_method_matrix() {
    static const MeshMethod method{"matrix",       "every pair of boxes is compared; each pair has a bit in a matrix",
                                   rank_matrix,    plan_matrix,
                                   matrix_kernels, nullptr,
                                   find_by_matrix};
    return method;
}

}  // namespace vkalgo

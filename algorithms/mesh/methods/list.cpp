// The second solution of the course slides on CUDA: compares each triangle with the later ones, and appends the pairs
// that meet to a list (shaders/mesh/list_pairs.comp).
#include "algorithms/mesh/mesh_method.hpp"
#include <vkalgo_spirv/mesh/list_pairs.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// The most tiles of a dispatch. The number of a tile has 32 bits.
constexpr std::uint64_t kMaxTiles = std::uint64_t{1} << 31;

int rank_list(const MeshIntersectionParams&, const DeviceProfile&) {
    return 10;
}

std::uint64_t tile_rows(const MeshIntersectionPlan& plan) {
    return std::uint64_t{plan.threads} * VKALGO_MESH_LIST_ROWS;
}

Result<void> plan_list(MeshIntersectionPlan& plan, ScratchLayout&, const DeviceProfile& profile) {
    const std::uint64_t dispatched = std::uint64_t{profile.max_workgroup_count[0]} * profile.max_workgroup_count[1];
    const std::uint64_t columns = divide_up(std::max<std::uint64_t>(plan.triangles, 1), plan.threads);
    const std::uint64_t rows = std::max<std::uint64_t>(std::min(dispatched, kMaxTiles) / columns, 1);
    plan.window_rows = std::min(plan.window_rows, rows * tile_rows(plan));
    // An invocation runs two loops over its rows per column; the end of each loop counts as one iteration. 16
    // iterations are for the other loops.
    plan.loop_iterations = std::max<std::uint64_t>(
        plan.loop_iterations, std::uint64_t{plan.threads} * (1 + 2 * (VKALGO_MESH_LIST_ROWS + 1)) + 16);
    return {};
}

std::vector<KernelInfo> list_kernels(const MeshIntersectionOptions&, const DeviceProfile&) {
    return {{"mesh/list_pairs", spirv::mesh_list_pairs}};
}

void find_by_list(const MeshRecording& recording) {
    const MeshIntersectionPlan& plan = recording.plan;
    shader::MeshPush push = recording.push();
    const std::uint64_t end = push.end, columns = divide_up(plan.triangles, plan.threads);
    for (std::uint64_t first = push.first; first < end; first += plan.window_rows) {
        push.first = static_cast<std::uint32_t>(first);
        push.end = static_cast<std::uint32_t>(std::min(first + plan.window_rows, end));
        recording.recorder.dispatch(
            *recording.kernels[0],
            {recording.part(plan.parts.counts), recording.part(plan.parts.list), recording.part(plan.parts.boxes)},
            push,
            Groups::linear(divide_up(push.end - push.first, tile_rows(plan)) * columns, recording.recorder.context()));
    }
}

}  // namespace

const MeshMethod& mesh_method_list();
const MeshMethod& mesh_method_list() {
    static const MeshMethod method{
        "list",       "every pair of boxes is compared; pairs that meet are appended to a list",
        rank_list,    plan_list,
        list_kernels, nullptr,
        find_by_list};
    return method;
}

}  // namespace vkalgo

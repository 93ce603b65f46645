// The document's second solution: each triangle against the later ones, what meets appended to a list
// (shaders/mesh/list_pairs.glsl).
#include "algorithms/mesh/mesh_method.hpp"
#include <vkalgo_spirv/mesh/list_pairs.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

int rank(const MeshIntersectionParams&, const DeviceProfile&) {
    return 10;
}

Result<void> plan_list(MeshIntersectionPlan& plan, ScratchLayout&, const DeviceProfile&) {
    plan.loop_iterations =
        std::max<std::uint64_t>(plan.loop_iterations, std::uint64_t{plan.threads} * (1 + VKALGO_MESH_LIST_ROWS) + 8);
    return {};
}

std::vector<MeshModule> modules(const MeshIntersectionOptions&, const DeviceProfile&) {
    return {{"mesh/list_pairs", spirv::mesh_list_pairs}};
}

void find(const MeshRecording& recording) {
    const MeshIntersectionPlan& plan = recording.plan;
    const shader::MeshPush push = recording.push();
    const std::uint64_t rows = divide_up(push.end - push.first, std::uint64_t{plan.threads} * VKALGO_MESH_LIST_ROWS);
    const std::uint64_t columns = divide_up(plan.triangles, plan.threads);
    recording.recorder.dispatch(
        *recording.kernels[0],
        {recording.part(plan.parts.counts), recording.part(plan.parts.list), recording.part(plan.parts.boxes)}, push,
        Groups::linear(rows * columns, recording.recorder.context()));
}

}  // namespace

const MeshMethod& mesh_method_list();
const MeshMethod& mesh_method_list() {
    static const MeshMethod method{
        "list", "every pair of boxes is compared; what meets is appended to a list", rank, plan_list, modules, nullptr,
        find};
    return method;
}

}  // namespace vkalgo

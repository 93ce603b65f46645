// A bounding-volume hierarchy over triangles sorted along a Morton curve; every leaf walks it for later leaves
// (shaders/mesh/morton.comp, hierarchy.comp, overlaps.glsl).
#include "algorithms/mesh/mesh_method.hpp"
#include <vkalgo_spirv/mesh/hierarchy.hpp>
#include <vkalgo_spirv/mesh/morton.hpp>
#include <vkalgo_spirv/mesh/overlaps.hpp>
#include <vkalgo_spirv/mesh/overlaps_plain.hpp>

#include <algorithm>
#include <limits>

namespace vkalgo {

namespace {

/// `list` compares the boxes of few triangles before a hierarchy is built.
constexpr std::uint64_t kFew = 2048;
constexpr std::uint64_t kNodeBytes = 64;

int rank(const MeshIntersectionParams& params, const DeviceProfile&) {
    return params.triangles > kFew ? 20 : 5;
}

Result<void> plan_hierarchy(MeshIntersectionPlan& plan, ScratchLayout& layout, const DeviceProfile& profile) {
    const std::uint64_t leaves = std::max<std::uint64_t>(plan.triangles, 1);
    auto& parts = plan.parts;
    parts.order = layout.add(4 * leaves);
    parts.nodes = layout.add(kNodeBytes * leaves);
    const auto phases = layout.mark();
    parts.keys = layout.add(8 * leaves);
    parts.arrived = layout.add(4 * leaves);
    VKALGO_TRY(const ScratchNeed sorted, Sort::scratch({mesh_key_order(), plan.triangles}, profile));
    parts.bits = layout.add(sorted.bytes, sorted.usage);
    layout.rewind(phases);
    // A walk sees every node over its columns, and at each level one beside them on either hand.
    const std::uint64_t levels = 4 * VKALGO_MESH_LEVELS;
    const std::uint64_t budget =
        profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
    plan.window_columns = std::min(plan.window_columns, (budget - levels) / 2);
    plan.loop_iterations = std::max(plan.loop_iterations, 2 * plan.window_columns + levels);
    return {};
}

std::vector<MeshModule> modules(const DeviceProfile& profile) {
    std::vector<MeshModule> modules{{"mesh/morton", spirv::mesh_morton}, {"mesh/hierarchy", spirv::mesh_hierarchy}};
    modules.push_back(mesh_subgroups(profile) ? MeshModule{"mesh/overlaps", spirv::mesh_overlaps}
                                              : MeshModule{"mesh/overlaps_plain", spirv::mesh_overlaps_plain});
    return modules;
}

Result<void> build(const MeshRecording& recording) {
    const auto& parts = recording.plan.parts;
    Recorder& recorder = recording.recorder;
    const shader::MeshPush push = recording.push();
    const BufferView boxes = recording.part(parts.boxes), bounds = recording.part(parts.bounds);
    const BufferView keys = recording.part(parts.keys), order = recording.part(parts.order);
    const Groups groups = recording.groups(recording.plan.triangles);
    recorder.dispatch(*recording.kernels[0], {boxes, bounds, keys}, push, groups);
    VKALGO_CHECK(recording.sort_keys.record(
        recorder,
        {.keys = keys, .values = order, .scratch = recording.part(parts.bits), .count = recording.plan.triangles}));
    recorder.fill(recording.part(parts.arrived), 0);
    recorder.dispatch(*recording.kernels[1],
                      {boxes, order, keys, recording.part(parts.nodes), recording.part(parts.arrived), bounds}, push,
                      groups);
    return recorder.status();
}

void find(const MeshRecording& recording) {
    const MeshIntersectionPlan& plan = recording.plan;
    const auto& parts = plan.parts;
    shader::MeshPush push = recording.push();
    for (std::uint64_t column = push.first; column < plan.triangles; column += plan.window_columns) {
        const std::uint64_t end = std::min(column + plan.window_columns, plan.triangles);
        push.first_column = static_cast<std::uint32_t>(column);
        push.end_column = static_cast<std::uint32_t>(end);
        recording.recorder.dispatch(
            *recording.kernels[2],
            {recording.part(parts.counts), recording.part(parts.list), recording.part(parts.boxes),
             recording.part(parts.order), recording.part(parts.nodes), recording.part(parts.bounds)},
            push, recording.groups(push.end - push.first));
    }
}

}  // namespace

const MeshMethod& mesh_method_hierarchy();
const MeshMethod& mesh_method_hierarchy() {
    static const MeshMethod method{
        "hierarchy", "a bounding-volume hierarchy leaves out most pairs", rank, plan_hierarchy, modules, build, find};
    return method;
}

}  // namespace vkalgo

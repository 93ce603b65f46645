// A bounding-volume hierarchy over triangles sorted along a Morton curve; every leaf walks it for later leaves
// (BoundingVolumeHierarchy, shaders/mesh/overlaps.comp).
#include "algorithms/mesh/mesh_method.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/mesh/overlaps.hpp>
#include <vkalgo_spirv/mesh/overlaps_plain.hpp>

#include <algorithm>
#include <limits>

namespace vkalgo {

namespace {

/// `list` compares the boxes of few triangles before a hierarchy is built.
constexpr std::uint64_t kFew = 2048;

int rank(const MeshIntersectionParams& params, const DeviceProfile&) {
    return params.triangles > kFew ? 20 : 5;
}

Result<void> plan_hierarchy(MeshIntersectionPlan& plan, ScratchLayout& layout, const DeviceProfile& profile) {
    VKALGO_TRY(const HierarchyPlan tree, plan_bounding_volume_hierarchy(plan.triangles, profile));
    auto& parts = plan.parts;
    parts.tree = layout.add(tree.hierarchy_bytes);
    const auto within = [&](const ScratchLayout::Part& part) {
        return ScratchLayout::Part{parts.tree.offset + part.offset, part.size};
    };
    parts.bounds = within(tree.parts.bounds);
    parts.order = within(tree.parts.order);
    parts.nodes = within(tree.parts.nodes);
    const auto phases = layout.mark();
    parts.build = layout.add(tree.scratch_bytes, tree.parts.scratch.usage);
    layout.rewind(phases);
    plan.loop_iterations = std::max(plan.loop_iterations, tree.loop_iterations);
    // A walk sees every node over its columns, and at each level one beside them on either hand. By teams of up to 32,
    // there are four loops per node besides, which count as one each if none enters them, and per column a comparison,
    // its loop that appends, and what that takes for 16 columns together.
    const std::uint64_t per_column = mesh_team(plan.options, profile) == 1 ? 2 : 5 + 3;
    const std::uint64_t levels = 2 * per_column * VKALGO_MESH_LEVELS;
    const std::uint64_t budget =
        profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
    plan.window_columns = std::min(plan.window_columns, (budget - levels) / per_column);
    plan.loop_iterations = std::max(plan.loop_iterations, per_column * plan.window_columns + levels);
    return {};
}

std::vector<MeshModule> modules(const MeshIntersectionOptions& options, const DeviceProfile& profile) {
    const std::uint32_t team = mesh_team(options, profile);
    if (team != 1) {
        return {{"mesh/overlaps", spirv::mesh_overlaps, team}};
    }
    return {{"mesh/overlaps_plain", spirv::mesh_overlaps_plain}};
}

Result<void> build(const MeshRecording& recording) {
    const auto& parts = recording.plan.parts;
    VKALGO_TRY(const HierarchyPlan tree,
               plan_bounding_volume_hierarchy(recording.plan.triangles, recording.recorder.context().profile()));
    return recording.hierarchy.record_build_within(recording.recorder, tree,
                                                   {.boxes = recording.part(parts.boxes),
                                                    .hierarchy = recording.part(parts.tree),
                                                    .scratch = recording.part(parts.build),
                                                    .items = recording.plan.triangles});
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
            *recording.kernels[0],
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

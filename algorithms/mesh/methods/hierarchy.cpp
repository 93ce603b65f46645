// A bounding-volume hierarchy over triangles sorted along a Morton or a Hilbert curve. Each triangle, or a few
// successive triangles together, traverse it in search of later triangles (BoundingVolumeHierarchy,
// shaders/mesh/overlaps.comp).
#include "algorithms/mesh/mesh_method.hpp"
#include "algorithms/mesh/mesh_tuning.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/mesh/overlaps.hpp>
#include <vkalgo_spirv/mesh/overlaps_plain.hpp>
#include <vkalgo_spirv/mesh/overlaps_wide.hpp>

#include <algorithm>
#include <limits>

namespace vkalgo {

namespace {

/// Up to this number of triangles, `list` compares all boxes in less time than a hierarchy is built.
constexpr std::uint64_t kFew = 2048;

bool wide(const MeshIntersectionOptions& options, const DeviceProfile& profile) {
    return options.walk == MeshWalk::automatic && mesh_tuning(profile).wide_leaves;
}

Result<HierarchyPlan> plan_tree(const MeshIntersectionPlan& plan, const DeviceProfile& profile) {
    return wide(plan.options, profile) ? plan_wide_hierarchy(plan.triangles, profile)
                                       : plan_bounding_volume_hierarchy(plan.triangles, profile);
}

/// The loop iterations of a traversal: `per_column` for each column, and `levels` for all else.
struct TraversalLoops {
    std::uint64_t per_column, levels;
};

TraversalLoops traversal_loops(const MeshIntersectionOptions& options, const DeviceProfile& profile) {
    if (wide(options, profile)) {
        // The invocations of a subgroup that still have a leaf to visit arrive at their leaves together; on the way
        // there, they may wait for one another at every node. Each leaf may leave records of 32 pairs. When the records
        // of one more leaf do not fit, the pairs of all records are appended to the list, and all loops end.
        const std::uint64_t items = VKALGO_MESH_LEAF_ITEMS, lanes = profile.subgroup_size;
        const std::uint64_t records = items * VKALGO_MESH_WIDE_ROWS / 32;
        const std::uint64_t rounds = VKALGO_MESH_WIDE_RECORDS / records;
        const std::uint64_t per_leaf = 2 + records * divide_up(32, VKALGO_MESH_WIDE_SLOTS) + divide_up(3, rounds);
        return {divide_up(per_leaf + lanes, items), 2 * per_leaf + lanes * 2 * (VKALGO_MESH_LEVELS + 1) + 3};
    }
    // A traversal visits every node above its columns, and at each level one more node on either side. A team of up to
    // 32 invocations also runs four loops per node; each loop counts as one iteration even if no invocation enters it.
    // Each column adds a comparison, the loop that appends its pairs, and a sixteenth of the work that 16 columns
    // share.
    const std::uint64_t per_column = mesh_team(options, profile) == 1 ? 2 : 5 + 3;
    return {per_column, 2 * per_column * VKALGO_MESH_LEVELS};
}

int rank_hierarchy(const MeshIntersectionParams& params, const DeviceProfile& profile) {
    const TraversalLoops loops = traversal_loops(params.options, profile);
    const bool stops =
        profile.max_loop_iterations != 0 && loops.levels + loops.per_column > profile.max_loop_iterations;
    return params.triangles > kFew && !stops ? 20 : 5;
}

Result<void> plan_hierarchy(MeshIntersectionPlan& plan, ScratchLayout& layout, const DeviceProfile& profile) {
    VKALGO_TRY(const HierarchyPlan tree, plan_tree(plan, profile));
    auto& parts = plan.parts;
    parts.tree = layout.add(tree.hierarchy_bytes);
    const auto within = [&](const ScratchLayout::Part& part) {
        return ScratchLayout::Part{parts.tree.offset + part.offset, part.size};
    };
    parts.bounds = within(tree.parts.bounds);
    parts.order = within(tree.parts.order);
    parts.nodes = within(tree.parts.nodes);
    parts.sorted = within(tree.parts.sorted);
    const auto phases = layout.mark();
    parts.build = layout.add(tree.scratch_bytes, tree.parts.scratch.usage);
    layout.rewind(phases);
    plan.loop_iterations = std::max(plan.loop_iterations, tree.loop_iterations);
    const auto [per_column, levels] = traversal_loops(plan.options, profile);
    const std::uint64_t budget =
        profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
    // If the device stops loops before one column ends, plan_mesh_intersection returns an error.
    const std::uint64_t columns = std::max<std::uint64_t>((budget - std::min(budget, levels)) / per_column, 1);
    plan.window_columns = std::min(plan.window_columns, columns);
    plan.loop_iterations = std::max(plan.loop_iterations, per_column * plan.window_columns + levels);
    return {};
}

std::vector<KernelInfo> hierarchy_kernels(const MeshIntersectionOptions& options, const DeviceProfile& profile) {
    if (wide(options, profile)) {
        return {{"mesh/overlaps_wide", spirv::mesh_overlaps_wide}};
    }
    const std::uint32_t team = mesh_team(options, profile);
    if (team != 1) {
        return {{.name = "mesh/overlaps",
                 .spirv = spirv::mesh_overlaps,
                 .required_subgroup_size = profile.required_subgroup_size()}};
    }
    return {{"mesh/overlaps_plain", spirv::mesh_overlaps_plain}};
}

Result<void> build_hierarchy(const MeshRecording& recording) {
    const auto& parts = recording.plan.parts;
    VKALGO_TRY(const HierarchyPlan tree, plan_tree(recording.plan, recording.recorder.context().profile()));
    return recording.hierarchy.record_build_within(recording.recorder, tree,
                                                   {.boxes = recording.part(parts.boxes),
                                                    .hierarchy = recording.part(parts.tree),
                                                    .scratch = recording.part(parts.build),
                                                    .items = recording.plan.triangles});
}

void find_by_hierarchy(const MeshRecording& recording) {
    const MeshIntersectionPlan& plan = recording.plan;
    const auto& parts = plan.parts;
    shader::MeshPush push = recording.push();
    std::vector<Binding> bindings = {recording.part(parts.counts), recording.part(parts.list)};
    const bool is_wide = wide(plan.options, recording.recorder.context().profile());
    const std::uint64_t items = is_wide ? VKALGO_MESH_WIDE_ROWS : 1;
    if (is_wide) {
        bindings.emplace_back(recording.part(parts.sorted));
    } else {
        bindings.emplace_back(recording.part(parts.boxes));
        bindings.emplace_back(recording.part(parts.order));
    }
    bindings.emplace_back(recording.part(parts.nodes));
    bindings.emplace_back(recording.part(parts.bounds));
    for (std::uint64_t column = push.first; column < plan.triangles; column += plan.window_columns) {
        const std::uint64_t end = std::min(column + plan.window_columns, plan.triangles);
        push.first_column = static_cast<std::uint32_t>(column);
        push.end_column = static_cast<std::uint32_t>(end);
        // Rows from the window's end on have no columns within the window.
        const std::uint64_t rows_end = std::min<std::uint64_t>(push.end, end);
        recording.recorder.dispatch(*recording.kernels[0], bindings, std::as_bytes(std::span(&push, 1)),
                                    recording.groups(divide_up(rows_end, items) - push.first / items));
    }
}

}  // namespace

const MeshMethod& mesh_method_hierarchy();
const MeshMethod& mesh_method_hierarchy() {
    static const MeshMethod method{"hierarchy",       "a bounding-volume hierarchy excludes most pairs of boxes",
                                   rank_hierarchy,    plan_hierarchy,
                                   hierarchy_kernels, build_hierarchy,
                                   find_by_hierarchy};
    return method;
}

}  // namespace vkalgo

#include "algorithms/mesh/bounding_volume_hierarchy.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/mesh/mesh_method.hpp"
#include "algorithms/mesh/mesh_tuning.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/sort/sort.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/mesh/hierarchy.h"
#include "shaders/mesh/mesh.h"
#include <vkalgo_spirv/mesh/bound_boxes.hpp>
#include <vkalgo_spirv/mesh/hierarchy.hpp>
#include <vkalgo_spirv/mesh/hierarchy_wide.hpp>
#include <vkalgo_spirv/mesh/item_boxes.hpp>
#include <vkalgo_spirv/mesh/morton.hpp>
#include <vkalgo_spirv/mesh/query_nearest.hpp>
#include <vkalgo_spirv/mesh/query_overlaps.hpp>
#include <vkalgo_spirv/mesh/query_rays.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

constexpr const char* kHierarchy = "bounding-volume hierarchy";
constexpr std::uint64_t kMaxItems = std::uint64_t{1} << 29;
constexpr std::uint64_t kNodeBytes = 64;

std::vector<Argument> arguments_of(const HierarchyArguments& arguments, const HierarchyPlan& plan, Access hierarchy,
                                   const DeviceProfile& profile) {
    return {{.name = "boxes", .view = arguments.boxes, .bytes = plan.boxes_bytes},
            {.name = "hierarchy", .view = arguments.hierarchy, .bytes = plan.hierarchy_bytes, .access = hierarchy},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             // A part of this scratch is the scratch of Sort, which begins at a multiple of 16.
             .alignment = profile.vector_offset_alignment(),
             .access = Access::read_write,
             .usage = plan.parts.scratch.usage}};
}

Groups groups(std::uint64_t invocations, const Context& context) {
    return Groups::linear(divide_up(invocations, mesh_threads(context.profile())), context);
}

shader::MeshPush push_of(std::uint64_t items) {
    shader::MeshPush push{};
    push.triangles = word(items);
    return push;
}

/// Returns true if items need to be sorted only by the high words of their keys: if leaves are wide and there are at
/// most coarse_keys items.
bool coarse(std::uint64_t items, std::uint32_t leaf_items, const DeviceProfile& profile) {
    return leaf_items > 1 && items <= mesh_tuning(profile).coarse_keys;
}

SortOptions order_of(bool coarse) {
    SortOptions order = mesh_key_order();
    order.begin_bit = coarse ? 32 : 0;
    order.end_bit = coarse ? 62 : 0;
    return order;
}

Result<HierarchyPlan> plan_of(std::uint64_t items, std::uint32_t leaf_items, const DeviceProfile& profile) {
    if (items > kMaxItems) {
        return Error{
            ErrorCode::too_large,
            std::to_string(items) + " items are too many; a hierarchy has at most " + std::to_string(kMaxItems),
            "items"};
    }
    HierarchyPlan plan;
    plan.items = items;
    plan.leaf_items = leaf_items;
    const std::uint64_t leaves = std::max<std::uint64_t>(divide_up(items, leaf_items), 1);
    const std::uint64_t slots = leaves * leaf_items;
    plan.boxes_bytes = 32 * items;
    auto& parts = plan.parts;
    ScratchLayout hierarchy;
    parts.bounds = hierarchy.add(4 * VKALGO_MESH_BOUND_WORDS);
    parts.order = hierarchy.add(4 * slots);
    parts.keys = hierarchy.add(8 * slots);
    parts.nodes = hierarchy.add(kNodeBytes * leaves);
    parts.sorted = hierarchy.add(leaf_items > 1 ? 32 * slots : 0);
    plan.hierarchy_bytes = hierarchy.bytes();
    const SortOptions order = order_of(coarse(items, leaf_items, profile));
    VKALGO_TRY(const SortPlan sorted, plan_sort({order, items}, profile));
    VKALGO_TRY(const ScratchNeed need, Sort::scratch({order, items}, profile));
    ScratchLayout scratch;
    parts.arrived = scratch.add(4 * leaves);
    parts.sort = scratch.add(need.bytes, need.usage);
    parts.scratch = scratch.need();
    plan.scratch_bytes = parts.scratch.bytes;
    plan.loop_iterations = std::max<std::uint64_t>(sorted.loop_iterations, VKALGO_MESH_LEVELS + leaf_items + 2);
    const bool boxes = parts.sorted.size > parts.nodes.size;
    VKALGO_CHECK(check_binding(
        std::max(parts.nodes.size, parts.sorted.size),
        (boxes ? "the sorted boxes of " : "the nodes of ") + std::to_string(items) + " items need", "items", profile));
    return plan;
}

}  // namespace

Result<void> check_binding(std::uint64_t bytes, const std::string& what, const char* where,
                           const DeviceProfile& profile) {
    const std::uint64_t most = std::min(profile.max_storage_range, profile.largest_buffer());
    if (bytes > most) {
        return Error{ErrorCode::too_large,
                     what + " " + std::to_string(bytes) + " bytes, but a storage buffer of this device holds at most " +
                         std::to_string(most),
                     where};
    }
    return {};
}

Result<HierarchyPlan> plan_bounding_volume_hierarchy(std::uint64_t items, const DeviceProfile& profile) {
    return plan_of(items, 1, profile);
}

Result<HierarchyPlan> plan_wide_hierarchy(std::uint64_t items, const DeviceProfile& profile) {
    return plan_of(items, VKALGO_MESH_LEAF_ITEMS, profile);
}

Result<BoundingVolumeHierarchy> BoundingVolumeHierarchy::create(Context& context) {
    BoundingVolumeHierarchy made;
    made.context_ = &context;
    std::vector<SpecializationConstant> constants = mesh_constants(context.profile());
    constants.push_back({VKALGO_MESH_CONSTANT_HILBERT, mesh_tuning(context.profile()).hilbert ? 1U : 0U});
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv) {
        return context.kernel({name, spirv, constants, 0});
    };
    VKALGO_TRY(made.item_boxes_, kernel("mesh/item_boxes", spirv::mesh_item_boxes));
    VKALGO_TRY(made.bound_, kernel("mesh/bound_boxes", spirv::mesh_bound_boxes));
    VKALGO_TRY(made.morton_, kernel("mesh/morton", spirv::mesh_morton));
    VKALGO_TRY(made.fit_, kernel("mesh/hierarchy", spirv::mesh_hierarchy));
    VKALGO_TRY(made.overlaps_, kernel("mesh/query_overlaps", spirv::mesh_query_overlaps));
    VKALGO_TRY(made.nearest_, kernel("mesh/query_nearest", spirv::mesh_query_nearest));
    VKALGO_TRY(made.rays_, kernel("mesh/query_rays", spirv::mesh_query_rays));
    VKALGO_TRY(Sort sort, Sort::create(context, mesh_key_order()));
    made.sort_ = std::make_shared<const Sort>(std::move(sort));
    if (mesh_tuning(context.profile()).wide_leaves) {
        VKALGO_TRY(made.fit_wide_, kernel("mesh/hierarchy_wide", spirv::mesh_hierarchy_wide));
        VKALGO_TRY(Sort coarse_sort, Sort::create(context, order_of(true)));
        made.sort_coarse_ = std::make_shared<const Sort>(std::move(coarse_sort));
    }
    return made;
}

Result<void> BoundingVolumeHierarchy::record_triangle_boxes(Recorder& recorder, const BufferView& positions,
                                                            const BufferView& triangles, const BufferView& boxes,
                                                            std::uint64_t vertices, std::uint64_t items) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    VKALGO_TRY(const HierarchyPlan plan, plan_bounding_volume_hierarchy(items, context_->profile()));
    const std::vector<Argument> arguments = {
        {.name = "positions", .view = positions, .bytes = 12 * vertices},
        {.name = "triangles", .view = triangles, .bytes = 12 * items},
        {.name = "boxes", .view = boxes, .bytes = plan.boxes_bytes, .access = Access::write}};
    VKALGO_CHECK(check_arguments(arguments, context_->profile()));
    if (items != 0 && vertices != 0) {
        const shader::QueryPush push{word(items), word(vertices), 0, 0};
        recorder.dispatch(*item_boxes_, {positions, triangles, boxes}, push, groups(items, *context_));
    }
    return recorder.status();
}

Result<void> BoundingVolumeHierarchy::record_build(Recorder& recorder, const HierarchyArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    VKALGO_TRY(const HierarchyPlan plan, plan_bounding_volume_hierarchy(arguments.items, context_->profile()));
    VKALGO_CHECK(
        check_arguments(arguments_of(arguments, plan, Access::write, context_->profile()), context_->profile()));
    const SpanScope span(recorder, "build hierarchy");
    const BufferView bounds = ScratchLayout::view(arguments.hierarchy, plan.parts.bounds);
    recorder.fill(bounds, 0);
    if (plan.items == 0) {
        return recorder.status();
    }
    recorder.dispatch(*bound_, {arguments.boxes, bounds}, shader::QueryPush{word(plan.items), 0, 0, 0},
                      groups(plan.items, *context_));
    return record_build_within(recorder, plan, arguments);
}

Result<void> BoundingVolumeHierarchy::record_build_within(Recorder& recorder, const HierarchyPlan& plan,
                                                          const HierarchyArguments& arguments) const {
    const BufferView bounds = ScratchLayout::view(arguments.hierarchy, plan.parts.bounds);
    const BufferView keys = ScratchLayout::view(arguments.hierarchy, plan.parts.keys);
    recorder.dispatch(*morton_, {arguments.boxes, bounds, keys}, push_of(plan.items), groups(plan.items, *context_));
    const Sort& sort = coarse(plan.items, plan.leaf_items, context_->profile()) ? *sort_coarse_ : *sort_;
    VKALGO_CHECK(sort.record(recorder, {.keys = keys,
                                        .values = ScratchLayout::view(arguments.hierarchy, plan.parts.order),
                                        .scratch = ScratchLayout::view(arguments.scratch, plan.parts.sort),
                                        .count = plan.items}));
    record_fit(recorder, plan, arguments);
    return recorder.status();
}

void BoundingVolumeHierarchy::record_fit(Recorder& recorder, const HierarchyPlan& plan,
                                         const HierarchyArguments& arguments) const {
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.hierarchy, one); };
    const BufferView arrived = ScratchLayout::view(arguments.scratch, plan.parts.arrived);
    recorder.fill(arrived, 0);
    std::vector<Binding> bindings = {
        arguments.boxes, part(plan.parts.order), part(plan.parts.keys), part(plan.parts.nodes),
        arrived,         part(plan.parts.bounds)};
    const bool wide = plan.leaf_items > 1;
    if (wide) {
        bindings.emplace_back(part(plan.parts.sorted));
    }
    const shader::MeshPush push = push_of(plan.items);
    recorder.dispatch(wide ? *fit_wide_ : *fit_, bindings, std::as_bytes(std::span(&push, 1)),
                      groups(divide_up(plan.items, plan.leaf_items), *context_));
}

Result<void> BoundingVolumeHierarchy::record_refit(Recorder& recorder, const HierarchyArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    VKALGO_TRY(const HierarchyPlan plan, plan_bounding_volume_hierarchy(arguments.items, context_->profile()));
    VKALGO_CHECK(
        check_arguments(arguments_of(arguments, plan, Access::read_write, context_->profile()), context_->profile()));
    const SpanScope span(recorder, "refit hierarchy");
    if (plan.items != 0) {
        record_fit(recorder, plan, arguments);
    }
    return recorder.status();
}

Result<void> BoundingVolumeHierarchy::record_question(Recorder& recorder, const HierarchyQuestion& question,
                                                      const Kernel& kernel, std::uint64_t asked_bytes) const {
    const bool pairs = &kernel == overlaps_.get();
    VKALGO_TRY(const HierarchyPlan plan, plan_bounding_volume_hierarchy(question.items, context_->profile()));
    const std::uint64_t answers = pairs ? 8 * question.capacity : 16 * question.asked_count;
    const std::vector<Argument> arguments = {
        {.name = "hierarchy", .view = question.hierarchy, .bytes = plan.hierarchy_bytes},
        {.name = "asked", .view = question.asked, .bytes = asked_bytes},
        {.name = "answers", .view = question.answers, .bytes = answers, .access = Access::write},
        {.name = "count",
         .view = question.count,
         .bytes = pairs ? std::uint64_t{4} : 0,
         .access = Access::read_write,
         .usage = kUsage},
        {.name = "positions", .view = question.positions, .bytes = pairs ? 0 : 12 * question.vertices},
        {.name = "triangles", .view = question.triangles, .bytes = pairs ? 0 : 12 * question.items}};
    VKALGO_CHECK(check_arguments(arguments, context_->profile()));
    if (pairs) {
        recorder.fill(question.count.slice(0, 4), 0);
    }
    if (question.asked_count == 0 || (question.items == 0 && pairs)) {
        return recorder.status();
    }
    const shader::QueryPush push{word(question.items), word(question.vertices), word(question.asked_count),
                                 word(question.capacity)};
    std::vector<Binding> bindings = {ScratchLayout::view(question.hierarchy, plan.parts.bounds),
                                     ScratchLayout::view(question.hierarchy, plan.parts.nodes), question.asked,
                                     // A binding must not be empty, so another view stands in for an empty argument.
                                     answers != 0 ? question.answers : question.count};
    if (pairs) {
        bindings.emplace_back(question.count);
    } else {
        bindings.emplace_back(question.vertices != 0 ? question.positions : question.asked);
        bindings.emplace_back(question.items != 0 ? question.triangles : question.asked);
    }
    recorder.dispatch(kernel, bindings, std::as_bytes(std::span(&push, 1)), groups(question.asked_count, *context_));
    return recorder.status();
}

Result<void> BoundingVolumeHierarchy::record_overlaps(Recorder& recorder, const HierarchyQuestion& question) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    const SpanScope span(recorder, "hierarchy overlaps");
    return record_question(recorder, question, *overlaps_, 32 * question.asked_count);
}

Result<void> BoundingVolumeHierarchy::record_nearest(Recorder& recorder, const HierarchyQuestion& question) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    const SpanScope span(recorder, "hierarchy nearest");
    return record_question(recorder, question, *nearest_, 16 * question.asked_count);
}

Result<void> BoundingVolumeHierarchy::record_rays(Recorder& recorder, const HierarchyQuestion& question) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kHierarchy));
    const SpanScope span(recorder, "hierarchy rays");
    return record_question(recorder, question, *rays_, 32 * question.asked_count);
}

}  // namespace vkalgo

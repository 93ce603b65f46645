#pragma once

#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

class Context;
class Sort;

/// The layout of a hierarchy in its buffer, and what building one takes.
struct HierarchyPlan {
    /// The number of items: triangles, or anything else that the caller has boxes for.
    std::uint64_t items = 0;
    /// Items per leaf: 1, except in plans of plan_wide_hierarchy, which only the library itself uses.
    std::uint32_t leaf_items = 1;
    /// Bytes of the boxes: per item two vec4, the least corner and the greatest corner; their w components are ignored.
    std::uint64_t boxes_bytes = 0;
    std::uint64_t hierarchy_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch of a build. The loop iterations of
    /// a query depend on how many boxes it meets.
    std::uint64_t loop_iterations = 0;

    /// Offsets and sizes in bytes.
    struct Parts {
        /// Parts of the buffer of the hierarchy.
        ScratchLayout::Part bounds, order, keys, nodes, sorted;
        /// Parts of the scratch.
        ScratchLayout::Part arrived, sort;
        ScratchNeed scratch;
    };
    Parts parts;
};

/// Plans a hierarchy; a pure function of its arguments that needs no device. Errors: too_large (more than 2^29 items,
/// or nodes that need more bytes than a storage buffer holds); those of plan_sort.
Result<HierarchyPlan> plan_bounding_volume_hierarchy(std::uint64_t items, const DeviceProfile& profile);
/// Plans a hierarchy of wide leaves (shaders/mesh/hierarchy.glsl). Only record_build_within builds it, on devices for
/// which mesh_tuning sets wide_leaves.
Result<HierarchyPlan> plan_wide_hierarchy(std::uint64_t items, const DeviceProfile& profile);

/// A hierarchy and what it is built from. Offsets are multiples of storage_offset_alignment.
struct HierarchyArguments {
    /// HierarchyPlan::boxes_bytes bytes. All coordinates must be finite.
    BufferView boxes;
    /// HierarchyPlan::hierarchy_bytes bytes.
    BufferView hierarchy;
    /// HierarchyPlan::scratch_bytes bytes. Offset: also a multiple of 16.
    BufferView scratch;
    std::uint64_t items = 0;
};

/// Queries of a hierarchy. Offsets are multiples of storage_offset_alignment.
struct HierarchyQuestion {
    /// The hierarchy, as it was built.
    BufferView hierarchy;
    std::uint64_t items = 0;
    /// Boxes as in HierarchyArguments; or points as one vec4 each: xyz, and the largest distance at which an item is
    /// found; or rays as two vec4 each: the origin and the least distance, then the direction and the greatest
    /// distance. The unit of both distances of a ray is the length of its direction.
    BufferView asked;
    std::uint64_t asked_count = 0;
    /// Overlaps: two uint32 per pair (query, item), in no particular order. Otherwise four words per query. The first
    /// is the item (uint32, kNoItem if no item was found). Three floats follow: the distance along the ray, or the
    /// squared distance from the point, and the weights of the triangle's second and third corner.
    BufferView answers;
    /// Overlaps: the number of pairs that `answers` can hold.
    std::uint64_t capacity = 0;
    /// Overlaps: a uint32 that receives the number of pairs, exact up to 2^31, even if `answers` cannot hold all of
    /// them.
    BufferView count = {};
    /// Points and rays: the triangles that are the items, 3 floats per vertex and 3 uint32 per triangle.
    BufferView positions = {};
    BufferView triangles = {};
    std::uint64_t vertices = 0;

    static constexpr std::uint32_t kNoItem = 0xffffffff;
};

/// A bounding-volume hierarchy over boxes. It can be built, refitted after the boxes have moved, and queried. Queries
/// find which items a box meets, which triangle is nearest to a point, and which triangle a ray meets first.
///
///     auto hierarchy = BoundingVolumeHierarchy::create(context);
///     hierarchy->record_triangle_boxes(recorder, positions, triangles, boxes, vertices, n);
///     hierarchy->record_build(recorder, {.boxes = boxes, .hierarchy = tree, .scratch = scratch, .items = n});
///     hierarchy->record_rays(recorder, {.hierarchy = tree, .items = n, .asked = rays, ...});
///
/// Items are sorted along a Morton curve of 20 bits per axis, on software devices along a Hilbert curve; the tree is
/// built from the leaves up. A refitted tree keeps its shape: it is always exact, and stays fast as long as items stay
/// near their neighbours.
///
/// vkalgo records dispatches, fills and the barriers between them. The caller has the duties that Sort describes. A
/// device that stops long loops answers only queries that meet fewer boxes than DeviceProfile::max_loop_iterations.
/// Source: C. Apetrei, "Fast and simple agglomerative LBVH construction", 2014.
class BoundingVolumeHierarchy {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_sort and Context::kernel.
    static Result<BoundingVolumeHierarchy> create(Context& context);

    /// Buffer usage that every argument needs; the scratch needs the usage of its plan.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Records the computation of the boxes of triangles: 3 floats per vertex, 3 uint32 per triangle. Errors: those of
    /// record_build.
    Result<void> record_triangle_boxes(Recorder& recorder, const BufferView& positions, const BufferView& triangles,
                                       const BufferView& boxes, std::uint64_t vertices, std::uint64_t items) const;
    /// Records the build of a hierarchy over boxes. Errors, of all record functions: those of
    /// plan_bounding_volume_hierarchy; invalid_argument for a view that is missing, too small, badly aligned or
    /// overlaps another, for a recorder of another context, and for an object that was never created; those of the
    /// recorder.
    Result<void> record_build(Recorder& recorder, const HierarchyArguments& arguments) const;
    /// Records a refit of a hierarchy to boxes that have changed. The hierarchy must have been built for the same
    /// number of items.
    Result<void> record_refit(Recorder& recorder, const HierarchyArguments& arguments) const;

    /// Records the search for all pairs of a query box and an item whose boxes share a point.
    Result<void> record_overlaps(Recorder& recorder, const HierarchyQuestion& question) const;
    /// Records the search for the triangle nearest to each query point. If several triangles are equally near, it finds
    /// the one with the least index. Edges and distances must be from 1e-9 to 1e9 long, so that fourth powers of these
    /// lengths are normal floats.
    Result<void> record_nearest(Recorder& recorder, const HierarchyQuestion& question) const;
    /// Records the search for the triangle that each ray meets first, from either side. If several triangles are at the
    /// same distance, it finds the one with the least index. A ray that passes through an edge between triangles meets
    /// one of them, but it does not meet triangles that it sees edge-on. Distances are rounded, and the rounded values
    /// are compared with each other and with the least and the greatest distance. Edges and distances must be from
    /// 1e-15 to 1e15 long, so that squares of these lengths are normal floats; directions must have a length of 1e-30
    /// or more.
    Result<void> record_rays(Recorder& recorder, const HierarchyQuestion& question) const;

    /// Does what record_build does, for other algorithms of the library, which have already checked the arguments. The
    /// common box of all boxes must already be in the hierarchy (shaders/mesh/bounds.glsl). Errors: those of
    /// Sort::record.
    Result<void> record_build_within(Recorder& recorder, const HierarchyPlan& plan,
                                     const HierarchyArguments& arguments) const;

private:
    void record_fit(Recorder& recorder, const HierarchyPlan& plan, const HierarchyArguments& arguments) const;
    Result<void> record_question(Recorder& recorder, const HierarchyQuestion& question, const Kernel& kernel,
                                 std::uint64_t asked_bytes) const;

    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> item_boxes_, bound_, morton_, fit_, fit_wide_, overlaps_, nearest_, rays_;
    /// The sort by whole keys, and the sort by their high words; the second is null on devices without wide leaves.
    std::shared_ptr<const Sort> sort_, sort_coarse_;
};

}  // namespace vkalgo

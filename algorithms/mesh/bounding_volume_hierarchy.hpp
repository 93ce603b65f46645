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

/// Where the parts of a hierarchy lie in its buffer, and what it takes to build one.
struct HierarchyPlan {
    /// with boxes: triangles, or whatever a host has
    std::uint64_t items = 0;
    /// Items of a leaf: 1, but for the library's own plan_wide_hierarchy.
    std::uint32_t leaf_items = 1;
    /// of the boxes: per item two vec4, the least corner and the greatest; their w count for nothing
    std::uint64_t boxes_bytes = 0;
    std::uint64_t hierarchy_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Loop iterations of the busiest invocation that builds, at most. A question's depend on how many boxes it meets.
    std::uint64_t loop_iterations = 0;

    /// Offsets and sizes in bytes.
    struct Parts {
        /// within the hierarchy
        ScratchLayout::Part bounds, order, keys, nodes, sorted;
        /// within the scratch
        ScratchLayout::Part arrived, sort;
        ScratchNeed scratch;
    };
    Parts parts;
};

/// A pure function of its arguments: needs no device. Errors: too_large (more than 2^29 items, or than a storage buffer
/// binds), those of plan_sort.
Result<HierarchyPlan> plan_bounding_volume_hierarchy(std::uint64_t items, const DeviceProfile& profile);
/// The same for a hierarchy of wide leaves (shaders/mesh/hierarchy.glsl), which record_build_within alone builds, on
/// devices that mesh_tuning has it for.
Result<HierarchyPlan> plan_wide_hierarchy(std::uint64_t items, const DeviceProfile& profile);

/// A hierarchy and what it is made of. Offsets are multiples of storage_offset_alignment.
struct HierarchyArguments {
    /// HierarchyPlan::boxes_bytes, finite
    BufferView boxes;
    /// HierarchyPlan::hierarchy_bytes
    BufferView hierarchy;
    /// HierarchyPlan::scratch_bytes
    BufferView scratch;
    std::uint64_t items = 0;
};

/// Questions to a hierarchy. Offsets are multiples of storage_offset_alignment where nothing else is said.
struct HierarchyQuestion {
    /// as it was built
    BufferView hierarchy;
    std::uint64_t items = 0;
    /// boxes as HierarchyArguments has them; points as vec4 (xyz, how far away an item may be); rays as two vec4
    /// (origin, least distance; direction, greatest distance, in lengths of the direction)
    BufferView asked;
    std::uint64_t asked_count = 0;
    /// overlaps: two uint32 for each pair (asked, item), in no order. Else four words for each that is asked: the item
    /// (uint32, kNoItem if there is none), then floats: the distance along the ray, or the square of that from the
    /// point, and the weights of the triangle's second and third corner.
    BufferView answers;
    /// overlaps: pairs that there is room for
    std::uint64_t capacity = 0;
    /// overlaps: a uint32 that is written: how many pairs there are, exact up to 2^31, also beyond the room. Offset: a
    /// multiple of storage_offset_alignment.
    BufferView count = {};
    /// the others: the triangles that the items are, 3 floats per vertex and 3 uint32 per triangle
    BufferView positions = {};
    BufferView triangles = {};
    std::uint64_t vertices = 0;

    static constexpr std::uint32_t kNoItem = 0xffffffff;
};

/// A bounding-volume hierarchy over boxes: built, refitted when they have moved, and asked which boxes meet others,
/// which triangle lies nearest to a point, and which one a ray meets first.
///
///     auto hierarchy = BoundingVolumeHierarchy::create(context);
///     hierarchy->record_triangle_boxes(recorder, positions, triangles, boxes, vertices, n);
///     hierarchy->record_build(recorder, {.boxes = boxes, .hierarchy = tree, .scratch = scratch, .items = n});
///     hierarchy->record_rays(recorder, {.hierarchy = tree, .items = n, .asked = rays, ...});
///
/// Items are sorted along a Morton curve of 20 bits per axis, on software devices a Hilbert curve; the tree grows from
/// the leaves up. Refitted, it keeps its shape: exact always, and as fast as long as items stay near their neighbours.
///
/// vkalgo does: record dispatches and the barriers between them. The caller does: what Sort says. A device that stops
/// long loops (DeviceProfile::max_loop_iterations) answers questions that meet fewer boxes than that.
/// Source: C. Apetrei, "Fast and simple agglomerative LBVH construction", 2014.
class BoundingVolumeHierarchy {
public:
    /// Takes the kernels from the context's cache. Errors: those of plan_sort and Context::kernel.
    static Result<BoundingVolumeHierarchy> create(Context& context);

    /// Buffer usage that every argument needs; the scratch has that of its plan.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// The boxes of triangles: 3 floats per vertex, 3 uint32 per triangle. Errors: as record_build.
    Result<void> record_triangle_boxes(Recorder& recorder, const BufferView& positions, const BufferView& triangles,
                                       const BufferView& boxes, std::uint64_t vertices, std::uint64_t items) const;
    /// Builds a hierarchy over boxes. Errors, of all that record: those of plan_bounding_volume_hierarchy;
    /// invalid_argument for a view that is missing, too small, badly aligned or that overlaps another, for a recorder
    /// of another context or an object that was never created; the recorder's.
    Result<void> record_build(Recorder& recorder, const HierarchyArguments& arguments) const;
    /// Fits a hierarchy that was built for as many items to boxes that have changed.
    Result<void> record_refit(Recorder& recorder, const HierarchyArguments& arguments) const;

    /// All pairs of an asked box and an item whose boxes share a point.
    Result<void> record_overlaps(Recorder& recorder, const HierarchyQuestion& question) const;
    /// The triangle nearest to each asked point; of several the first. Lengths from 1e-9 to 1e9, whose fourth powers
    /// are floats.
    Result<void> record_nearest(Recorder& recorder, const HierarchyQuestion& question) const;
    /// The triangle that each ray meets first, from either side; of several in one place the first. A ray that passes
    /// through an edge between triangles meets one of them, but for triangles that it sees edge-on. Distances are
    /// rounded, and so compared with each other, with the least and the greatest. Lengths from 1e-15 to 1e15, whose
    /// squares are floats; directions of length 1e-30 and more.
    Result<void> record_rays(Recorder& recorder, const HierarchyQuestion& question) const;

    /// record_build for the library's own composed work, whose arguments are checked already: the common box of all
    /// boxes stands in the hierarchy (shaders/mesh/bounds.glsl). Errors: those of Sort::record.
    Result<void> record_build_within(Recorder& recorder, const HierarchyPlan& plan,
                                     const HierarchyArguments& arguments) const;

private:
    void record_fit(Recorder& recorder, const HierarchyPlan& plan, const HierarchyArguments& arguments) const;
    Result<void> record_question(Recorder& recorder, const HierarchyQuestion& question, const Kernel& kernel,
                                 std::uint64_t asked_bytes) const;

    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> item_boxes_, bound_, morton_, fit_, fit_wide_, overlaps_, nearest_, rays_;
    /// by whole keys, and by their high words
    std::shared_ptr<const Sort> sort_, sort_coarse_;
};

}  // namespace vkalgo

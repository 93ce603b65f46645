#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "mesh_intersection_plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

class BoundingVolumeHierarchy;
class Context;
class Sort;

/// Arguments that are written (`pairs`, `counts`, `scratch`) must not share a byte with any other argument. Offsets are
/// multiples of storage_offset_alignment unless stated otherwise.
struct MeshIntersectionArguments {
    /// 3 floats per vertex, finite.
    BufferView positions;
    /// 3 uint32 per triangle: its vertices, each less than `vertices`. Any other index counts as the last vertex.
    BufferView triangles;
    /// With coordinates of type f64: 3 doubles per vertex, finite; the sizes of any two that are not 0 have a ratio of
    /// at most kMaxMeshRatio. `positions` must then be within `position_error` of these coordinates, after each axis is
    /// shifted by one amount for all vertices and all coordinates are scaled alike. The contents of the buffers are not
    /// checked: if the ratio or the error is greater, the only effect is that pairs may be wrong or missing. check_mesh
    /// checks the ratio.
    BufferView exact_positions = {};
    /// With coordinates of type f64: the largest error of `positions`, as described at `exact_positions`; finite and at
    /// least 0.
    float position_error = 0;
    /// Room for MeshIntersectionPlan::pairs uint64: the results as first * 2^32 + second, first <= second, in ascending
    /// order.
    BufferView pairs;
    /// 3 uint32 that are written. The first counts pairs of triangles whose boxes meet; triangles without area are in
    /// none of these pairs. The second counts pairs that floats did not decide; in the part with row 0 it also counts
    /// triangles for which floats did not establish an area. The third counts results. Entries that do not fit are
    /// counted too, up to 2^31. The results are complete if the first two counts are at most
    /// MeshIntersectionPlan::candidates and the third is at most MeshIntersectionPlan::pairs. Offset: a multiple of 4.
    BufferView counts;
    /// At least the bytes that MeshIntersection::scratch returns. Offset: also a multiple of 16.
    BufferView scratch;
    std::uint64_t vertices = 0;
    std::uint64_t triangles_count = 0;
    /// `candidates` and `pairs` of MeshIntersectionParams.
    std::uint64_t candidates = 0;
    std::uint64_t pairs_count = 0;
    /// 0, or the number of triangles of a first mesh. If it is not 0, the triangles of the first mesh are tested
    /// against those of the second mesh, which follow them. The two meshes must have no vertices in common.
    std::uint64_t split = 0;
    /// A part of the work, for meshes with more candidates than there is room for: rows from `first` up to, not
    /// including, `end`. There are as many rows as triangles, in an order of the method's own; end 0 means up to the
    /// last row. The part with row 0 must run first: it writes data to the scratch that the other parts of the same
    /// mesh read.
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct MeshIntersectionAccess {
    ArgumentAccess positions, triangles, exact_positions, pairs, counts, scratch;
};

/// Finds all pairs of triangles that intersect, within one mesh or between two. The result is exact: floats decide what
/// they can, with a proved bound of their error, and integers of many words decide the rest.
///
///     auto search = MeshIntersection::create(context, {});
///     search->record(recorder, {.positions = positions, .triangles = triangles, .pairs = pairs, .counts = counts,
///                               .scratch = scratch, .vertices = v, .triangles_count = t});
///
/// The rules are those of CGAL's self_intersections. Two triangles have a vertex in common if its index is the same in
/// both, not if two vertices merely coincide. Triangles with
///   nothing in common         intersect if they share a point, touching included
///   a vertex in common        intersect if an edge opposite to this vertex meets the other triangle
///   an edge in common         intersect if they lie in one plane, on the same side of the edge
///   three vertices in common  intersect (CGAL does not report them, see its issue 9486)
/// A triangle without area is in no pair with another triangle. Within one mesh it is reported as a pair of itself;
/// with two meshes it is not reported. Without MeshIntersectionOptions::touching, two triangles intersect if their
/// interiors share a point, whatever vertices they have in common, and no triangle is a pair of itself.
///
/// vkalgo records dispatches, fills, a copy of the counts and the barriers between them. The caller has the duties that
/// Sort describes. Sources: P. Guigue, O. Devillers, "Fast and robust triangle-triangle overlap test using orientation
/// predicates", 2003; C. Apetrei, "Fast and simple agglomerative LBVH construction", 2014.
class MeshIntersection {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_mesh_intersection and Context::kernel.
    static Result<MeshIntersection> create(Context& context, const MeshIntersectionOptions& options);

    /// Returns the scratch that `record` needs. Errors: those of plan_mesh_intersection.
    static Result<ScratchNeed> scratch(const MeshIntersectionParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument except scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns the options given to create().
    const MeshIntersectionOptions& options() const { return options_; }

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<MeshIntersectionAccess> access(const MeshIntersectionArguments& arguments) const;

    /// Records the whole work. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_mesh_intersection; invalid_argument for a view that is missing, too small, badly aligned or overlaps
    /// another, for rows or a split beyond the triangles, for a position error that is negative or not finite, for a
    /// recorder of another context, and for an object that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const MeshIntersectionArguments& arguments) const;

private:
    Context* context_ = nullptr;
    MeshIntersectionOptions options_;
    struct MethodKernels {
        const MeshMethod* method = nullptr;
        std::vector<std::shared_ptr<const Kernel>> kernels;
    };
    std::vector<MethodKernels> methods_;
    std::shared_ptr<const Kernel> boxes_, degenerate_, filter_, exact_;
    std::shared_ptr<const BoundingVolumeHierarchy> hierarchy_;
    /// The sorts of the results, recorded one after the other. The narrow ones sort by only 16 bits of each index, and
    /// are null on devices that never use them.
    std::shared_ptr<const std::vector<Sort>> sort_pairs_, sort_narrow_pairs_;
};

}  // namespace vkalgo

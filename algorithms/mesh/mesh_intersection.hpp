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

/// What is written (`pairs`, `counts`, `scratch`) shares no byte with anything else here. Offsets are multiples of
/// storage_offset_alignment where nothing else is said.
struct MeshIntersectionArguments {
    /// 3 floats per vertex, finite.
    BufferView positions;
    /// 3 uint32 per triangle: its vertices, each less than `vertices`; greater ones count as the last.
    BufferView triangles;
    /// With coordinates of type f64: 3 doubles per vertex, finite, their sizes no further apart than kMaxMeshRatio;
    /// `positions` are then no further from them than `position_error`, once each axis is moved by the same amount for
    /// all vertices and all are scaled alike. What lies in the buffers is not looked at: of numbers further apart, or
    /// where the error is greater, pairs may be wrong or missing, and nothing worse happens. check_mesh looks.
    BufferView exact_positions = {};
    /// With coordinates of type f64: finite, at least 0.
    float position_error = 0;
    /// Room for MeshIntersectionPlan::pairs uint64: results as first * 2^32 + second, first <= second, in ascending
    /// order.
    BufferView pairs;
    /// 3 uint32 that are written: pairs of triangles whose boxes meet, without those that have no area; pairs that
    /// floats did not decide, in the part with row 0 with the triangles that floats did not find to have an area;
    /// results. What there is no room for is counted, up to 2^31; the results are complete if none of the three passes
    /// the room there is: that of MeshIntersectionPlan::candidates for the first two, of its `pairs` for the last.
    /// Offset: a multiple of 4.
    BufferView counts;
    /// As many bytes as MeshIntersection::scratch says.
    BufferView scratch;
    std::uint64_t vertices = 0;
    std::uint64_t triangles_count = 0;
    /// As in MeshIntersectionParams.
    std::uint64_t candidates = 0;
    std::uint64_t pairs_count = 0;
    /// 0, or how many triangles belong to a first mesh: they are looked at with those of the second one, which follow.
    /// The meshes have no vertex in common.
    std::uint64_t split = 0;
    /// A part of the work, for meshes with more candidates than there is room for: rows `first` to before `end` of as
    /// many as there are triangles, in an order of the method's own; an end of 0 is the last row. A part that does not
    /// begin with row 0 goes on with the scratch of one that did, for the same mesh.
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct MeshIntersectionAccess {
    ArgumentAccess positions, triangles, exact_positions, pairs, counts, scratch;
};

/// Finds all pairs of triangles that intersect, of one mesh or between two, exactly: floats decide what they can, with
/// a proved bound of their error, and whole numbers of many words the rest.
///
///     auto search = MeshIntersection::create(context, {});
///     search->record(recorder, {.positions = positions, .triangles = triangles, .pairs = pairs, .counts = counts,
///                               .scratch = scratch, .vertices = v, .triangles_count = t});
///
/// The rules are those of CGAL's self_intersections. Vertices are common to two triangles if their numbers are equal,
/// not if they merely lie in the same place. Triangles with
///   nothing in common         intersect if they share a point, touching included
///   a vertex in common        intersect if the edge opposite to it in one of them meets the other
///   an edge in common         intersect if they lie in one plane, on the same side of the edge
///   three vertices in common  intersect (CGAL says no, its issue 9486)
/// A triangle without area is reported as a pair of itself, and in no other. Without MeshIntersectionOptions::touching,
/// pairs intersect if their interiors share a point, whatever they have in common, and no triangle is a pair of itself.
///
/// vkalgo does: record dispatches and the barriers between them. The caller does: what Sort says.
/// Source: P. Guigue, O. Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates",
/// 2003; C. Apetrei, "Fast and simple agglomerative LBVH construction", 2014.
class MeshIntersection {
public:
    /// Takes the kernels that these options may need on this device from the context's cache.
    /// Errors: those of plan_mesh_intersection and Context::kernel.
    static Result<MeshIntersection> create(Context& context, const MeshIntersectionOptions& options);

    /// Bytes needed besides the arguments. Errors: those of plan_mesh_intersection.
    static Result<ScratchNeed> scratch(const MeshIntersectionParams& params, const DeviceProfile& profile);

    /// Buffer usage that every argument but scratch needs.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// As given to create().
    const MeshIntersectionOptions& options() const { return options_; }

    /// How `record` would touch these arguments. Errors: those of record.
    Result<MeshIntersectionAccess> access(const MeshIntersectionArguments& arguments) const;

    /// Records the whole work. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_mesh_intersection; invalid_argument for a view that is missing, too small, badly aligned
    /// or that overlaps another, for rows or a split beyond the triangles, for an error of positions that is none, for
    /// a recorder of another context or an object that was never created; the recorder's.
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
    /// One after the other; few triangles' numbers have few bits.
    std::shared_ptr<const std::vector<Sort>> sort_pairs_, sort_narrow_pairs_;
};

}  // namespace vkalgo

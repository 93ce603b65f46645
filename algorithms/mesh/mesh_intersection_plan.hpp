#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "../element_type.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct MeshMethod;

/// How triangles look for others in a hierarchy: what suits the device, each by itself, or those of a subgroup together
/// where it can do that.
enum class MeshWalk { automatic, alone, together };

/// Which pairs of triangles are looked for, and how.
struct MeshIntersectionOptions {
    /// f32 or f64: what the coordinates are given as. Decisions are exact for f32 of any size, and for f64 of which the
    /// greatest is at most kMaxMeshRatio times as large as the smallest but 0.
    ElementType coordinates = ElementType::f32;
    /// True: triangles that share a point intersect, but for what their common vertices imply. False: only those whose
    /// interiors share a point. See MeshIntersection.
    bool touching = true;
    /// "auto", or one of mesh_method_names()
    std::string method = "auto";
    /// of the method "hierarchy"
    MeshWalk walk = MeshWalk::automatic;
};

/// How far apart the sizes of coordinates of type f64 may be, besides 0.
inline constexpr double kMaxMeshRatio = 1e120;

/// What a plan is made from.
struct MeshIntersectionParams {
    MeshIntersectionOptions options;
    /// at most 2^30
    std::uint64_t vertices = 0;
    /// at most 2^29
    std::uint64_t triangles = 0;
    /// Pairs of triangles whose boxes meet that there is room for; 0: default_mesh_candidates(triangles). At most
    /// kMaxMeshPairs.
    std::uint64_t candidates = 0;
    /// Results that there is room for; 0: default_mesh_pairs(triangles). At most kMaxMeshPairs.
    std::uint64_t pairs = 0;
};

/// A list holds at most so many pairs.
inline constexpr std::uint64_t kMaxMeshPairs = std::uint64_t{1} << 29;
/// What most meshes do with: 12 per triangle, and some thousands more.
std::uint64_t default_mesh_candidates(std::uint64_t triangles);
/// The same for results: one per 8 triangles, and some thousands more.
std::uint64_t default_mesh_pairs(std::uint64_t triangles);

/// What `record` will do: everything it dispatches follows from this.
struct MeshIntersectionPlan {
    MeshIntersectionOptions options;
    /// see method_name()
    const MeshMethod* method = nullptr;
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
    std::uint64_t candidates = 0;
    std::uint64_t pairs = 0;
    /// invocations of a workgroup
    std::uint32_t threads = 0;
    /// Where the method cuts its rows and columns; one piece on most devices.
    std::uint64_t window_rows = 0;
    std::uint64_t window_columns = 0;

    std::uint64_t positions_bytes = 0;
    std::uint64_t triangles_bytes = 0;
    std::uint64_t exact_bytes = 0;
    std::uint64_t pairs_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Loop iterations of the busiest invocation in one dispatch, at most.
    std::uint64_t loop_iterations = 0;

    /// Where the parts of the scratch lie; of those that the method does not use the size is 0.
    struct Parts {
        ScratchLayout::Part boxes, bounds, counts, arguments, list, undecided, tree, order, nodes, sorted, build, sort,
            bits;
        ScratchNeed need;
    };
    Parts parts;

    /// Never "auto".
    std::string_view method_name() const;
};

/// A pure function of its arguments: needs no device.
/// Errors: invalid_argument (the type of the coordinates, a method of no such name), too_large (more vertices,
/// triangles or pairs than stated or than a storage buffer binds), unsupported (a device that stops loops before an
/// exact answer), those of plan_sort.
Result<MeshIntersectionPlan> plan_mesh_intersection(const MeshIntersectionParams& params, const DeviceProfile& profile);

/// The names that MeshIntersectionOptions::method may have besides "auto", in order.
std::vector<std::string_view> mesh_method_names();

}  // namespace vkalgo

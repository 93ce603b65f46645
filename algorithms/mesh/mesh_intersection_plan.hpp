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

/// How triangles traverse a hierarchy in search of others: each triangle by itself (`alone`), or the triangles of a
/// subgroup together (`together`), on devices that support it. With `automatic` the library chooses by the device.
enum class MeshWalk { automatic, alone, together };

/// Which pairs of triangles are searched for, and how.
struct MeshIntersectionOptions {
    /// The type of the coordinates: f32 or f64. Decisions are exact for f32 of any size, and for f64 if the greatest
    /// magnitude is at most kMaxMeshRatio times the smallest one that is not 0.
    ElementType coordinates = ElementType::f32;
    /// True: triangles intersect if they share a point outside their common vertex or edge, or have three vertices in
    /// common. False: triangles intersect only if their interiors share a point. See MeshIntersection.
    bool touching = true;
    /// "auto", or one of mesh_method_names().
    std::string method = "auto";
    /// For the method "hierarchy": how triangles traverse the hierarchy.
    MeshWalk walk = MeshWalk::automatic;
};

/// The largest allowed ratio of the sizes of two coordinates of type f64 that are not 0.
inline constexpr double kMaxMeshRatio = 1e120;

/// The input of plan_mesh_intersection().
struct MeshIntersectionParams {
    MeshIntersectionOptions options;
    /// Number of vertices, at most 2^30.
    std::uint64_t vertices = 0;
    /// Number of triangles, at most 2^29.
    std::uint64_t triangles = 0;
    /// Room for pairs of triangles whose boxes meet; 0: default_mesh_candidates(triangles). At most kMaxMeshPairs.
    std::uint64_t candidates = 0;
    /// Room for results; 0: default_mesh_pairs(triangles). At most kMaxMeshPairs.
    std::uint64_t pairs = 0;
};

/// The largest number of pairs that a list may hold.
inline constexpr std::uint64_t kMaxMeshPairs = std::uint64_t{1} << 29;
/// Returns the number of candidates that is enough for most meshes: 12 per triangle and 4,096 more, at most
/// kMaxMeshPairs.
std::uint64_t default_mesh_candidates(std::uint64_t triangles);
/// Returns the number of results that is enough for most meshes: one per 8 triangles and 4,096 more.
std::uint64_t default_mesh_pairs(std::uint64_t triangles);

/// The plan of what `record` will do; it determines every dispatch.
struct MeshIntersectionPlan {
    MeshIntersectionOptions options;
    /// See method_name().
    const MeshMethod* method = nullptr;
    std::uint64_t vertices = 0;
    std::uint64_t triangles = 0;
    std::uint64_t candidates = 0;
    std::uint64_t pairs = 0;
    /// Invocations of a workgroup.
    std::uint32_t threads = 0;
    /// Rows and columns of a window in which the method works. On most devices one window covers all rows and columns.
    std::uint64_t window_rows = 0;
    std::uint64_t window_columns = 0;

    std::uint64_t positions_bytes = 0;
    std::uint64_t triangles_bytes = 0;
    std::uint64_t exact_bytes = 0;
    std::uint64_t pairs_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Upper limit of the loop iterations of the busiest invocation in one dispatch.
    std::uint64_t loop_iterations = 0;

    /// The parts of the scratch; parts that the method does not use have size 0.
    struct Parts {
        ScratchLayout::Part boxes, bounds, counts, arguments, list, undecided, tree, order, nodes, sorted, build, sort,
            bits;
        ScratchNeed need;
    };
    Parts parts;

    /// Returns the method's name; never "auto".
    std::string_view method_name() const;
};

/// Plans a search; a pure function of its arguments that needs no device.
/// Errors: invalid_argument (the type of the coordinates, an unknown method); too_large (more vertices, triangles or
/// pairs than stated, or than a storage buffer holds, or a scratch larger than a buffer); unsupported (the device stops
/// loops before a result is exact or before the method ends); those of plan_sort.
Result<MeshIntersectionPlan> plan_mesh_intersection(const MeshIntersectionParams& params, const DeviceProfile& profile);

/// Returns the names that MeshIntersectionOptions::method may have besides "auto", sorted.
std::vector<std::string_view> mesh_method_names();

}  // namespace vkalgo

#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "mesh_intersection.hpp"
#include "mesh_view.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vkalgo {

/// A box in space, with its border.
struct MeshRegion {
    std::array<double, 3> low{};
    std::array<double, 3> high{};
};

/// Whether a triangle's box and the region share a point.
bool meets_region(const MeshView& mesh, std::uint32_t triangle, const MeshRegion& region);

/// What the easy call is asked for, beyond the meshes.
struct MeshIntersectionCallOptions {
    /// as in MeshIntersectionOptions
    bool touching = true;
    std::string method = "auto";
    MeshWalk walk = MeshWalk::automatic;
    /// Only triangles whose own box meets this one are looked at.
    std::optional<MeshRegion> region = {};
    /// Of the pairs, in ascending order, at most so many are given; 0: all. They are counted in any case.
    std::uint64_t max_pairs = 0;
    CallOptions call = {};
};

/// What the easy call gives back.
struct MeshIntersectionResult {
    /// in ascending order
    std::vector<MeshPair> pairs;
    /// of all pairs that intersect
    std::uint64_t count = 0;
    /// pairs of triangles whose boxes meet, without those that have no area
    std::uint64_t candidates = 0;
    /// of them those that floats did not decide, and the triangles of which they did not say that these have an area
    std::uint64_t undecided = 0;
    /// of the largest part
    MeshIntersectionPlan plan;
    /// that the rows were cut into, as memory asked
    std::uint64_t parts = 0;
    CallReport report;
};

/// Errors: invalid_argument (both kinds of positions, a number of them or of vertices that 3 does not divide, a vertex
/// that does not exist, a coordinate that is not finite, coordinates whose sizes are further apart than
/// kMaxMeshRatio).
Result<void> check_mesh(const MeshView& mesh);

/// All pairs of triangles of a mesh that intersect: see MeshIntersection for the rules.
///
///     auto found = vkalgo::intersect_mesh(runner, {.positions = positions, .triangles = triangles}, {});
///
/// Errors: those of check_mesh and plan_mesh_intersection; too_large (not even a part of the rows fits the memory);
/// cancelled; the runner's.
Result<MeshIntersectionResult> intersect_mesh(Runner& runner, const MeshView& mesh,
                                              const MeshIntersectionCallOptions& options);
/// All pairs of a triangle of `a` and one of `b` that intersect.
Result<MeshIntersectionResult> intersect_meshes(Runner& runner, const MeshView& a, const MeshView& b,
                                                const MeshIntersectionCallOptions& options);

}  // namespace vkalgo

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

/// A box in space, including its border.
struct MeshRegion {
    std::array<double, 3> low{};
    std::array<double, 3> high{};
};

/// Returns true if a triangle's box and the region share a point.
bool meets_region(const MeshView& mesh, std::uint32_t triangle, const MeshRegion& region);

/// The options of intersect_mesh() and intersect_meshes().
struct MeshIntersectionCallOptions {
    /// `touching`, `method` and `walk` are as in MeshIntersectionOptions.
    bool touching = true;
    std::string method = "auto";
    MeshWalk walk = MeshWalk::automatic;
    /// Only triangles whose box meets this region are tested.
    std::optional<MeshRegion> region = {};
    /// Upper limit of the number of pairs returned; 0: all. If there are more, the first ones in ascending order are
    /// returned. All pairs are counted in any case.
    std::uint64_t max_pairs = 0;
    CallOptions call = {};
};

/// The result of intersect_mesh() and intersect_meshes().
struct MeshIntersectionResult {
    /// The pairs that intersect, in ascending order; see MeshIntersectionCallOptions::max_pairs.
    std::vector<MeshPair> pairs;
    /// The number of all pairs that intersect.
    std::uint64_t count = 0;
    /// The number of pairs of triangles whose boxes meet. Triangles without area are in none of these pairs.
    std::uint64_t candidates = 0;
    /// The number of candidates that floats did not decide, plus the number of triangles for which floats did not
    /// establish an area.
    std::uint64_t undecided = 0;
    /// The plan by which all parts ran; its lists may be longer than default_mesh_candidates() and default_mesh_pairs()
    /// say, or shorter.
    MeshIntersectionPlan plan;
    /// The number of parts that the rows were cut into for lack of memory; 1 if they were not cut, 0 if nothing had to
    /// run.
    std::uint64_t parts = 0;
    CallReport report;
};

/// Checks a mesh. Errors: invalid_argument (positions of both types; a number of coordinates or of corners of triangles
/// that is not a multiple of 3; a vertex that does not exist; a coordinate that is not finite; coordinates with a ratio
/// of sizes above kMaxMeshRatio).
Result<void> check_mesh(const MeshView& mesh);

/// Finds all pairs of triangles of a mesh that intersect; see MeshIntersection for the rules.
///
///     auto found = vkalgo::intersect_mesh(runner, {.positions = positions, .triangles = triangles}, {});
///
/// Errors: those of check_mesh and plan_mesh_intersection; invalid_argument (fewer than one timed run); too_large (not
/// even one row fits in memory); cancelled; those of the runner.
Result<MeshIntersectionResult> intersect_mesh(Runner& runner, const MeshView& mesh,
                                              const MeshIntersectionCallOptions& options);
/// Finds all pairs of a triangle of `a` and a triangle of `b` that intersect. Errors: those of intersect_mesh.
Result<MeshIntersectionResult> intersect_meshes(Runner& runner, const MeshView& a, const MeshView& b,
                                                const MeshIntersectionCallOptions& options);

}  // namespace vkalgo

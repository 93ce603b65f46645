#pragma once

#include "algorithms/mesh/mesh_groups.hpp"
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_view.hpp"
#include "cli/formats.hpp"
#include "cli/reporter.hpp"
#include "engine/result.hpp"
#include "formats/meshes/mesh.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Triangles and the faces of the file that they are of.
namespace vkalgo::cli {

/// Warns of faces that are no simple polygons in a plane: how many, and the numbers of the first ones.
void warn_of_odd_faces(const Reporter& reporter, const std::string& path, const Mesh& mesh);
/// Warns if a mesh has no triangle, or none that meets the region.
void warn_of_no_triangles(const Reporter& reporter, const std::string& path, const Mesh& mesh,
                          const std::optional<MeshRegion>& region);

/// What of the pairs is shown.
struct ListedPairs {
    /// in ascending order, each once; of triangles, or of faces
    std::vector<MeshPair> pairs;
    /// of those that are not listed too
    std::uint64_t count = 0;
    /// of the listed pairs; those of a second mesh follow those of the first
    MeshGroups groups;
    /// Are these faces?
    bool faces = false;
};

/// The pairs of triangles as they were found, in one mesh or two.
Result<ListedPairs> list_triangles(std::span<const Mesh> meshes, const MeshIntersectionResult& found);

/// The pairs of faces whose triangles were found to intersect, of which the first `most` are listed; 0: all.
Result<ListedPairs> list_faces(std::span<const Mesh> meshes, const MeshIntersectionResult& found, std::uint64_t most);

/// The groups of the listed pairs, with the group of each triangle.
MeshGroups groups_of_triangles(std::span<const Mesh> meshes, const ListedPairs& listed);

}  // namespace vkalgo::cli

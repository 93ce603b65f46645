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

/// Triangles, and the faces of the file that they belong to.
namespace vkalgo::cli {

/// Warns of faces that are not simple planar polygons: their number, and the indices of the first five.
void warn_of_odd_faces(const Reporter& reporter, const std::string& path, const Mesh& mesh);
/// Warns if a mesh has no triangle, or none whose box meets the region.
void warn_of_no_triangles(const Reporter& reporter, const std::string& path, const Mesh& mesh,
                          const std::optional<MeshRegion>& region);

/// The pairs that are shown.
struct ListedPairs {
    /// Pairs of triangles or of faces, in ascending order, each once.
    std::vector<MeshPair> pairs;
    /// Number of all pairs, including those that are not listed.
    std::uint64_t count = 0;
    /// Groups of the triangles (or faces) that the listed pairs connect. In group_of, the entries of a second mesh
    /// follow the entries of the first.
    MeshGroups groups;
    /// Whether the pairs are pairs of faces.
    bool faces = false;
};

/// Returns the pairs of triangles as they were found, in one mesh or two.
Result<ListedPairs> list_triangles(std::span<const Mesh> meshes, const MeshIntersectionResult& found);

/// Returns the pairs of faces whose triangles intersect. Lists the first `most` of them; if `most` is 0, lists all.
Result<ListedPairs> list_faces(std::span<const Mesh> meshes, const MeshIntersectionResult& found, std::uint64_t most);

/// Returns the groups of the listed pairs. group_of has an entry per triangle, even if the pairs are pairs of faces;
/// the sizes then still count faces.
MeshGroups groups_of_triangles(std::span<const Mesh> meshes, const ListedPairs& listed);

}  // namespace vkalgo::cli

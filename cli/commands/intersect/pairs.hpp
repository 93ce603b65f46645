#pragma once

#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_view.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/commands/intersect/faces.hpp"
#include "cli/formats.hpp"
#include "formats/bytes.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What `vkalgo intersect` reports about the pairs that it found.
namespace vkalgo::cli {

/// Merges vertices with equal positions, in triangles and in faces. Returns the number of vertices that were removed.
/// Errors: those of weld().
Result<std::uint64_t> weld_vertices(Mesh& mesh);

/// Returns pairs as an output: a u32 array of two columns, a JSON array of pairs, or rows (first,second). `pairs` must
/// outlive the result.
OutputTable pairs_table(std::span<const MeshPair> pairs);

/// Returns, as CSV, the segments in which the triangles of listed pairs meet: first,second,x0,y0,z0,x1,y1,z1. The first
/// two columns are indices of the triangles or of their faces. Coplanar triangles and triangles without area have no
/// segment.
Bytes segments_file(std::span<const Mesh> meshes, std::span<const MeshPair> found, const ListedPairs& listed);

/// Returns the number of pairs of a triangle (or face) with itself. A triangle is paired with itself if it has no area.
std::uint64_t degenerate(std::span<const MeshPair> pairs);

/// Prints under --verbose: the method, the numbers of parts, of pairs whose boxes meet and of pairs that exact
/// arithmetic decides, and the memory.
void explain_intersection(const Session& session, const MeshIntersectionResult& found);

/// Compares the found pairs with those of mesh_intersection_reference, which the CPU computes by different arithmetic.
/// `b` is null or the second mesh.
Verification verify_pairs(const MeshView& a, const MeshView* b, const MeshIntersectionCallOptions& options,
                          const MeshIntersectionResult& found);

}  // namespace vkalgo::cli

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

/// What `vkalgo intersect` says of the pairs it found.
namespace vkalgo::cli {

/// Makes vertices one that lie in one place, in triangles and in faces; returns how many are gone. Errors: those of
/// weld().
Result<std::uint64_t> weld_vertices(Mesh& mesh);

/// Returns pairs as an output: a u32 array of two columns, a JSON array of pairs, or rows (first,second). `pairs`
/// outlives it.
OutputTable pairs_table(std::span<const MeshPair> pairs);

/// The segments in which the triangles of listed pairs meet, as CSV: first,second,x0,y0,z0,x1,y1,z1, by the numbers of
/// the triangles or of their faces. Pairs in one plane have none, nor have triangles without area.
Bytes segments_file(std::span<const Mesh> meshes, std::span<const MeshPair> found, const ListedPairs& listed);

/// Triangles that are a pair of themselves: those without area.
std::uint64_t degenerate(std::span<const MeshPair> pairs);

/// Under --verbose: method, lists, memory.
void explain_intersection(const Session& session, const MeshIntersectionResult& found);

/// The processor's pairs, by other arithmetic. `b`: null, or the second mesh.
Verification verify_pairs(const MeshView& a, const MeshView* b, const MeshIntersectionCallOptions& options,
                          const MeshIntersectionResult& found);

}  // namespace vkalgo::cli

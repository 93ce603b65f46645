#pragma once

#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_view.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/formats/bytes.hpp"
#include "cli/formats/mesh.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What `vkalgo intersect` says of the pairs it found.
namespace vkalgo::cli {

/// The mesh as the library takes it; it must outlive the view.
MeshView view_of(const Mesh& mesh);

/// Makes vertices one that lie in one place; returns how many are gone. Errors: those of weld().
Result<std::uint64_t> weld_vertices(Mesh& mesh);

/// Pairs as a file: .npy (two columns of u32), .json (an array of pairs), else CSV with the header first,second.
Bytes pairs_file(std::span<const MeshPair> pairs, const std::string& path);

/// The segments in which triangles meet, as CSV: first,second,x0,y0,z0,x1,y1,z1. Pairs in one plane have none, nor have
/// triangles without area.
Bytes segments_file(std::span<const MeshPair> pairs, const MeshView& a, const MeshView& b);

/// Triangles that are a pair of themselves: those without area.
std::uint64_t degenerate(std::span<const MeshPair> pairs);

/// Under --verbose: method, lists, memory.
void explain_intersection(const Session& session, const MeshIntersectionResult& found);

/// The processor's pairs, by other arithmetic. `b`: null, or the second mesh.
Verification verify_pairs(const MeshView& a, const MeshView* b, const MeshIntersectionCallOptions& options,
                          const MeshIntersectionResult& found);

}  // namespace vkalgo::cli

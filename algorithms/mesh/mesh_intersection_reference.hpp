#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <vector>

namespace vkalgo {

/// Returns what MeshIntersection finds in one mesh, computed on the CPU and with other arithmetic: sums of doubles
/// without rounding errors (Shewchuk 1997). The pairs are in ascending order. check_mesh must accept the mesh.
std::vector<MeshPair> mesh_intersection_reference(const MeshView& mesh, bool touching);
/// Returns the pairs of mesh_intersection_reference, for benchmarks. Compares every pair of boxes, as the simplest
/// program does.
std::vector<MeshPair> mesh_intersection_by_every_pair(const MeshView& mesh, bool touching);
/// Returns what MeshIntersection finds between two meshes. The meshes have no vertex in common, whatever the indices
/// of their vertices are.
std::vector<MeshPair> mesh_intersection_reference(const MeshView& a, const MeshView& b, bool touching);

}  // namespace vkalgo

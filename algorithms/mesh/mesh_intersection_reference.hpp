#pragma once

#include "../../engine/result.hpp"
#include "mesh_view.hpp"

#include <vector>

namespace vkalgo {

/// What MeshIntersection finds in one mesh, on the processor and by other arithmetic: sums of doubles without rounding
/// errors (Shewchuk 1997). Pairs in ascending order. The mesh is one that check_mesh accepts.
std::vector<MeshPair> mesh_intersection_reference(const MeshView& mesh, bool touching);
/// The same pairs; every pair of boxes is compared, as the simplest program does it: for benchmarks.
std::vector<MeshPair> mesh_intersection_by_every_pair(const MeshView& mesh, bool touching);
/// What mesh_intersection_reference finds between two meshes; numbers of vertices mean nothing across them.
std::vector<MeshPair> mesh_intersection_reference(const MeshView& a, const MeshView& b, bool touching);

}  // namespace vkalgo

#pragma once

#include "algorithms/mesh/mesh_view.hpp"

#include <vector>

namespace vkalgo::test {

/// Returns all pairs of triangles of a mesh that intersect, by the rules of MeshIntersection. It tests every pair in
/// fractions and by construction: it clips triangles and computes the points where edges cross planes, instead of signs
/// of determinants.
std::vector<MeshPair> pairs_by_fractions(const MeshView& mesh, bool touching);

}  // namespace vkalgo::test

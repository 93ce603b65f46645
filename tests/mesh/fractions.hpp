#pragma once

#include "algorithms/mesh/mesh_view.hpp"

#include <vector>

namespace vkalgo::test {

/// All pairs of triangles of a mesh that intersect, by fractions and by construction: triangles are clipped, and points
/// where edges pass through planes are worked out, in place of signs of determinants. Every pair is tried. The rules
/// are those of MeshIntersection.
std::vector<MeshPair> pairs_by_fractions(const MeshView& mesh, bool touching);

}  // namespace vkalgo::test

#pragma once

#include "mesh_view.hpp"

#include <array>
#include <optional>

namespace vkalgo {

/// The ends of the segment that two triangles have in common; the same point twice if they have only a point in common.
struct MeshSegment {
    std::array<double, 3> begin{};
    std::array<double, 3> end{};
};

/// Returns where triangle `first` of `a` and triangle `second` of `b`, which may be the same mesh, meet. Decides
/// exactly which edges pass through which triangle; rounds the ends of the segment. Returns nullopt for triangles in
/// one plane, whose common part may not be a segment, and for triangles that do not meet. check_mesh must accept the
/// meshes.
std::optional<MeshSegment> mesh_segment(const MeshView& a, std::uint32_t first, const MeshView& b,
                                        std::uint32_t second);

}  // namespace vkalgo

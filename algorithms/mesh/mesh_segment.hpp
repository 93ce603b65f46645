#pragma once

#include "mesh_view.hpp"

#include <array>
#include <optional>

namespace vkalgo {

/// The ends of the segment that two triangles have in common; the same point twice where they only touch.
struct MeshSegment {
    std::array<double, 3> begin{};
    std::array<double, 3> end{};
};

/// Where triangle `first` of `a` and triangle `second` of `b`, which may be the same mesh, meet. Which edges pass
/// through which triangle is decided exactly; the ends are rounded. Nothing for triangles in one plane, whose common
/// part is no segment, for one without area, and for those that do not meet. The meshes are ones that check_mesh
/// accepts.
std::optional<MeshSegment> mesh_segment(const MeshView& a, std::uint32_t first, const MeshView& b,
                                        std::uint32_t second);

}  // namespace vkalgo

// Internal to algorithms/mesh/: the triangles of a face, found by a sweep over its corners.
#pragma once

#include "face_plane.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// The result of a sweep over a face.
struct SweptFace {
    /// Three corners per triangle, by index in the face. The triangles have the orientation of the face.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    /// True if several corners share a position, or a corner lies on an edge.
    bool meets_itself = false;
    /// Why the triangles are not well defined; empty if they are.
    std::string refusal;
};

/// Cuts a face into triangles. Their union is the region that the face winds around, and each triangle has an area. Two
/// triangles have nothing in common except, possibly, a corner or a whole edge. If several corners share a position,
/// the first of them stands for all. Refuses edges that cross between corners, and regions that the face winds around
/// more than once. If the face is bent, also refuses corners that only seem to share a position or to lie on an edge.
/// Takes n log n steps. Sources: Hertel and Mehlhorn, "Fast triangulation of simple polygons", 1983; for crossings
/// Shamos and Hoey, "Geometric intersection problems", 1976.
SweptFace sweep_face(const FacePlane& plane, std::span<const MeshPoint> corners);

}  // namespace vkalgo

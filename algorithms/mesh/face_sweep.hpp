// Internal to algorithms/mesh/: the triangles of a face, by a sweep over its corners.
#pragma once

#include "face_plane.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// What a sweep over a face finds.
struct SweptFace {
    /// three corners per triangle, by their positions in the face; they turn as the face does
    std::vector<std::array<std::uint32_t, 3>> triangles;
    /// Corners lie in one place, or one lies on an edge.
    bool meets_itself = false;
    /// why no triangles are well defined, or nothing
    std::string refusal;
};

/// Cuts a face into triangles whose union is what the face winds around, and each of which has an area. Triangles that
/// share a point share a corner there. Where several corners lie in one place, the first of them stands for all.
/// Refuses edges that cross between corners, places that the face winds around more than once, and, of bent faces,
/// corners that only seem to lie in one place or on an edge. Takes n log n steps. Sources: Hertel and Mehlhorn, "Fast
/// triangulation of simple polygons", 1983; for crossings Shamos and Hoey, "Geometric intersection problems", 1976.
SweptFace sweep_face(const FacePlane& plane, std::span<const MeshPoint> corners);

}  // namespace vkalgo
